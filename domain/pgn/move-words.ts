/** Moves as programs write them, and one string for each: a file has the same few thousand over and over. */

/** `Nbxd7+`, `e8=Q#`, `O-O`: with what such a word begins (2), what else it holds (1); anything else is read with more care. */
const PLAIN = new Uint8Array(256)
for (const char of '12345678x+#=-') PLAIN[char.charCodeAt(0)] = 1
for (const char of 'abcdefghKQRBNO') PLAIN[char.charCodeAt(0)] = 2
const LONGEST = 7
const HYPHEN = 45

/** Slots by hash, each with the word's bytes as two numbers and the word. */
const SLOT_BITS = 12
const lows = new Int32Array(1 << SLOT_BITS)
const highs = new Int32Array(1 << SLOT_BITS)
const words: string[] = new Array<string>(1 << SLOT_BITS).fill('')

export const beginsPlainMove = (code: number): boolean => PLAIN[code] === 2

/** The plain move at `i`, with a blank or a line's end behind it; '' for any other word. */
export function plainMoveAt(text: string, codes: Uint8Array, i: number): string {
  let low = 0
  let high = 0
  let end = i
  let code = codes[end]!
  for (; PLAIN[code] !== 0; code = codes[++end]!) {
    const place = end - i
    if (place < 4) low |= code << (place << 3)
    else if (place < LONGEST) high |= code << ((place - 4) << 3)
    else return ''
  }
  if (code > 32 || end - i < 2) return ''
  // `Nf31-0`: a marker glued to the move.
  if (codes[end - 2] === HYPHEN && codes[end - 1]! < 58) return ''
  const slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - SLOT_BITS)
  if (lows[slot] === low && highs[slot] === high) return words[slot]!
  const word = text.slice(i, end)
  lows[slot] = low
  highs[slot] = high
  words[slot] = word
  return word
}
