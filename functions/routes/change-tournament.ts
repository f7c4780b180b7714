/** PATCH /tournaments/{t}: changes the fields named. */

import { changeTournament as change } from '../app/tournaments.ts'
import { refusalOf } from '../auth/authorise.ts'
import { json, replyTo } from '../http/reply.ts'
import { tournamentChangeSchema } from '../http/request-schemas.ts'
import { tournamentSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'

export const changeTournamentRoute = route({
  method: 'PATCH',
  path: '/tournaments/{t}',
  summary: 'Change a tournament',
  open: false,
  rights: (principal, { t }) => refusalOf(principal, 'manage-tournament', { tournament: t }),
  body: tournamentChangeSchema,
  replies: { 200: { description: 'As it is now', content: { 'application/json': tournamentSchema } } },
  async handler(service: Pick<Ports, 'notify' | 'pause' | 'registry'>, { params, body, principal }) {
    return replyTo(await change(service, principal, params.t, body), (changed) => json(200, changed))
  },
})
