/**
 * A game's moves as its text has them. What programs write, a plain move with its times, is kept as a number: a file of
 * millions of moves makes no objects until somebody asks for one. A move with more to it is an object from the start.
 */
import { NONE } from './comments.ts'
import type { PgnMove } from './game.ts'
import type { Words } from './move-words.ts'
import type { Rooms } from './rooms.ts'
import { Rows } from './rows.ts'

/** A move's number: the place of its word, how many lines it stands below the move before it, the seconds of its `%clk`. */
export const [WORD, LINES] = [18, 16]
export const MOST_LINES = 3
export const NO_CLOCK = 0xffff
const NO_TIME = -1

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
  readonly words: Words
  /** The line of the first move; lines of others are counted from it. */
  firstLine = 0
  /** The line of the last move. */
  lastLine = 0
  readonly #rooms: Rooms
  /** `%emt` of the moves as far as one has it, -1 for those without. */
  #spent: Rows | null = null
  /** Moves that are more than their numbers, by index. */
  #whole: Map<number, PgnMove> | null = null
  #all: PgnMove[] | null = null

  constructor(rooms: Rooms) {
    this.rows = new Rows(rooms.moves, 1)
    this.words = rooms.words
    this.#rooms = rooms
  }

  get length(): number {
    return this.rows.length
  }

  /** Notes where the first move stands. */
  begin(line: number): void {
    this.firstLine = line
    this.lastLine = line
  }

  /** A plain move, the word at a place of `words`. */
  addKnown(place: number, line: number): void {
    const { length } = this
    if (length === 0) this.begin(line)
    const below = line - this.lastLine
    const number = (place << WORD) | NO_CLOCK
    this.#add(number | (below > MOST_LINES ? 0 : below << LINES), line)
    if (below > MOST_LINES) this.#keep(length, this.#unpacked(length, line))
  }

  add(text: string, line: number): void {
    this.#add(NO_CLOCK, line)
    this.#keep(this.length - 1, { ...BARE, text, line })
  }

  /** The times of the last move, -1 for none. It may have one of them already, or the other, from a comment of its own. */
  addTimes(clk: number, emt: number): 'first' | 'apart' | 'again' {
    const last = this.length - 1
    const whole = clk >= NO_CLOCK * 1000 ? this.last() : this.#whole?.get(last)
    if (whole !== undefined) return addTo(whole, clk, emt)
    const [hasClk, hasEmt] = [this.#clockAt(last) !== NO_TIME, this.#spentAt(last) !== NO_TIME]
    if ((clk >= 0 && hasClk) || (emt >= 0 && hasEmt)) return 'again'
    if (clk >= 0) this.#setClock(last, clk)
    if (emt >= 0) this.#setSpent(last, emt)
    return hasClk || hasEmt ? 'apart' : 'first'
  }

  /** The last move's `%clk` where it has no time yet and is a plain one; false otherwise. */
  takeClock(clk: number): boolean {
    if (this.#whole !== null) return false
    const last = this.length - 1
    if (this.#clockAt(last) !== NO_TIME || this.#spentAt(last) !== NO_TIME) return false
    this.#setClock(last, clk)
    return true
  }

  /** The last move as an object that may be added to; undefined before any. */
  last(): PgnMove | undefined {
    const index = this.length - 1
    return index < 0
      ? undefined
      : (this.#whole?.get(index) ?? this.#keep(index, this.#unpacked(index, this.lastLine)))
  }

  pop(): void {
    this.rows.length--
    this.#whole?.delete(this.length)
  }

  /** Nothing more will be added. */
  close(): void {
    this.rows.close()
    this.#spent?.close()
  }

  /** All moves as objects, made once. */
  all(): PgnMove[] {
    if (this.#all !== null) return this.#all
    this.#all = []
    let line = this.firstLine
    for (let index = 0; index < this.length; index++) {
      line = this.#lineAfter(line, index)
      this.#all.push(this.#whole?.get(index) ?? this.#unpacked(index, line))
    }
    return this.#all
  }

  /** The text of a move, without making its object. */
  textOf(index: number): string {
    return this.#whole?.get(index)?.text ?? this.words.textAt(this.#numberAt(index) >>> WORD)
  }

  lineOf(index: number): number {
    let line = this.firstLine
    for (let k = 0; k <= index; k++) line = this.#lineAfter(line, k)
    return line
  }

  #add(number: number, line: number): void {
    const at = this.rows.open()
    this.rows.numbers[at] = number
    this.lastLine = line
  }

  #keep(index: number, move: PgnMove): PgnMove {
    this.#whole ??= new Map()
    this.#whole.set(index, move)
    return move
  }

  #numberAt(index: number): number {
    return this.rows.numbers[this.rows.at(index)]!
  }

  /** The line of a move, `line` being that of the move before it. */
  #lineAfter(line: number, index: number): number {
    return this.#whole?.get(index)?.line ?? line + ((this.#numberAt(index) >>> LINES) & MOST_LINES)
  }

  #clockAt(index: number): number {
    const seconds = this.#numberAt(index) & NO_CLOCK
    return seconds === NO_CLOCK ? NO_TIME : seconds * 1000
  }

  #setClock(index: number, clk: number): void {
    const at = this.rows.at(index)
    this.rows.numbers[at] = (this.rows.numbers[at]! & ~NO_CLOCK) | (clk / 1000)
  }

  #spentAt(index: number): number {
    const spent = this.#spent
    return spent !== null && index < spent.length ? spent.numbers[spent.at(index)]! : NO_TIME
  }

  #setSpent(index: number, emt: number): void {
    this.#spent ??= new Rows(this.#rooms.spent, 1)
    const spent = this.#spent
    while (spent.length <= index) {
      const at = spent.open()
      spent.numbers[at] = spent.length - 1 === index ? emt : NO_TIME
    }
  }

  #unpacked(index: number, line: number): PgnMove {
    const [clk, emt] = [this.#clockAt(index), this.#spentAt(index)]
    return {
      text: this.words.textAt(this.#numberAt(index) >>> WORD),
      line,
      clk: clk === NO_TIME ? undefined : clk,
      emt: emt === NO_TIME ? undefined : emt,
      nags: NONE,
      comments: NONE,
      commands: NONE,
      variations: NONE,
    }
  }
}
