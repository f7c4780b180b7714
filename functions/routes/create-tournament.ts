/** POST /tournaments: enters a tournament. */

import { createTournament as create } from '../app/tournaments.ts'
import { refusalByRole } from '../auth/authorise.ts'
import { json, replyTo } from '../http/reply.ts'
import { newTournamentSchema } from '../http/request-schemas.ts'
import { tournamentSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'

export const createTournamentRoute = route({
  method: 'POST',
  path: '/tournaments',
  summary: 'Enter a tournament',
  open: false,
  rights: (principal) => refusalByRole(principal, 'manage-tournament'),
  body: newTournamentSchema,
  replies: {
    201: { description: 'Entered', content: { 'application/json': tournamentSchema } },
    200: {
      description: 'It was there already, with the same fields',
      content: { 'application/json': tournamentSchema },
    },
  },
  async handler(service: Pick<Ports, 'clock' | 'ids' | 'registry'>, { body, principal }) {
    const { id, ...fields } = body
    return replyTo(await create(service, principal, fields, id), ({ tournament, replayed }) =>
      json(replayed ? 200 : 201, tournament, { location: `/tournaments/${tournament.id}` }),
    )
  },
})
