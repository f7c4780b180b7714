/** The host's own signing key, made on the first start and kept in the data folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, refuse } from '../../domain/result.ts'
import { type KeyRecord, type Keyring, openKeyring } from '../auth/keyring.ts'

/** Only the owner may read what signs tokens, and the tokens. */
export const PRIVATE = { mode: 0o600 } as const

/** Reads `keys.json` of a folder, or makes it. */
export function folderKeyring(folder: string): Promise<Result<Keyring>> {
  const file = join(folder, 'keys.json')
  const records = existsSync(file) ? readKeys(file) : makeKeys(file)
  if (!Array.isArray(records))
    return Promise.resolve(refuse('bad-keys', `${file} must be a list of JSON Web Keys`))
  return openKeyring(records)
}

const readKeys = (file: string): KeyRecord[] => parsed(readFileSync(file, 'utf8')) as KeyRecord[]

/** What is no JSON is no list of keys either, and is refused as such. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function makeKeys(file: string): KeyRecord[] {
  const k = randomBytes(32).toString('base64url')
  const records: KeyRecord[] = [
    { kid: `host-${randomBytes(4).toString('hex')}`, kty: 'oct', alg: 'HS256', k },
  ]
  writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`, PRIVATE)
  return records
}
