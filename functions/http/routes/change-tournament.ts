/** PATCH /tournaments/{t}: changes the fields named. */
import { refusalOf } from '../../auth/authorise.ts'
import { changeTournament as change } from '../../record/tournaments.ts'
import { answer, json } from '../reply.ts'
import { route } from '../route.ts'
import { tournamentChange } from '../schemas.ts'
import { tournament } from '../shown.ts'

export const changeTournament = route({
  method: 'PATCH',
  path: '/tournaments/{t}',
  summary: 'Change a tournament',
  open: false,
  rights: (principal, { t }) => refusalOf(principal, 'manage-tournament', { tournament: t }),
  body: tournamentChange,
  replies: { 200: { description: 'As it is now', content: { 'application/json': tournament } } },
  async handler(service, { params, body, principal }) {
    return answer(await change(service, principal, params.t, body), (changed) => json(200, changed))
  },
})
