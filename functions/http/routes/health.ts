/** GET /healthz: whether the service answers. */
import * as z from 'zod'
import { json } from '../reply.ts'
import { route } from '../route.ts'

export const health = route({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the service answers',
  open: true,
  replies: {
    200: {
      description: 'It does',
      content: { 'application/json': z.strictObject({ status: z.literal('ok') }) },
    },
  },
  handler: () => json(200, { status: 'ok' }),
})
