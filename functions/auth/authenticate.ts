/** Who sends a request: the bearer token checked, for the host and for the Lambda authorizer alike. */
import { errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { Key, Keyring } from './keyring.ts'
import { openRevocations, type Revocations } from './revocations.ts'
import { type Principal, TOKEN_ROLES } from './roles.ts'
import { scopeFor } from './scope.ts'
import { ISSUER } from './tokens.ts'

/** Takes the `Authorization` header. No header is nobody (null); a header that does not hold is `not-authenticated`. */
export type Authenticate = (authorization: string | undefined) => Promise<AppResult<Principal | null>>

/** Longer headers are no tokens of ours. */
const MAX_HEADER_CHARS = 4096

const claims = z
  .object({
    jti: z.string().min(1),
    sub: z.string().min(1),
    role: z.enum(TOKEN_ROLES),
    scope: z.string(),
    exp: z.number(),
  })
  .refine(({ role, scope }) => scopeFor(role, scope).ok)

/** Signatures found good are remembered for so many tokens: checking Ed25519 is dearer than all else a request does here. */
const MAX_REMEMBERED = 1024

/** What a token said when its signature was checked, and the key that made it. */
interface VerifiedToken {
  readonly principal: Principal
  readonly key: Key
  /** When it expires, ms since 1970. */
  readonly until: number
}

/** Messages name the reason and never hold any of the token. */
const unauthenticated = (why: string) => refused('not-authenticated', why)

export function authenticator(
  ports: Pick<Ports, 'registry' | 'clock'>,
  keyring: Keyring,
  revocations: Revocations = openRevocations(ports),
): Authenticate {
  const known = new LRUCache<string, VerifiedToken>({ max: MAX_REMEMBERED })
  return async (authorization) => {
    if (authorization === undefined) return { ok: true, value: null }
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
      authorization.slice(0, MAX_HEADER_CHARS + 1),
    )?.[1]
    if (token === undefined || authorization.length > MAX_HEADER_CHARS)
      return unauthenticated('the Authorization header must be "Bearer " and a token')
    const now = ports.clock.now()
    let found = known.get(token)
    // A key that was rotated out is another object or none: what it signed is checked anew.
    if (found !== undefined && (now >= found.until || keyring.find(found.key.kid) !== found.key)) {
      known.delete(token)
      found = undefined
    }
    if (found === undefined) {
      const checked = await verified(token, keyring, now)
      if (!checked.ok) return checked
      found = checked.value
      known.set(token, found)
    }
    // Asked every time: a revocation must not wait for anything remembered here.
    if (await revocations.has(found.principal.token)) return unauthenticated('the token has been revoked')
    return { ok: true, value: found.principal }
  }
}

async function verified(token: string, keyring: Keyring, now: number): Promise<AppResult<VerifiedToken>> {
  try {
    let key: Key | undefined
    const { payload } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        key = kid === undefined ? undefined : keyring.find(kid)
        // A token says itself how it is signed; only the way that belongs to the key counts.
        if (key === undefined || key.alg !== alg) throw new errors.JWKSNoMatchingKey()
        return key.check
      },
      { issuer: ISSUER, currentDate: new Date(now), requiredClaims: ['exp'] },
    )
    const parsed = claims.safeParse(payload)
    if (key === undefined || !parsed.success)
      return unauthenticated('the token lacks what this service writes into its tokens')
    const { jti, sub, role, scope, exp } = parsed.data
    return { ok: true, value: { principal: { id: sub, token: jti, role, scope }, key, until: exp * 1000 } }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return unauthenticated(reasonOf(error))
  }
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired'
  if (error instanceof errors.JWKSNoMatchingKey) return 'the token is signed with a key that is not in use'
  return 'the token is not one that this service has signed'
}
