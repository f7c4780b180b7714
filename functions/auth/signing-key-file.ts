/** The host's own signing keys: made on the first start, stored in the data folder, rotated on demand. */

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../domain/json-text.ts'
import { ok, type Result, refuse } from '../../domain/result.ts'
import { type KeyRecord, type Keyring, openKeyring } from './keyring.ts'

export const KEYS_FILE = 'keys.json'

/** Only the owner may read what signs tokens, and the tokens. */
const PRIVATE = { mode: 0o600 } as const

export interface Rotation {
  /** The key that signs from now on. */
  readonly kid: string
  /** Keys that still check tokens. */
  readonly kept: readonly string[]
  /** Keys that were removed: their tokens are invalid. */
  readonly dropped: readonly string[]
}

export interface FolderKeys {
  /** Follows each rotation. */
  readonly keyring: Keyring
  /** Puts a new key in front and retains of the others those whose `kid` is in `needed`. */
  rotate(needed: ReadonlySet<string>): Promise<Result<Rotation>>
  /**
   * The public halves of those keys that have one, newest first, for a deployed service; `shared-secret` where the first has
   * none.
   */
  publicHalves(): Result<KeyRecord[]>
}

/** Reads `keys.json` of a folder. Refused: `key-missing`, `bad-keys`. `make`: creates file and folder where they are missing. */
export async function folderKeys(folder: string, make = false): Promise<Result<FolderKeys>> {
  const file = join(folder, KEYS_FILE)
  const isThere = existsSync(file)
  if (!isThere && !make) return refuse('key-missing', `${file} is missing`)
  if (!isThere) mkdirSync(folder, { recursive: true })
  let records = isThere ? readKeys(file) : writeKeys(file, [newKey()])
  if (!Array.isArray(records)) return refuse('bad-keys', `${file} must be a list of JSON Web Keys`)
  const opened = await openKeyring(records)
  if (!opened.ok) return refuse('bad-keys', `${file}: ${opened.error.message}`)
  let openKeys = opened.value
  const keyring: Keyring = {
    get current() {
      return openKeys.current
    },
    find: (kid) => openKeys.find(kid),
  }
  return ok({
    keyring,
    async rotate(needed) {
      const key = newKey()
      const retained = records.filter(({ kid }) => needed.has(kid))
      const dropped = records.filter(({ kid }) => !needed.has(kid))
      const next = await openKeyring([key, ...retained])
      if (!next.ok) return next
      records = writeKeys(file, [key, ...retained])
      openKeys = next.value
      const kids = (some: readonly KeyRecord[]) => some.map(({ kid }) => kid)
      return ok({ kid: key.kid, kept: kids(retained), dropped: kids(dropped) })
    },
    publicHalves() {
      if (records[0]?.kty !== 'OKP')
        return refuse(
          'shared-secret',
          `${file}: the key that signs is a shared secret and has no public half; \`touchmove token rotate\` makes one that has`,
        )
      return ok(records.flatMap(publicHalf))
    },
  })
}

/** What is no JSON is refused as no list of keys. */
const readKeys = (file: string): KeyRecord[] => parseJson(readFileSync(file, 'utf8')) as KeyRecord[]

/** Ed25519 (RFC 8037): a checker of tokens cannot mint them. */
function newKey(): KeyRecord {
  const { crv, d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  if (crv === undefined || d === undefined || x === undefined)
    throw new Error('node:crypto made no Ed25519 key')
  return { kid: `host-${randomBytes(4).toString('hex')}`, kty: 'OKP', crv, alg: 'EdDSA', d, x }
}

/** Nothing for a shared secret. Fields are named one by one, so that nothing else of the file gets out. */
function publicHalf({ kid, kty, crv, alg, x }: KeyRecord): KeyRecord[] {
  if (kty !== 'OKP' || crv === undefined || x === undefined) return []
  return [{ kid, kty, crv, alg, x }]
}

function writeKeys(file: string, records: KeyRecord[]): KeyRecord[] {
  writePrivate(file, records)
  return records
}

/** Writes to a temporary file and renames it: a power cut leaves the old file or the new one, never a part. */
export function writePrivate(file: string, value: unknown): void {
  const beside = `${file}.new`
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { ...PRIVATE, flush: true })
  renameSync(beside, file)
}
