/** Moves as programs write them, packed: up to seven bytes in two numbers. A file has the same few thousand over and over. */

import { enclosed } from '../chess/enclosed.ts'

/** `Nbxd7+`, `e8=Q#`, `O-O`: with what such a word begins (2), what else it holds (1); anything else is read with more care. */
const PLAIN = new Uint8Array(256)
for (const char of '12345678x+#=-') PLAIN[char.charCodeAt(0)] = 1
for (const char of 'abcdefghKQRBNO') PLAIN[char.charCodeAt(0)] = 2
const LONGEST = 7
const HYPHEN = 45

export const beginsPlainMove = (code: number): boolean => PLAIN[code] === 2

/** The word that `readPlainMove` found last, its first byte lowest. */
export const found = { low: 0, high: 0 }

/** Behind the plain move at `i`, with a blank or a line's end there; `i` itself for any other word. */
export function readPlainMove(codes: Uint8Array, i: number): number {
  let low = 0
  let high = 0
  let end = i
  let code = codes[end]!
  let shift = 0
  for (; PLAIN[code] !== 0; code = codes[++end]!) {
    if (shift < 32) low |= code << shift
    else if (shift < LONGEST * 8) high |= code << (shift - 32)
    else return i
    shift += 8
  }
  if (code > 32 || end - i < 2) return i
  // `Nf31-0`: a marker glued to the move.
  if (codes[end - 2] === HYPHEN && codes[end - 1]! < 58) return i
  const place = placeOf(low, high)
  knownLow[place] = low
  knownHigh[place] = high
  found.low = low
  found.high = high
  return end
}

/** Words that `readPlainMove` has read, by hash: a word that stands here need not be looked at sign by sign. */
const KNOWN_BITS = 12
const knownLow = new Int32Array(1 << KNOWN_BITS)
const knownHigh = new Int32Array(1 << KNOWN_BITS)

/** Behind the word at `i` where it is known, `i` itself otherwise. */
export const readKnownWord = enclosed(() => {
  const lows = knownLow
  const highs = knownHigh
  const word = found

  /** The first byte that is a blank or a line's end, as its highest bit; bytes above it may be marked wrongly. */
  const blanksIn = (four: number): number => (four - 0x21212121) & ~four & 0x80808080

  return (view: DataView, i: number): number => {
    let low = view.getInt32(i, true)
    let high = 0
    let length: number
    const blank = blanksIn(low)
    if (blank !== 0) {
      length = (31 - Math.clz32(blank & -blank)) >> 3
      low &= (1 << (length << 3)) - 1
    } else {
      high = view.getInt32(i + 4, true)
      const later = blanksIn(high)
      if (later === 0) return i
      length = (31 - Math.clz32(later & -later)) >> 3
      high &= (1 << (length << 3)) - 1
      length += 4
    }
    const place = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 20
    if (lows[place] !== low || highs[place] !== high) return i
    word.low = low
    word.high = high
    return i + length
  }
})

const placeOf = (low: number, high: number): number =>
  (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - KNOWN_BITS)

/** Slots by hash, each with the word's two numbers and the word. */
const SLOT_BITS = 12
const lows = new Int32Array(1 << SLOT_BITS)
const highs = new Int32Array(1 << SLOT_BITS)
const words: string[] = new Array<string>(1 << SLOT_BITS).fill('')

/** A place of `1 << 12` for a packed word: others may share it. */
export const slotOf = (low: number, high: number): number =>
  (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - SLOT_BITS)

/** The word as text, one string for each as far as the slots go. */
export function packedWord(low: number, high: number): string {
  const slot = slotOf(low, high)
  if (lows[slot] === low && highs[slot] === high) return words[slot]!
  let word = ''
  for (let part = low, rest = high, place = 0; part !== 0; place++) {
    word += String.fromCharCode(part & 255)
    part = place === 3 ? rest : part >>> 8
    if (place === 3) rest = 0
  }
  lows[slot] = low
  highs[slot] = high
  words[slot] = word
  return word
}
