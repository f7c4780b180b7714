/** Ed25519 keys: signing anchors, and checking their signatures. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { ok, type Result, refuse } from '../../../domain/result.ts'

export interface PublicKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the key's 32 bytes. */
  readonly id: string
  /** The 32 bytes as base64url: 43 characters, fit to be printed and typed. */
  readonly text: string
  readonly object: KeyObject
}

/** What signs anchors and how signatures are checked. The keys: a file beside the data (`key-file.ts`), or AWS KMS (`kms.ts`). */
export interface Signer {
  readonly key: PublicKey
  /** 64 bytes of Ed25519 (RFC 8032) over the message itself. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** Of a key file's private half; Ed25519 only (`bad-key`). */
export function localSigner(secret: KeyObject): Result<Signer> {
  const key = publicKeyOf(createPublicKey(secret))
  if (!key.ok) return key
  return ok({ key: key.value, sign: async (message) => sign(null, message, secret) })
}

export function publicKeyOf(object: KeyObject): Result<PublicKey> {
  if (object.asymmetricKeyType !== 'ed25519')
    return refuse('bad-key', `the key is of type ${object.asymmetricKeyType}; it must be Ed25519`)
  const text = object.export({ format: 'jwk' }).x ?? ''
  const id = createHash('sha256').update(Buffer.from(text, 'base64url')).digest('hex').slice(0, 16)
  return ok({ id, text, object })
}

/** A public key as people write it: PEM, or the 32 bytes as base64url, base64 or hexadecimal (`bad-key`). */
export function parsePublicKey(written: string): Result<PublicKey> {
  const text = written.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
  try {
    if (text.includes('PRIVATE KEY'))
      return refuse(
        'bad-key',
        'this is a private key; verifying takes the public one (touchmove anchors key)',
      )
    if (text.startsWith('-----BEGIN')) return publicKeyOf(createPublicKey(text))
    if (bytes.length === 32)
      return publicKeyOf(
        createPublicKey({
          key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
          format: 'jwk',
        }),
      )
  } catch {
    // What node says of a damaged key names no place and no remedy.
  }
  return refuse('bad-key', 'this is no public key; it is PEM, or 32 bytes as base64url or hexadecimal')
}

export function checkSignature(key: PublicKey, message: Uint8Array, signature: string): boolean {
  // Read from a damaged file it may be anything.
  if (typeof signature !== 'string') return false
  const bytes = Buffer.from(signature, 'base64url')
  // The last of 86 characters has four bits to spare: a signature is written in one way.
  return (
    bytes.length === 64 &&
    bytes.toString('base64url') === signature &&
    verify(null, message, key.object, bytes)
  )
}
