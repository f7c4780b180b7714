/** POST /anchors: has an embedded host anchor heads at once. A deployed service anchors by its schedule alone. */
import * as z from 'zod'
import { fields } from '../../../events/primitives.ts'
import { refusalUnlessFullAdmin } from '../../app/whole-record.ts'
import { json, problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { Anchorer } from '../../integrity/anchors/anchorer.ts'

const STREAM = 'game#G or round#T/R'

export const anchorNowRoute = (anchorer: Pick<Anchorer, 'onChange' | 'flush'>) =>
  route({
    method: 'POST',
    path: '/anchors',
    summary: 'Anchor the heads of these streams now',
    open: false,
    rights: refusalUnlessFullAdmin,
    maxBytes: 1024 * 1024,
    body: fields({
      streams: z
        .array(z.string().regex(/^(?:game#[\w-]{1,64}|round#[\w-]{1,64}\/[\w-]{1,64})$/, { error: STREAM }), {
          error: 'a list of streams',
        })
        .max(20_000, { error: 'at most 20000' }),
    }),
    replies: {
      200: {
        description: 'The anchor; null if there was nothing to anchor',
        content: { 'application/json': z.strictObject({ anchor: z.looseObject({ n: z.int() }).nullable() }) },
      },
    },
    async handler(_service: unknown, { body, principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      if (refusal !== null) return problem(refusal)
      for (const stream of body.streams) await anchorer.onChange(stream)
      const stored = await anchorer.flush()
      return json(200, { anchor: stored?.anchor ?? null })
    },
  })
