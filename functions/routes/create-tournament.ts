/** POST /tournaments: enters a tournament. */

import { createTournament as create } from '../app/tournaments.ts'
import { refusalByRole } from '../auth/authorise.ts'
import { answer, json } from '../http/reply.ts'
import { newTournament } from '../http/request-schemas.ts'
import { tournament } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

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
