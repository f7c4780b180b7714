/** GET /metrics: the host's metrics, for a monitor in the hall. In the cloud CloudWatch has those of the platform. */
import * as z from 'zod'
import { refusalOf } from '../../auth/authorise.ts'
import { problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { MetricsRegistry } from '../../observability/metrics-registry.ts'

/** The metrics change with all games without delay, so the route is for tokens that may read everything. */
export const metricsRoute = (registry: MetricsRegistry) =>
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Read the figures of the service (Prometheus text format)',
    open: false,
    replies: { 200: { description: 'Figures', content: { 'text/plain': z.string() } } },
    async handler(_service: unknown, { principal }) {
      const refusal = refusalOf(principal, 'read', {})
      if (refusal !== null) return problem(refusal)
      return {
        statusCode: 200,
        headers: { 'content-type': registry.contentType },
        body: await registry.render(),
      }
    },
  })
