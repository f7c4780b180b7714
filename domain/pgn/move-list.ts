/**
 * A game's moves as its text has them. What programs write, a plain move with its times, is kept as five numbers: a file of
 * millions of moves makes no objects until somebody asks for one. A move with more to it is an object from the start.
 */
import { NONE } from './comments.ts'
import type { PgnMove } from './game.ts'
import { packedWord } from './move-words.ts'
import { type Room, Rows } from './rows.ts'

/** The word's bytes (two numbers), its line, `%clk` and `%emt` in ms. */
export const WIDTH = 5
export const LINE = 2
export const CLK = 3
export const EMT = 4
export const NO_TIME = -1

const BARE = { clk: undefined, emt: undefined, nags: NONE, comments: NONE, commands: NONE, variations: NONE }

function addTo(move: PgnMove, clk: number, emt: number): 'first' | 'apart' | 'again' {
  const [hasClk, hasEmt] = [move.clk !== undefined, move.emt !== undefined]
  if ((clk >= 0 && hasClk) || (emt >= 0 && hasEmt)) return 'again'
  if (clk >= 0) move.clk = clk
  if (emt >= 0) move.emt = emt
  return hasClk || hasEmt ? 'apart' : 'first'
}

export class MoveList {
  readonly rows: Rows
  /** Moves that are more than their numbers, by index. */
  #whole: Map<number, PgnMove> | null = null
  #all: PgnMove[] | null = null

  constructor(room: Room) {
    this.rows = new Rows(room, WIDTH)
  }

  get length(): number {
    return this.rows.length
  }

  /** A plain move, its word packed as `move-words.ts` does. */
  addPacked(low: number, high: number, line: number): void {
    const at = this.rows.open()
    const { numbers } = this.rows
    numbers[at] = low
    numbers[at + 1] = high
    numbers[at + LINE] = line
    numbers[at + CLK] = NO_TIME
    numbers[at + EMT] = NO_TIME
  }

  add(text: string, line: number): void {
    this.addPacked(0, 0, line)
    this.#keep(this.length - 1, { ...BARE, text, line })
  }

  /** The times of the last move, -1 for none. It may have one of them already, or the other, from a comment of its own. */
  addTimes(clk: number, emt: number): 'first' | 'apart' | 'again' {
    const last = this.length - 1
    if (this.#whole?.has(last)) return addTo(this.#whole.get(last)!, clk, emt)
    const { numbers } = this.rows
    const at = this.rows.at(last)
    const [hasClk, hasEmt] = [numbers[at + CLK] !== NO_TIME, numbers[at + EMT] !== NO_TIME]
    if ((clk >= 0 && hasClk) || (emt >= 0 && hasEmt)) return 'again'
    if (clk >= 0) numbers[at + CLK] = clk
    if (emt >= 0) numbers[at + EMT] = emt
    return hasClk || hasEmt ? 'apart' : 'first'
  }

  /** The last move's `%clk` where it has no time yet and is a plain one; false otherwise. */
  takeClock(clk: number): boolean {
    if (this.#whole !== null) return false
    const { numbers } = this.rows
    const at = this.rows.at(this.length - 1)
    if (numbers[at + CLK] !== NO_TIME || numbers[at + EMT] !== NO_TIME) return false
    numbers[at + CLK] = clk
    return true
  }

  /** The last move as an object that may be added to; undefined before any. */
  last(): PgnMove | undefined {
    const { length } = this
    return length === 0 ? undefined : this.at(length - 1)
  }

  pop(): void {
    this.rows.length--
    this.#whole?.delete(this.length)
  }

  /** Nothing more will be added. */
  close(): void {
    this.rows.close()
  }

  at(index: number): PgnMove {
    return this.#whole?.get(index) ?? this.#keep(index, this.#unpacked(index))
  }

  /** All moves as objects, made once. */
  all(): PgnMove[] {
    if (this.#all !== null) return this.#all
    this.#all = []
    for (let index = 0; index < this.length; index++)
      this.#all.push(this.#whole?.get(index) ?? this.#unpacked(index))
    return this.#all
  }

  /** The text of a move, without making its object. */
  textOf(index: number): string {
    const whole = this.#whole?.get(index)
    if (whole !== undefined) return whole.text
    const { numbers } = this.rows
    const at = this.rows.at(index)
    return packedWord(numbers[at]!, numbers[at + 1]!)
  }

  lineOf(index: number): number {
    return this.rows.numbers[this.rows.at(index) + LINE]!
  }

  #keep(index: number, move: PgnMove): PgnMove {
    this.#whole ??= new Map()
    this.#whole.set(index, move)
    return move
  }

  #unpacked(index: number): PgnMove {
    const { numbers } = this.rows
    const at = this.rows.at(index)
    const [clk, emt] = [numbers[at + CLK]!, numbers[at + EMT]!]
    return {
      text: packedWord(numbers[at]!, numbers[at + 1]!),
      line: numbers[at + LINE]!,
      clk: clk === NO_TIME ? undefined : clk,
      emt: emt === NO_TIME ? undefined : emt,
      nags: NONE,
      comments: NONE,
      commands: NONE,
      variations: NONE,
    }
  }
}
