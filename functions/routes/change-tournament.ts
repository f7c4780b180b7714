/** PATCH /tournaments/{t}: changes the fields named. */

import { changeTournament as change } from '../app/tournaments.ts'
import { refusalOf } from '../auth/authorise.ts'
import { answer, json } from '../http/reply.ts'
import { tournamentChange } from '../http/request-schemas.ts'
import { tournament } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

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
