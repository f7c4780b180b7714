/** The move numbers that are due, read four bytes at a time. */
import { enclosed } from '../chess/enclosed.ts'
import { packed } from './packed.ts'

/** Greater ones are read with more care. */
const MOST = 999

/**
 * Behind the number that is due before a half-move, with its dot or, before one of Black's, three; `i` itself for anything
 * else. `first` is the game's first number, `ply` counts half-moves from White's move of that number.
 */
export const readDueNumber = enclosed(() => {
  const DOT = 46
  const LOWER_Z = 122
  /** Numbers with their dot, each packed when it is first due: no process needs them all. */
  const numbers = new Int32Array(MOST + 1)
  /** Which bits of four bytes they fill. */
  const FILLS = new Int32Array(MOST + 1).fill(-1).fill(0xffffff, 0, 100).fill(0xffff, 0, 10)

  return (codes: Uint8Array, view: DataView, i: number, first: number, ply: number): number => {
    const due = first + (ply >> 1)
    if (first < 0 || due > MOST) return i
    if (numbers[due] === 0) numbers[due] = packed(`${due}.`)
    if ((view.getInt32(i, true) & FILLS[due]!) !== numbers[due]!) return i
    let end = i + (due < 10 ? 2 : due < 100 ? 3 : 4)
    if (codes[end] === DOT) {
      if ((ply & 1) === 0 || codes[end + 1] !== DOT) return i
      end += 2
      if (codes[end] === DOT) return i
    }
    return codes[end]! > LOWER_Z ? i : end
  }
})
