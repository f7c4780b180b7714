/** GET /games/{g}/audit: the commits with their hashes, and who reported what. */
import { glanceOf } from '../../record/past.ts'
import { readAudit } from '../../record/read-game.ts'
import { answer, json } from '../reply.ts'
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
    return answer(trail, (shown) => json(200, shown))
  },
})
