/** GET /games/{g}/audit: the commits with their hashes and reporters, and the anchors that prove them. */

import type { GameReader } from '../app/dependencies.ts'
import { asOfRequest } from '../app/earlier-states.ts'
import { readAudit } from '../app/read-game.ts'
import { json, problem } from '../http/reply.ts'
import { auditTrailSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'
import { streamProofs } from '../integrity/anchors/proofs.ts'
import type { Ports } from '../ports.ts'

export const auditRoute = route({
  method: 'GET',
  path: '/games/{g}/audit',
  summary: 'Read the commits of a game as they are stored and hashed',
  open: true,
  feed: true,
  replies: { 200: { description: 'The chain', content: { 'application/json': auditTrailSchema } } },
  async handler(service: GameReader & Pick<Ports, 'log'>, { params, principal, ...viewer }) {
    const trail = await readAudit(service, principal, params.g, asOfRequest(viewer))
    if (!trail.ok) return problem(trail.error)
    const last = trail.value.commits.at(-1)?.n ?? 0
    const anchors = (await streamProofs(service, trail.value.stream)).filter(({ leaf }) => leaf.n <= last)
    return json(200, { ...trail.value, anchors })
  },
})
