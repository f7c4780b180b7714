/** The key file that signs the anchors of a data folder: made on the first start, readable by its owner alone. */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, refuse } from '../../../domain/result.ts'
import { localSigner, type Signer } from './signer.ts'

export const KEY_FILE = 'anchor-key.pem'

/** Reads the folder's key: `key-missing`, `bad-key`. `make`: where it is missing, makes it. */
export function folderSigner(folder: string, make = false): Result<Signer> {
  const file = join(folder, KEY_FILE)
  try {
    const pem = pemIn(file) ?? (make ? newPem(file) : null)
    if (pem === null) return refuse('key-missing', `${file} is missing`)
    return localSigner(createPrivateKey(pem))
  } catch (error) {
    return refuse('bad-key', `${file} is no private key in PEM: ${(error as Error).message}`)
  }
}

function pemIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

function newPem(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  // `wx`: of two who start at once one makes the key; the other's database is locked anyway.
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  return pem
}
