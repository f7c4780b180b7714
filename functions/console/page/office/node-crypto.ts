/** Replaces `node:crypto` in the page, as far as the readers of pairings and PGN use it: the SHA-256 of a text, in hex. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export function createHash(algorithm: 'sha256') {
  if (algorithm !== 'sha256') throw new Error(`the page knows no ${algorithm}`)
  const hash = sha256.create()
  return {
    update(text: string) {
      hash.update(utf8ToBytes(text))
      return this
    },
    digest: (_encoding: 'hex'): string => bytesToHex(hash.digest()),
  }
}
