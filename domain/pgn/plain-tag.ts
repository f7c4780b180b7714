/**
 * Tag pairs as programs write them, `[Name "value"]` alone on a line, read four bytes at a time. A file's games have the
 * same names in the same order: the name that came after the last one is tried first.
 */
import { enclosed } from '../chess/enclosed.ts'

/** The tag that `readPlainTag` found last: which known name, its hash (the same in capitals), and where its parts end. */
export const plainTag = { known: 0, hash: 0, nameEnd: 0, valueEnd: 0 }

/** So many names are known at most: a set of them is the bits of a number. Later ones are told by `UNKNOWN`. */
const MOST_KNOWN = 32
export const UNKNOWN = MOST_KNOWN

/** What a capital lacks. */
const CASE = 32

/** Between a name and its value stand a blank and a quotation mark. */
export const GAP = 2

export const hashOf = (name: string): number => {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + (name.charCodeAt(i) | CASE)) | 0
  return hash
}

/** Behind the tag at `i`, at its line's end; `i` itself for one that is written in any other way. */
export const readPlainTag = enclosed(() => {
  const QUOTE = 34
  const CLOSE_BRACKET = 93
  const BLANK = 32
  const LINE_FEED = 10
  const QUOTES = 0x22222222
  const BACKSLASHES = 0x5c5c5c5c
  const LINE_FEEDS = 0x0a0a0a0a
  const found = plainTag

  /** Letters, digits and `_`. */
  const NAMES = new Uint8Array(256)
  for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
    NAMES[char.charCodeAt(0)] = 1

  /** Openings of known tags, `[Name "`: their bytes by fours, of which the last four may overlap those before. */
  const LONGEST = 24
  const fours = new Int32Array((MOST_KNOWN * LONGEST) / 4)
  const lengths = new Uint8Array(MOST_KNOWN)
  const hashes = new Int32Array(MOST_KNOWN)
  let known = 0
  /** The name that came after the last one. */
  let due = 0

  const isOpening = (view: DataView, i: number, name: number): boolean => {
    const last = lengths[name]! - 4
    let four = (name * LONGEST) >> 2
    for (let at = 0; at < last; at += 4) if (view.getInt32(i + at, true) !== fours[four++]) return false
    return view.getInt32(i + last, true) === fours[four]
  }

  const learn = (view: DataView, i: number, length: number, hash: number): number => {
    for (let name = 0; name < known; name++)
      if (lengths[name] === length && isOpening(view, i, name)) return name
    if (known === MOST_KNOWN || length > LONGEST) return UNKNOWN
    let four = (known * LONGEST) >> 2
    for (let at = 0; at < length - 4; at += 4) fours[four++] = view.getInt32(i + at, true)
    fours[four] = view.getInt32(i + length - 4, true)
    lengths[known] = length
    hashes[known] = hash
    return known++
  }

  /** Notes the name of a tag that was not due; its opening's length, 0 for none. */
  const readOpening = (codes: Uint8Array, view: DataView, i: number): number => {
    let at = i + 1
    let hash = 0
    for (let code = codes[at]!; NAMES[code] === 1; code = codes[++at]!)
      hash = (Math.imul(hash, 31) + (code | CASE)) | 0
    if (at === i + 1 || codes[at] !== BLANK || codes[at + 1] !== QUOTE) return 0
    const length = at + GAP - i
    found.known = learn(view, i, length, hash)
    found.hash = hash
    return length
  }

  /** Which bytes are zero, as their highest bits; bytes above the first may be marked wrongly. */
  const zeros = (four: number): number => (four - 0x01010101) & ~four & 0x80808080

  return (codes: Uint8Array, view: DataView, i: number, length: number): number => {
    let opening: number
    if (due < known && isOpening(view, i, due)) {
      opening = lengths[due]!
      found.known = due
      found.hash = hashes[due]!
    } else opening = readOpening(codes, view, i)
    if (opening === 0) return i
    let end = i + opening
    for (; end < length; end += 4) {
      const four = view.getInt32(end, true)
      const quotes = zeros(four ^ QUOTES)
      const others = zeros(four ^ BACKSLASHES) | zeros(four ^ LINE_FEEDS)
      // Up to the first quotation mark, or all four bytes.
      if ((others & ((quotes & -quotes) - 1)) !== 0) return i
      if (quotes === 0) continue
      end += (31 - Math.clz32(quotes & -quotes)) >> 3
      break
    }
    if (end + 2 >= length || codes[end + 1] !== CLOSE_BRACKET || codes[end + 2] !== LINE_FEED) return i
    found.nameEnd = i + opening - GAP
    found.valueEnd = end
    due = found.known + 1 === known ? 0 : found.known + 1
    return end + 2
  }
})
