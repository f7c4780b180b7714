/** GET /games/{g}/audit: the commits with their hashes and reporters, and the anchors that prove them, in pages. */

import * as z from 'zod'
import type { GameReader } from '../app/dependencies.ts'
import { asOfRequest } from '../app/earlier-states.ts'
import { readAudit } from '../app/read-game.ts'
import { withNextLink } from '../http/pages.ts'
import { integerParam, onlyNames } from '../http/query.ts'
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
  query: z.strictObject(
    {
      after: integerParam(0, 1_000_000_000, 'commits after this number').optional(),
      limit: integerParam(1, 10_000, 'at most so many').optional(),
    },
    onlyNames('after, limit'),
  ),
  replies: {
    200: {
      description:
        'The chain; `next` is the `after` of the next page, where there is one, and a page may have fewer than `limit`',
      content: { 'application/json': auditTrailSchema },
    },
  },
  async handler(service: GameReader & Pick<Ports, 'log'>, { params, query, principal, ...viewer }) {
    const trail = await readAudit(service, principal, params.g, asOfRequest(viewer), query)
    if (!trail.ok) return problem(trail.error)
    const { stream, commits, next } = trail.value
    const { after = 0 } = query
    const last = commits.at(-1)?.n ?? after
    // Each page has the proofs of its own commits.
    const anchors = (await streamProofs(service, stream)).filter(({ leaf: { n } }) => n > after && n <= last)
    const changed = next === undefined ? null : { after: next }
    return withNextLink(json(200, { stream, commits, anchors, next }), query, changed)
  },
})
