/** GET /games/{g}/audit: the commits with their hashes, who reported what, and the anchors that vouch for them. */
import { proofsOf } from '../../anchors/proofs.ts'
import { glanceOf } from '../../record/past.ts'
import { readAudit } from '../../record/read-game.ts'
import { json, problem } from '../reply.ts'
import { route } from '../route.ts'
import { auditTrail } from '../shown.ts'

export const audit = route({
  method: 'GET',
  path: '/games/{g}/audit',
  summary: 'Read the commits of a game as they are stored and hashed',
  open: true,
  feed: true,
  replies: { 200: { description: 'The chain', content: { 'application/json': auditTrail } } },
  async handler(service, { params, principal, ...viewer }) {
    const trail = await readAudit(service, principal, params.g, glanceOf(viewer))
    if (!trail.ok) return problem(trail.error)
    const last = trail.value.commits.at(-1)?.n ?? 0
    const anchors = (await proofsOf(service, trail.value.stream)).filter(({ leaf }) => leaf.n <= last)
    return json(200, { ...trail.value, anchors })
  },
})
