/** Tokens over HTTP: the host's own routes, for an administrator beside a running host. In the cloud there are none. */

import * as z from 'zod'
import { fields, line, oneOf } from '../../../events/primitives.ts'
import type { Revocations } from '../../auth/revocations.ts'
import { type Principal, TOKEN_ROLES } from '../../auth/roles.ts'
import type { FolderKeys } from '../../auth/signing-key-file.ts'
import { keysInUse, listTokens, type MintPorts, mintToken, revokeToken } from '../../auth/tokens.ts'
import { json, problem, type Reply } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { Ports } from '../../ports.ts'
import { type Refusal, refused } from '../../refusal.ts'

const entry = z.looseObject({ id: z.string(), principal: z.string(), role: z.string(), scope: z.string() })

const wish = fields({
  role: oneOf(TOKEN_ROLES),
  scope: line(200),
  days: z.number({ error: 'a number of days' }).optional(),
})

/** Only who may do everything everywhere may hand out rights. */
function refusalOfIssuer(principal: Principal | null): Refusal | null {
  if (principal?.role === 'admin' && principal.scope === '*') return null
  return refused('not-allowed', 'tokens are handed out by an admin whose scope is *').error
}

function refusal(principal: Principal | null): Reply | null {
  const found = refusalOfIssuer(principal)
  return found === null ? null : problem(found)
}

const rotation = z.strictObject({ kid: z.string(), kept: z.array(z.string()), dropped: z.array(z.string()) })

export interface TokenParts {
  readonly keys: FolderKeys
  readonly revocations: Revocations
  /** Makes the tokens of tokens.json anew, when the keys that signed them are gone. */
  renewFirstTokens(): Promise<void>
}

export const tokenRoutes = ({ keys, revocations, renewFirstTokens }: TokenParts) => [
  route({
    method: 'POST',
    path: '/tokens',
    summary: 'Mint a token; it is shown this once',
    open: false,
    rights: refusalOfIssuer,
    body: wish,
    replies: {
      201: {
        description: 'Minted',
        content: { 'application/json': z.looseObject({ token: z.string(), entry }) },
      },
    },
    async handler(service: MintPorts, { body, principal }) {
      const refusing = refusal(principal)
      if (refusing !== null) return refusing
      const minted = await mintToken(service, keys.keyring, body)
      return minted.ok ? json(201, minted.value) : problem({ code: 'invalid', message: minted.error.message })
    },
  }),
  route({
    method: 'GET',
    path: '/tokens',
    summary: 'List the tokens that were minted',
    open: false,
    replies: {
      200: {
        description: 'Without the tokens themselves',
        content: { 'application/json': z.looseObject({ tokens: z.array(entry) }) },
      },
    },
    async handler(service: Pick<Ports, 'registry'>, { principal }) {
      return refusal(principal) ?? json(200, { tokens: await listTokens(service) })
    },
  }),
  route({
    method: 'POST',
    path: '/tokens/{id}/revoke',
    summary: 'Revoke a token',
    open: false,
    replies: { 200: { description: 'Revoked', content: { 'application/json': entry } } },
    async handler(service: Pick<Ports, 'clock' | 'registry'>, { params, principal }) {
      const refusing = refusal(principal)
      if (refusing !== null) return refusing
      const revoked = await revokeToken(service, params.id)
      revocations.forget()
      return revoked.ok
        ? json(200, revoked.value)
        : problem({ code: 'not-found', message: revoked.error.message })
    },
  }),
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
      const refusing = refusal(principal)
      if (refusing !== null) return refusing
      const rotated = await keys.rotate(body.atOnce === true ? new Set() : await keysInUse(service))
      if (!rotated.ok) return problem({ code: 'internal', message: rotated.error.message })
      if (body.atOnce === true) await renewFirstTokens()
      return json(200, rotated.value)
    },
  }),
]
