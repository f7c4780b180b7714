/** The public half of a key in AWS KMS that signs tokens, as a deployed service is given it beside a folder's. */
import { createPublicKey } from 'node:crypto'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import type { KeyRecord } from '../../auth/keyring.ts'
import { publicKeyOf } from '../../integrity/anchors/signer.ts'

/** Reads a SubjectPublicKeyInfo in base64, as KMS gives it; its `kid` is made of the first digits of its id. Refuses with `bad-key`. */
export function kmsPublicKey(base64: string): Result<KeyRecord> {
  try {
    const read = publicKeyOf(
      createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }),
    )
    if (!read.ok) return read
    const { id, text } = read.value
    return ok({ kid: `kms-${id.slice(0, 8)}`, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: text })
  } catch {
    // Node's own message about a damaged key names no place and no remedy.
    return refuse('bad-key', 'this is no public key in base64')
  }
}
