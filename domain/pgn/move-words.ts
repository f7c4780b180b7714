/** Moves as programs write them, packed: up to seven bytes in two numbers. A file has the same few thousand over and over. */
import { enclosed } from '../chess/enclosed.ts'

/** `Nbxd7+`, `e8=Q#`, `O-O`: with what such a word begins (2), what else it holds (1); anything else is read with more care. */
const PLAIN = new Uint8Array(256)
for (const char of '12345678x+#=-') PLAIN[char.charCodeAt(0)] = 1
for (const char of 'abcdefghKQRBNO') PLAIN[char.charCodeAt(0)] = 2
const LONGEST = 7
const HYPHEN = 45

export const beginsPlainMove = (code: number): boolean => PLAIN[code] === 2

/** Bits of a word's place: so few that a move's place, lines and time are one number. */
export const PLACE_BITS = 14
const PLACES = 1 << PLACE_BITS
/** A word stands at the place of its hash or at one of those that differ from it in the lowest bits. */
const NEIGHBOURS = 16

const [HEAD_HASH, TAIL_HASH, HASH_SHIFT] = [0x9e3779b1, 0x85ebca6b, 32 - PLACE_BITS]

/** Where a packed word is looked for first. */
const placeOf = (head: number, tail: number): number =>
  (Math.imul(head, HEAD_HASH) ^ Math.imul(tail, TAIL_HASH)) >>> HASH_SHIFT

/** Words by place. A place once taken stays its word's, since moves are kept as places. */
export class Words {
  /** Two numbers a place, the first byte lowest; zero where none stands. */
  readonly packed = new Int32Array(2 * PLACES)
  #taken = 0
  #texts: (string | undefined)[] | null = null

  constructor() {
    // Nothing at all must not be taken for a word: its hash is zero.
    this.packed.fill(-1, 0, 4)
  }

  /** More would stand ever farther from their first places. */
  get crowded(): boolean {
    return this.#taken > PLACES >> 1
  }

  /** The place of a word, taken now if it has none; -1 where its neighbourhood is full. */
  place(low: number, high: number): number {
    const { packed } = this
    // The very first word goes to its second place: engines compile only what they have seen to happen.
    const first = placeOf(low, high) ^ (this.#taken === 0 ? 1 : 0)
    for (let k = 0; k < NEIGHBOURS; k++) {
      const place = first ^ k
      const at = place << 1
      if (packed[at] === 0) {
        packed[at] = low
        packed[at + 1] = high
        this.#taken++
      }
      if (packed[at] === low && packed[at + 1] === high) return place
    }
    return -1
  }

  /** The word at a place as text, one string for all moves. */
  textAt(place: number): string {
    this.#texts ??= new Array<string | undefined>(PLACES)
    const known = this.#texts[place]
    if (known !== undefined) return known
    const text = unpacked(this.packed[place << 1]!) + unpacked(this.packed[(place << 1) + 1]!)
    this.#texts[place] = text
    return text
  }
}

function unpacked(four: number): string {
  let text = ''
  for (let rest = four; rest !== 0; rest >>>= 8) text += String.fromCharCode(rest & 255)
  return text
}

/** Shared by all readers, until files have filled half of it. */
let words = new Words()

/** Words for a new reader. */
export function usualWords(): Words {
  if (words.crowded) words = new Words()
  return words
}

/** What is read of a word is its place and, in so many lowest bits, its length. */
export const LENGTH_BITS = 3
export const LENGTH = (1 << LENGTH_BITS) - 1

/** The plain move at `i`, with a blank or a line's end behind it; 0 for any other word. */
export function readPlainMove(words: Words, codes: Uint8Array, i: number): number {
  let low = 0
  let high = 0
  let end = i
  let code = codes[end]!
  let shift = 0
  for (; PLAIN[code] !== 0; code = codes[++end]!) {
    if (shift < 32) low |= code << shift
    else if (shift < LONGEST * 8) high |= code << (shift - 32)
    else return 0
    shift += 8
  }
  if (code > 32 || end - i < 2) return 0
  // `Nf31-0`: a marker glued to the move.
  if (codes[end - 2] === HYPHEN && codes[end - 1]! < 58) return 0
  const place = words.place(low, high)
  return place < 0 ? 0 : (place << LENGTH_BITS) | (end - i)
}

/**
 * Of four bytes, those before the first blank or line's end: all bits up to seven above them, of which the sign is set where
 * all four are. No branch for a word's length, which nothing foretells. (No byte is above 127.)
 */
export const wordIn = (four: number): number => {
  const blanks = (four - 0x21212121) & 0x80808080
  return ((blanks & (0 - blanks)) - 1) | 0
}

/** The bytes that `wordIn` means. */
export const bytesOf = (four: number, word: number): number => four & (word >> 7)

/** How many bytes `wordIn` means in two fours, the second of which counts where the word fills the first. */
export const lengthOf = (head: number, tail: number): number =>
  (((64 - Math.clz32(head)) | 0) - Math.clz32(tail)) >> 3

/** The place of a packed word in `Words.packed` where it is one of its first two, 0 otherwise. */
export const knownPlace = enclosed(() => {
  const [ofHead, ofTail, shift] = [HEAD_HASH, TAIL_HASH, HASH_SHIFT]
  return (packed: Int32Array, head: number, tail: number): number => {
    const place = (Math.imul(head, ofHead) ^ Math.imul(tail, ofTail)) >>> shift
    const at = place << 1
    if (packed[at] === head && packed[at + 1] === tail) return place
    const other = at ^ 2
    return packed[other] === head && packed[other + 1] === tail ? place ^ 1 : 0
  }
})

/** The word at `i`; 0 where `knownPlace` does not know it. */
export function readKnownWord({ packed }: Words, view: DataView, i: number): number {
  const [four, next] = [view.getInt32(i, true), view.getInt32(i + 4, true)]
  const head = wordIn(four)
  const tail = wordIn(next) & (head >> 31)
  const place = knownPlace(packed, bytesOf(four, head), bytesOf(next, tail))
  return place === 0 ? 0 : (place << LENGTH_BITS) | lengthOf(head, tail)
}
