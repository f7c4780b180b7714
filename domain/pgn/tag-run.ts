/**
 * A run of tag pairs as programs write them, `[Name "value"]` alone on a line, read four bytes at a time. The name that came
 * after the last one the time before is tried first.
 */
import { enclosed } from '../chess/enclosed.ts'
import { packed } from './packed.ts'
import { gameOf, type Reading } from './reading.ts'
import { NAME_BITS } from './tag-names.ts'

/** Reads as far as the run goes from `reading.at` on; false where it does not even begin there. */
export const readTagRun = enclosed(() => {
  const OPEN_BRACKET = 91
  const CLOSING = packed('"]\n')
  const QUOTES = 0x22222222
  const BACKSLASHES = 0x5c5c5c5c
  const BLANKS = 0x20202020
  const ONES = 0x01010101
  const HIGHEST = 0x80808080 | 0
  // Bound here, as `enclosed` has it.
  const [nameBits, openGame] = [NAME_BITS, gameOf]

  /** Where the value that begins at `i` ends; -1 where a backslash or a line's end comes before a quotation mark. */
  const endOfValue = (view: DataView, i: number, length: number): number => {
    for (let end = i; end < length; end = (end + 4) | 0) {
      const four = view.getInt32(end, true)
      // No byte is above 127, so that what is less than it should be shows in its highest bit.
      const quotes = ((four ^ QUOTES) - ONES) & HIGHEST
      const others = ((four - BLANKS) | ((four ^ BACKSLASHES) - ONES)) & HIGHEST
      // Up to the first quotation mark, or all four bytes.
      const first = quotes & (0 - quotes)
      if ((others & (first - 1)) !== 0) return -1
      if (quotes !== 0) return end + ((31 - Math.clz32(first)) >> 3)
    }
    return -1
  }

  return (reading: Reading): boolean => {
    const { text, codes, view } = reading
    const { length } = text
    const { names } = reading.rooms
    let { at: i, line, draft } = reading
    if (draft !== null && !draft.tags.takesPlain(text)) return false
    let [low, high] = draft === null ? [0, 0] : [draft.tags.seenLow, draft.tags.seenHigh]
    const from = i
    while (codes[i] === OPEN_BRACKET) {
      const due = names.following[names.last]!
      const id = names.isAt(due, view, i) ? due : names.find(text, codes, i)
      if (id < 0 || (((id < 32 ? low : high) >>> id) & 1) === 1) break
      const end = endOfValue(view, i + names.lengths[id]!, length)
      if (end < 0 || end + 2 >= length || (view.getInt32(end, true) & 0xffffff) !== CLOSING) break
      if (draft === null) {
        draft = openGame(reading)
        draft.tags.takesPlain(text)
      }
      const { rows } = draft.tags
      const row = rows.open()
      rows.numbers[row] = (i << nameBits) | id
      rows.numbers[row + 1] = end
      if (id < 32) low |= 1 << id
      else high |= 1 << id
      names.following[names.last] = id
      names.last = id
      line++
      i = end + 3
    }
    if (i === from || draft === null) return false
    draft.tags.seenLow = low
    draft.tags.seenHigh = high
    reading.at = i
    reading.line = line
    reading.blank = false
    return true
  }
})
