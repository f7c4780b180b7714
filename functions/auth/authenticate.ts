/** Authenticates requests by their bearer token, on the host and in the Lambda authorizer alike. */
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

/**
 * Takes the `Authorization` header. Without one it resolves with null; an invalid one is refused (`not-authenticated`).
 * `verified`: what an authorizer in front of this function found in the same header, so that no signature is checked twice.
 */
export type Authenticate = (
  authorization: string | undefined,
  verified?: VerifiedToken | null,
) => Promise<AppResult<Principal | null>>

/** What a token said when its signature was checked. */
export interface VerifiedToken {
  readonly principal: Principal
  /** When it expires, ms since 1970. */
  readonly until: number
}

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

/** Tokens whose signature was verified are remembered, so many of them: checking Ed25519 costs more than all else here. */
const MAX_REMEMBERED = 1024

/** A verified token and the key that signed it. */
interface SignedToken extends VerifiedToken {
  readonly key: Key
}

/** Checks a token's signature, its expiry and the list of revoked ones. */
export interface TokenVerifier {
  /** Null without a header. */
  verify(authorization: string | undefined): Promise<AppResult<VerifiedToken | null>>
  /** Whether a token whose signature was verified before has neither expired nor been revoked. */
  recheck(token: VerifiedToken): Promise<AppResult<VerifiedToken>>
}

const NOT_IN_USE = 'the token is signed with a key that is not in use'

/** Messages name the reason and never hold any of the token. */
const unauthenticated = (why: string) => refused('not-authenticated', why)

export const authenticator = (...parts: Parameters<typeof tokenVerifier>): Authenticate =>
  authenticateWith(tokenVerifier(...parts))

export const authenticateWith =
  ({ verify, recheck }: TokenVerifier): Authenticate =>
  async (authorization, verified) => {
    const found = await (authorization !== undefined && verified ? recheck(verified) : verify(authorization))
    return found.ok ? { ok: true, value: found.value === null ? null : found.value.principal } : found
  }

export function tokenVerifier(
  ports: Pick<Ports, 'registry' | 'clock'>,
  keyring: Keyring,
  revocations: Revocations = openRevocations(ports),
): TokenVerifier {
  const known = new LRUCache<string, SignedToken>({ max: MAX_REMEMBERED })

  const signed = async (authorization: string): Promise<AppResult<SignedToken>> => {
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
      authorization.slice(0, MAX_HEADER_CHARS + 1),
    )?.[1]
    if (token === undefined || authorization.length > MAX_HEADER_CHARS)
      return unauthenticated('the Authorization header must be "Bearer " and a token')
    const now = ports.clock.now()
    const found = known.get(token)
    // A key that was rotated out is another object or none: what it signed is checked anew.
    if (found !== undefined && now < found.until && keyring.find(found.key.kid) === found.key)
      return { ok: true, value: found }
    known.delete(token)
    const checked = await verified(token, keyring, now)
    if (checked.ok) known.set(token, checked.value)
    return checked
  }

  const recheck = async (token: VerifiedToken): Promise<AppResult<VerifiedToken>> => {
    if (ports.clock.now() >= token.until) return unauthenticated('the token has expired')
    // Asked every time: a revocation must not wait for anything remembered here, or by an authorizer.
    if (await revocations.has(token.principal.token)) return unauthenticated('the token has been revoked')
    return { ok: true, value: token }
  }

  return {
    recheck,
    async verify(authorization) {
      if (authorization === undefined) return { ok: true, value: null }
      const found = await signed(authorization)
      if (!found.ok) return found
      if (await revocations.hasKey(found.value.key.kid)) return unauthenticated(NOT_IN_USE)
      return recheck(found.value)
    },
  }
}

async function verified(token: string, keyring: Keyring, now: number): Promise<AppResult<SignedToken>> {
  try {
    let key: Key | undefined
    const { payload } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        key = kid === undefined ? undefined : keyring.find(kid)
        // A token's header names an algorithm; only that of the key is accepted.
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
  if (error instanceof errors.JWKSNoMatchingKey) return NOT_IN_USE
  return 'the token is not one that this service has signed'
}
