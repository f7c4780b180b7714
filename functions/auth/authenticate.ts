/** Who sends a request: the bearer token checked, for the host and for the Lambda authorizer alike. */
import { errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Ports } from '../ports.ts'
import { type Outcome, refused } from '../refusal.ts'
import type { Keyring } from './keyring.ts'
import { openRevocations, type Revocations } from './revocations.ts'
import { type Principal, ROLES } from './roles.ts'
import { scopeFor } from './scope.ts'
import { ISSUER } from './tokens.ts'

/** Takes the `Authorization` header. No header is nobody (null); a header that does not hold is `not-authenticated`. */
export type Authenticate = (authorization: string | undefined) => Promise<Outcome<Principal | null>>

/** Longer headers are no tokens of ours. */
const MOST_CHARACTERS = 4096

const claims = z
  .object({ jti: z.string().min(1), sub: z.string().min(1), role: z.enum(ROLES), scope: z.string() })
  .refine(({ role, scope }) => scopeFor(role, scope).ok)

/** Messages name the reason and never hold any of the token. */
const no = (why: string) => refused('not-authenticated', why)

export function authenticator(
  ports: Pick<Ports, 'registry' | 'clock'>,
  keyring: Keyring,
  revocations: Revocations = openRevocations(ports),
): Authenticate {
  return async (authorization) => {
    if (authorization === undefined) return { ok: true, value: null }
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization.slice(0, MOST_CHARACTERS + 1))?.[1]
    if (token === undefined || authorization.length > MOST_CHARACTERS)
      return no('the Authorization header must be "Bearer " and a token')
    const payload = await verified(token, keyring, ports.clock.now())
    if (!payload.ok) return payload
    const parsed = claims.safeParse(payload.value)
    if (!parsed.success) return no('the token lacks what this service writes into its tokens')
    const { jti, sub, role, scope } = parsed.data
    if (await revocations.has(jti)) return no('the token has been revoked')
    return { ok: true, value: { id: sub, token: jti, role, scope } }
  }
}

async function verified(token: string, keyring: Keyring, now: number): Promise<Outcome<unknown>> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        const key = kid === undefined ? undefined : keyring.find(kid)
        // A token says itself how it is signed; only the way that belongs to the key counts.
        if (key === undefined || key.alg !== alg) throw new errors.JWKSNoMatchingKey()
        return key.check
      },
      { issuer: ISSUER, currentDate: new Date(now), requiredClaims: ['exp'] },
    )
    return { ok: true, value: payload }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return no(reasonOf(error))
  }
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired'
  if (error instanceof errors.JWKSNoMatchingKey) return 'the token is signed with a key that is not in use'
  return 'the token is not one that this service has signed'
}
