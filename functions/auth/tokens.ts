/** Tokens: minted, listed, revoked. The token itself is shown once and not stored. */
import { ok, type Result, refuse } from '../../domain/result.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { type Page, type PageRequest, readPage } from '../store/pages.ts'
import type { Keyring } from './keyring.ts'
import type { TokenRole } from './roles.ts'
import { scopeFor } from './scope.ts'

/** What is stored of a token. Instants are RFC 3339. */
export interface TokenEntry {
  readonly id: string
  /** The reporter: events' `principal`. */
  readonly principal: string
  readonly role: TokenRole
  readonly scope: string
  readonly kid: string
  readonly issuedAt: string
  readonly expires: string
  readonly revokedAt?: string
}

export interface TokenRequest {
  readonly role: TokenRole
  readonly scope: string
  /** Days until it expires: 30 by default, at most 3660. */
  readonly days?: number | undefined
  /** A renewed token names its reporter again, so that they may correct what they reported with the old one. */
  readonly principal?: string | undefined
}

/** The `iss` of all tokens. */
export const ISSUER = 'touchmove'

const DAY_MS = 86_400_000
const MAX_DAYS = 3660
const LIST = 'tokens'

const entries = (ports: Pick<Ports, 'registry'>) => ports.registry as Documents<TokenEntry>

export type MintPorts = Pick<Ports, 'clock' | 'ids' | 'registry'>

/** Mints a token. Refused: `bad-scope`, `bad-days`, and `bad-keys` where the current key has no private half. */
export async function mintToken(
  ports: MintPorts,
  keyring: Keyring,
  request: TokenRequest,
): Promise<Result<{ token: string; entry: TokenEntry }>> {
  const { role, days = 30 } = request
  const scope = scopeFor(role, request.scope)
  if (!scope.ok) return scope
  if (!(days > 0 && days <= MAX_DAYS))
    return refuse('bad-days', `days is ${days}; it must be above 0 and at most ${MAX_DAYS}`)
  const { kid, alg, sign } = keyring.current
  if (sign === null)
    return refuse('bad-keys', `the key ${kid} has no private half: it checks tokens and mints none`)
  const id = ports.ids.next()
  const principal = request.principal ?? `${role}-${id}`
  // JWT counts whole seconds (RFC 7519, NumericDate).
  const issued = Math.floor(ports.clock.now() / 1000)
  const expires = issued + Math.ceil((days * DAY_MS) / 1000)
  const claims = { role, scope: scope.value, iss: ISSUER, sub: principal, jti: id, iat: issued, exp: expires }
  const signed = `${encoded({ alg, kid, typ: 'JWT' })}.${encoded(claims)}`
  const token = `${signed}.${Buffer.from(await sign(new TextEncoder().encode(signed))).toString('base64url')}`
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString()
  const entry = {
    id,
    principal,
    role,
    scope: scope.value,
    kid,
    issuedAt: instant(issued),
    expires: instant(expires),
  }
  await entries(ports).put(LIST, id, entry)
  return ok({ token, entry })
}

/** A part of a token in base64url (RFC 7515, 7.1). jose is not used for signing, since the key may lie in KMS. */
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The tokens that were ever minted in this registry, oldest first. */
export const listTokens = (
  ports: Pick<Ports, 'registry'>,
  page: PageRequest = {},
): Promise<Page<TokenEntry>> => readPage(entries(ports), LIST, page)

/** Whether any token was ever minted in this registry. */
export async function hasTokens(ports: Pick<Ports, 'registry'>): Promise<boolean> {
  for await (const _ of entries(ports).query(LIST, '', undefined, 1)) return true
  return false
}

/** The `kid` of each key with a token that is neither expired nor revoked. */
export async function keysInUse(ports: Pick<Ports, 'registry' | 'clock'>): Promise<Set<string>> {
  const now = new Date(ports.clock.now()).toISOString()
  const inUse = new Set<string>()
  for await (const { value } of entries(ports).query(LIST))
    if (value.revokedAt === undefined && value.expires > now) inUse.add(value.kid)
  return inUse
}

/** What is known of a revoked token; of one that was minted elsewhere, only its id and expiry. */
export type RevokedToken = Pick<TokenEntry, 'id' | 'expires'> & Partial<TokenEntry>

/**
 * Revokes a token, which other processes notice within seconds. Refused: `unknown-token` for one that is not listed here, unless
 * `expires` (RFC 3339) says how long the revocation must last, since a token minted in a data folder is accepted by a deployed
 * service too; `bad-expiry` where that instant is over.
 */
export async function revokeToken(
  ports: Pick<Ports, 'registry' | 'clock'>,
  id: string,
  expires?: string,
): Promise<Result<RevokedToken>> {
  const now = new Date(ports.clock.now()).toISOString()
  const listed = (await entries(ports).get(LIST, id))?.value
  if (listed === undefined && expires === undefined)
    return refuse(
      'unknown-token',
      `there is no token ${id}; \`token list\` shows them. One that was minted elsewhere is revoked with \`expires\`, when it would expire`,
    )
  if (listed === undefined && expires! <= now)
    return refuse(
      'bad-expiry',
      `expires is ${expires}; it must be later than now, or the token opens nothing anyway`,
    )
  const revoked = { ...(listed ?? { id, expires: expires! }), revokedAt: listed?.revokedAt ?? now }
  await revocations(ports).put(REVOKED, id, { expires: revoked.expires })
  if (listed !== undefined) await entries(ports).put(LIST, id, { ...listed, revokedAt: revoked.revokedAt })
  await forgetExpired(ports)
  return ok(revoked)
}

const REVOKED = 'revoked'

const revocations = (ports: Pick<Ports, 'registry'>) => ports.registry as Documents<{ expires: string }>

/** The id of a dropped key in the list of revocations; no token's id has a `#`. */
export const droppedKey = (kid: string): string => `key#${kid}`

/** Revokes all tokens that were signed with these keys; hosts that share the registry notice within seconds. */
export async function dropKeys(
  ports: Pick<Ports, 'registry' | 'clock'>,
  kids: readonly string[],
): Promise<void> {
  const expires = new Date(ports.clock.now() + MAX_DAYS * DAY_MS).toISOString()
  for (const kid of kids) await revocations(ports).put(REVOKED, droppedKey(kid), { expires })
}

/**
 * Ids of revoked tokens that have not expired, and of dropped keys (`droppedKey`). Nothing is written, since functions that only
 * read have no right to.
 */
export async function revokedTokens(ports: Pick<Ports, 'registry' | 'clock'>): Promise<Set<string>> {
  const now = new Date(ports.clock.now()).toISOString()
  const ids = new Set<string>()
  for await (const { sk, value } of revocations(ports).query(REVOKED)) if (value.expires > now) ids.add(sk)
  return ids
}

/** Deletes revocations of tokens that have expired, so that the list stays short. */
async function forgetExpired(ports: Pick<Ports, 'registry' | 'clock'>): Promise<void> {
  const now = new Date(ports.clock.now()).toISOString()
  for await (const { sk, value } of revocations(ports).query(REVOKED))
    if (value.expires <= now) await revocations(ports).delete(REVOKED, sk)
}
