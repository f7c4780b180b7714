/** GET /healthz: whether the service can do its work. */
import * as z from 'zod'
import { type Health, publicHealth } from '../app/health.ts'
import { refusalOf } from '../auth/authorise.ts'
import { json, problem } from '../http/reply.ts'
import { route } from '../http/route.ts'

const measure = z.union([z.number(), z.null()])

const shown = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  store: z.literal('ok'),
  /** Seconds by which views are behind the record. Numbers are null for readers who may not read everything. */
  lag: measure,
  quarantined: measure,
  diskFree: measure,
  witnessed: measure,
  unwitnessed: measure,
  problems: z.array(z.string()),
})

export const healthRoute = route({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the service can do its work; 503 where it cannot',
  open: true,
  replies: {
    200: {
      description: 'It can; `degraded` where somebody should look',
      content: { 'application/json': shown },
    },
  },
  async handler(service: { checkHealth(): Promise<Health> }, { principal }) {
    const health = await service.checkHealth()
    const shown = refusalOf(principal, 'read', {}) === null ? health : publicHealth(health)
    if (health.status !== 'failing') return json(200, shown)
    return problem({ code: 'unavailable', message: shown.problems.join('; ') })
  },
})
