/** The keys that sign and check tokens: a JWK set whose first key signs and whose others still check. */
import type { CryptoKey, JWK } from 'jose'
import { ok, type Result, refuse } from '../../domain/result.ts'

/**
 * One key as it is in `keys.json` of a data folder or, its public half alone, in the parameter `token-keys` of a stage: `oct`
 * for HS256, `OKP`/Ed25519 for EdDSA.
 */
export type KeyRecord = JWK & { readonly kid: string; readonly alg: 'HS256' | 'EdDSA' }

export interface Key {
  readonly kid: string
  readonly alg: 'HS256' | 'EdDSA'
  /** The signature over a message, as `alg` makes it (RFC 7518, RFC 8037); null where only the public half is held. */
  readonly sign: ((message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>) | null
  readonly check: CryptoKey | Uint8Array
}

/** A rotation puts a new key in front and retains the old one until its last token has expired; the same object shows both. */
export interface Keyring {
  readonly current: Key
  find(kid: string): Key | undefined
}

const MIN_SECRET_BYTES = 32
const HMAC = { name: 'HMAC', hash: 'SHA-256' }
/** RFC 7518, 6.4.1: base64url without padding. */
const SECRET = /^[\w-]+$/

/** Reads a JWK set. Refused (`bad-keys`): none, a kid twice, an unknown kind of key, an HS256 secret below 256 bits. */
export async function openKeyring(records: readonly KeyRecord[]): Promise<Result<Keyring>> {
  const keys = new Map<string, Key>()
  for (const record of records) {
    if (keys.has(record.kid))
      return refuse('bad-keys', `the key ${record.kid} is there twice; each kid names one key`)
    const key = await importKey(record)
    if (!key.ok) return key
    keys.set(record.kid, key.value)
  }
  const [current] = keys.values()
  if (current === undefined) return refuse('bad-keys', 'there is no key; the first of the set signs')
  return ok({ current, find: (kid) => keys.get(kid) })
}

async function importKey(record: KeyRecord): Promise<Result<Key>> {
  const { kid, alg } = record
  const symmetric = alg === 'HS256' && record.kty === 'oct'
  const pair = alg === 'EdDSA' && record.kty === 'OKP' && record.crv === 'Ed25519'
  if (!symmetric && !pair)
    return refuse(
      'bad-keys',
      `the key ${kid} is ${record.kty} for ${alg}; it must be oct for HS256 or Ed25519 for EdDSA`,
    )
  try {
    if (symmetric) {
      const { k = '' } = record
      const secret = Buffer.from(SECRET.test(k) ? k : '', 'base64url')
      if (secret.byteLength < MIN_SECRET_BYTES)
        return refuse(
          'bad-keys',
          `the key ${kid} has ${secret.byteLength} bytes; HS256 wants at least ${MIN_SECRET_BYTES}`,
        )
      // Imported here once: given bytes, jose would import them again for every token.
      const key = await crypto.subtle.importKey('raw', secret, HMAC, false, ['sign', 'verify'])
      return ok({ kid, alg, sign: signWith('HMAC', key), check: key })
    }
    // Members such as `use` and `key_ops` are left out: what a key is used for is decided here.
    const { x = '', d } = record
    const open = { kty: 'OKP', crv: 'Ed25519', x } as const
    const half = (of: JWK, use: 'sign' | 'verify') =>
      crypto.subtle.importKey('jwk', of, 'Ed25519', false, [use])
    const check = await half(open, 'verify')
    const sign = d === undefined ? null : signWith('Ed25519', await half({ ...open, d }, 'sign'))
    return ok({ kid, alg, sign, check })
  } catch {
    // The message of WebCrypto may quote the key.
    return refuse('bad-keys', `the key ${kid} cannot be read as a JWK`)
  }
}

const signWith =
  (algorithm: string, key: CryptoKey): Key['sign'] =>
  async (message) =>
    new Uint8Array(await crypto.subtle.sign(algorithm, key, message))
