/** POST /games/{g}/events: reports into a game's record. */

import { appendReports } from '../app/append-reports.ts'
import type { GameLoader, Recorder } from '../app/dependencies.ts'
import { refusalOfReporter } from '../auth/authorise.ts'
import { json, replyTo } from '../http/reply.ts'
import { newEventsDocs, newEventsSchema } from '../http/request-schemas.ts'
import { appendedSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

export const appendEventsRoute = route({
  method: 'POST',
  path: '/games/{g}/events',
  summary: 'Report what happened: all or nothing, each id once',
  open: false,
  rights: refusalOfReporter,
  body: newEventsSchema,
  documentedBody: newEventsDocs,
  replies: { 200: { description: 'Recorded', content: { 'application/json': appendedSchema } } },
  async handler(service: Recorder & GameLoader, { params, body, principal, receivedAt }) {
    const sentAt = body.sentAt === undefined ? undefined : Date.parse(body.sentAt)
    const outcome = await appendReports(service, { ...body, sentAt, game: params.g, principal, receivedAt })
    return replyTo(outcome, (recorded) => json(200, recorded))
  },
})
