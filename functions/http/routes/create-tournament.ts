/** POST /tournaments: enters a tournament. */
import { refusalByRole } from '../../auth/authorise.ts'
import { createTournament as create } from '../../record/tournaments.ts'
import { answer, json } from '../reply.ts'
import { route } from '../route.ts'
import { newTournament } from '../schemas.ts'
import { tournament } from '../shown.ts'

export const createTournament = route({
  method: 'POST',
  path: '/tournaments',
  summary: 'Enter a tournament',
  open: false,
  rights: (principal) => refusalByRole(principal, 'manage-tournament'),
  body: newTournament,
  replies: {
    201: { description: 'Entered', content: { 'application/json': tournament } },
    200: {
      description: 'It was there already, with the same fields',
      content: { 'application/json': tournament },
    },
  },
  async handler(service, { body, principal }) {
    const { id, ...fields } = body
    return answer(await create(service, principal, fields, id), ({ tournament, replayed }) =>
      json(replayed ? 200 : 201, tournament, { location: `/tournaments/${tournament.id}` }),
    )
  },
})
