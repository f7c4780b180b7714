/**
 * Routes for admins that mint, list and revoke tokens. A host signs with its folder's key, a deployed service with a key in
 * KMS.
 */
import * as z from 'zod'
import type { Result } from '../../domain/result.ts'
import { fields, instant, line, oneOf } from '../../events/primitives.ts'
import type { Keyring } from '../auth/keyring.ts'
import type { Revocations } from '../auth/revocations.ts'
import { type Principal, TOKEN_ROLES } from '../auth/roles.ts'
import { listTokens, mintToken, revokeToken } from '../auth/tokens.ts'
import { nextOfPage, pageQuery, withNextLink } from '../http/pages.ts'
import { json, problem } from '../http/reply.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import { type Refusal, refused } from '../refusal.ts'

/** What these routes need beside the store. */
export interface TokenDeps extends Pick<Ports, 'clock' | 'ids' | 'registry'> {
  /** The key that signs tokens, with those that check them. `bad-keys`: this service has none that signs. */
  signingKeys(): Promise<Result<Keyring>>
  readonly revocations: Revocations
}

const entry = z.looseObject({ id: z.string(), principal: z.string(), role: z.string(), scope: z.string() })

const wish = fields({
  role: oneOf(TOKEN_ROLES),
  scope: line(200),
  days: z.number({ error: 'a number of days' }).optional(),
})

/** Refuses all but admins with scope `*`, since a token can have any right. */
export function refusalOfIssuer(principal: Principal | null): Refusal | null {
  if (principal?.role === 'admin' && principal.scope === '*') return null
  return refused('not-allowed', 'tokens are handed out by an admin whose scope is *').error
}

export const TOKEN_ROUTES = [
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
    async handler(deps: TokenDeps, { body, principal }) {
      const refusal = refusalOfIssuer(principal)
      if (refusal !== null) return problem(refusal)
      const keys = await deps.signingKeys()
      if (!keys.ok) return problem({ code: 'not-found', message: keys.error.message })
      const minted = await mintToken(deps, keys.value, body)
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
        content: { 'application/json': z.looseObject({ tokens: z.array(entry), next: nextOfPage }) },
      },
    },
    query: pageQuery,
    async handler(deps: TokenDeps, { query, principal }) {
      const refusal = refusalOfIssuer(principal)
      if (refusal !== null) return problem(refusal)
      const { items: tokens, next } = await listTokens(deps, query)
      return withNextLink(json(200, { tokens, next }), query, next === undefined ? null : { after: next })
    },
  }),
  route({
    method: 'POST',
    path: '/tokens/{id}/revoke',
    summary: 'Revoke a token',
    open: false,
    rights: refusalOfIssuer,
    query: z.strictObject({ expires: instant.optional() }, { error: 'expires' }),
    replies: {
      200: {
        description: 'Revoked; of a token minted elsewhere, until `expires`',
        content: { 'application/json': z.looseObject({ id: z.string(), expires: z.string() }) },
      },
    },
    async handler(deps: TokenDeps, { params, query, principal }) {
      const refusal = refusalOfIssuer(principal)
      if (refusal !== null) return problem(refusal)
      const revoked = await revokeToken(deps, params.id, query.expires)
      deps.revocations.forget()
      if (revoked.ok) return json(200, revoked.value)
      const code = revoked.error.code === 'unknown-token' ? 'not-found' : 'invalid'
      return problem({ code, message: revoked.error.message })
    },
  }),
]
