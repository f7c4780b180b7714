/** Anchors signed by AWS KMS: an asymmetric key of spec ECC_NIST_EDWARDS25519 (Ed25519) that cannot be exported. */
import { createPublicKey } from 'node:crypto'
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { publicKeyOf, type Signer } from './signer.ts'

/**
 * The key is asked for its public half once. KMS signs Ed25519 with algorithm ED25519_SHA_512 and message type RAW, at most
 * 4096 bytes (https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html); an anchor's body has some 400.
 */
export async function kmsSigner(client: KMSClient, keyId: string): Promise<Result<Signer>> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }))
  if (PublicKey === undefined) return refuse('bad-key', `KMS gives no public key for ${keyId}`)
  const object = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' })
  const key = publicKeyOf(object)
  if (!key.ok) return key
  return ok({
    key: key.value,
    async sign(message) {
      const command = new SignCommand({
        KeyId: keyId,
        Message: message,
        MessageType: 'RAW',
        SigningAlgorithm: 'ED25519_SHA_512',
      })
      const { Signature } = await client.send(command)
      if (Signature === undefined) throw new Error(`KMS gave no signature with ${keyId}`)
      return Signature
    },
  })
}
