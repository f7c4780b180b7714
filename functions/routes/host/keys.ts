/** POST /keys/rotate: rotates the keys that sign a host's tokens. Those of a deployed service lie in KMS (docs/deploy.md). */
import * as z from 'zod'
import { fields } from '../../../events/primitives.ts'
import type { FolderKeys } from '../../auth/signing-key-file.ts'
import { dropKeys, keysInUse } from '../../auth/tokens.ts'
import { json, problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { Ports } from '../../ports.ts'
import { refusalOfIssuer } from '../tokens.ts'

const rotation = z.strictObject({ kid: z.string(), kept: z.array(z.string()), dropped: z.array(z.string()) })

/** `renewFirstTokens` makes the tokens of tokens.json anew, when the keys that signed them are gone. */
export const rotateKeysRoute = (keys: FolderKeys, renewFirstTokens: () => Promise<void>) =>
  route({
    method: 'POST',
    path: '/keys/rotate',
    summary: 'Sign with a new key from now on',
    open: false,
    rights: refusalOfIssuer,
    body: fields({ atOnce: z.boolean({ error: 'true or false' }).optional() }),
    replies: {
      200: {
        description:
          'Keys with tokens that have not expired stay, unless `atOnce` drops them with their tokens',
        content: { 'application/json': rotation },
      },
    },
    async handler(service: Pick<Ports, 'clock' | 'registry'>, { principal, body }) {
      const refusal = refusalOfIssuer(principal)
      if (refusal !== null) return problem(refusal)
      const rotated = await keys.rotate(body.atOnce === true ? new Set() : await keysInUse(service))
      if (!rotated.ok) return problem({ code: 'internal', message: rotated.error.message })
      // Other hosts on the same database still have the keys in memory.
      await dropKeys(service, rotated.value.dropped)
      if (body.atOnce === true) await renewFirstTokens()
      return json(200, rotated.value)
    },
  })
