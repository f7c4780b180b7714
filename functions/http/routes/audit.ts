/** GET /games/{g}/audit: the commits with their hashes, and who reported what. */
import { readAudit } from '../../record/read-game.ts'
import { answer, json } from '../reply.ts'
import { route } from '../route.ts'
import { auditTrail } from '../shown.ts'

export const audit = route({
  method: 'GET',
  path: '/games/{g}/audit',
  summary: 'Read the commits of a game as they are stored and hashed',
  open: true,
  replies: { 200: { description: 'The chain', content: { 'application/json': auditTrail } } },
  async handler(service, { params, principal }) {
    return answer(await readAudit(service, principal, params.g), (trail) => json(200, trail))
  },
})
