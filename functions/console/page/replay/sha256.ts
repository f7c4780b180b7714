/**
 * SHA-256 (FIPS 180-4) of one short text at a time, with the names of `@noble/hashes`, in whose place the bundle puts it: a
 * sealed move's digest is all that the page hashes, and the browser's own digest answers too late for a fold.
 */

/** The first 32 bits of the fractional parts of the `root`-th roots of the first primes. */
function fractions(count: number, root: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    let isPrime = true
    for (let by = 2; by * by <= n; by++) isPrime &&= n % by !== 0
    if (isPrime) found.push(((n ** (1 / root) % 1) * 2 ** 32) | 0)
  }
  return found
}

const ROUNDS = fractions(64, 3)
const START = fractions(8, 2)

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Message, a one bit, zeros, the length in bits. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(((message.length + 72) >> 6) << 6)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, message.length * 8)
  return view
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message)
  const state = [...START]
  const w: number[] = []
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    for (let k = 0; k < 64; k++) {
      if (k < 16) w[k] = view.getInt32(block + 4 * k)
      else {
        const [before, last] = [w[k - 15]!, w[k - 2]!]
        const low = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3)
        const high = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10)
        w[k] = (w[k - 16]! + low + w[k - 7]! + high) | 0
      }
      const chosen = (e & f) ^ (~e & g)
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[k]! + w[k]!
      const most = (a & b) ^ (a & c) ^ (b & c)
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, k) => {
      state[k] = (state[k]! + word) | 0
    })
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [k, word] of state.entries()) digest.setInt32(4 * k, word)
  return new Uint8Array(digest.buffer)
}

export const utf8ToBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const bytesToHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
