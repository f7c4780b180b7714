/**
 * A game's tags as its text has them. Plain ones are kept as places in that text until somebody asks for them; others, with
 * something to mend or to unescape, as pairs from the start.
 */
import type { PgnTag } from './game.ts'
import { type Room, Rows } from './rows.ts'

/** A plain tag's name as a hash that is the same in capitals, where its name ends, and where its value begins and ends. */
const WIDTH = 5
const NAME = 1
const NAME_END = 2
const VALUE = 3
const VALUE_END = 4

/** The tag that `readPlainTag` found last. */
export const plainTag = { hash: 0, name: 0, nameEnd: 0, value: 0, valueEnd: 0 }

const QUOTE = 34
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const BLANK = 32
const LINE_FEED = 10
/** What a capital lacks. */
const CASE = 32

/** Letters, digits and `_`. */
const NAMES = new Uint8Array(256)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
  NAMES[char.charCodeAt(0)] = 1

/** Behind the tag `[Name "value"]` at `i`, at its line's end; `i` itself for one that is written in any other way. */
export function readPlainTag(codes: Uint8Array, i: number, length: number): number {
  let at = i + 1
  let hash = 0
  for (let code = codes[at]!; NAMES[code] === 1; code = codes[++at]!)
    hash = (Math.imul(hash, 31) + (code | CASE)) | 0
  if (at === i + 1 || codes[at] !== BLANK || codes[at + 1] !== QUOTE) return i
  plainTag.name = i + 1
  plainTag.nameEnd = at
  const value = at + 2
  let end = value
  for (let code = codes[end]!; code !== QUOTE; code = codes[++end]!)
    if (code === BACKSLASH || code === LINE_FEED || end >= length) return i
  if (codes[end + 1] !== CLOSE_BRACKET || codes[end + 2] !== LINE_FEED) return i
  plainTag.hash = hash
  plainTag.value = value
  plainTag.valueEnd = end
  return end + 2
}

const hashOf = (name: string): number => {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + (name.charCodeAt(i) | CASE)) | 0
  return hash
}

/** Shared by those that have none yet: a file's games are many, and what is kept of each costs the collector time. */
const NO_PAIRS: PgnTag[] = []

export class TagList {
  readonly #rows: Rows
  /** What the rows are places of. */
  #text = ''
  /** How many rows are pairs already. */
  #paired = 0
  #pairs: PgnTag[] = NO_PAIRS

  constructor(room: Room) {
    this.#rows = new Rows(room, WIDTH)
  }

  get length(): number {
    return this.#pairs.length + this.#rows.length - this.#paired
  }

  add(tag: PgnTag): void {
    this.all()
    this.#push(tag)
  }

  /** The tag that `readPlainTag` found in `text`. */
  addPlain(text: string): void {
    if (text !== this.#text) {
      this.all()
      this.#text = text
    }
    const at = this.#rows.open()
    const { numbers } = this.#rows
    numbers[at] = plainTag.hash
    numbers[at + NAME] = plainTag.name
    numbers[at + NAME_END] = plainTag.nameEnd
    numbers[at + VALUE] = plainTag.value
    numbers[at + VALUE_END] = plainTag.valueEnd
  }

  /** Nothing more will be added. */
  close(): void {
    this.#rows.close()
  }

  has(name: string): boolean {
    return this.value(name) !== undefined
  }

  /** Whether there may be one of the name that `readPlainTag` found: false is sure. */
  mayHavePlain(): boolean {
    const { numbers, length } = this.#rows
    for (let k = 0; k < length; k++) if (numbers[this.#rows.at(k)] === plainTag.hash) return true
    return this.#pairs.length > this.#paired
  }

  /** The value of the first tag of that name, letter for letter. */
  value(name: string): string | undefined {
    for (const [given, value] of this.#pairs) if (given === name) return value
    const hash = hashOf(name)
    for (let k = this.#paired; k < this.#rows.length; k++) {
      const at = this.#rows.at(k)
      if (this.#rows.numbers[at] === hash && this.#part(at + NAME) === name) return this.#part(at + VALUE)
    }
    return undefined
  }

  /** The same whatever the case of its name. */
  named(name: string): string | undefined {
    const wanted = name.toLowerCase()
    for (const [given, value] of this.#pairs) if (given.toLowerCase() === wanted) return value
    const hash = hashOf(name)
    for (let k = this.#paired; k < this.#rows.length; k++) {
      const at = this.#rows.at(k)
      if (this.#rows.numbers[at] === hash && this.#part(at + NAME).toLowerCase() === wanted)
        return this.#part(at + VALUE)
    }
    return undefined
  }

  all(): PgnTag[] {
    for (; this.#paired < this.#rows.length; this.#paired++) {
      const at = this.#rows.at(this.#paired)
      this.#push([this.#part(at + NAME), this.#part(at + VALUE)])
    }
    return this.#pairs
  }

  #push(tag: PgnTag): void {
    if (this.#pairs === NO_PAIRS) this.#pairs = []
    this.#pairs.push(tag)
  }

  /** From the place that a number tells to the one that the next number tells. */
  #part(at: number): string {
    return this.#text.slice(this.#rows.numbers[at], this.#rows.numbers[at + 1])
  }
}
