/** Keys for tests: made anew, never written anywhere. */
import { generateKeyPairSync } from 'node:crypto'
import { localSigner, type Signer } from '../../../functions/integrity/anchors/signer.ts'

export function testSigner(): Signer {
  const signer = localSigner(generateKeyPairSync('ed25519').privateKey)
  if (!signer.ok) throw new Error(signer.error.message)
  return signer.value
}
