/**
 * A game's tags as its text has them. Plain ones are kept as places in that text until somebody asks for them; others, with
 * something to mend or to unescape, as pairs from the start.
 */
import type { PgnTag } from './game.ts'
import { GAP, hashOf, plainTag, UNKNOWN } from './plain-tag.ts'
import { type Room, Rows } from './rows.ts'

/** A plain tag's name as a hash that is the same in capitals, where it begins and ends, and where its value ends. */
const WIDTH = 4
const NAME = 1
const NAME_END = 2
const VALUE_END = 3

/** Shared by those that have none yet: a file's games are many, and what is kept of each costs the collector time. */
const NO_PAIRS: PgnTag[] = []

export class TagList {
  readonly #rows: Rows
  /** The known names among the rows, a bit for each. */
  #known = 0
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

  /** The tag that `readPlainTag` found at `start` of `text`. */
  addPlain(text: string, start: number): void {
    if (text !== this.#text) {
      this.all()
      this.#text = text
    }
    if (plainTag.known !== UNKNOWN) this.#known |= 1 << plainTag.known
    const at = this.#rows.open()
    const { numbers } = this.#rows
    numbers[at] = plainTag.hash
    numbers[at + NAME] = start + 1
    numbers[at + NAME_END] = plainTag.nameEnd
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
    if (this.#pairs.length > this.#paired) return true
    const { known, hash } = plainTag
    if (known !== UNKNOWN) return ((this.#known >>> known) & 1) === 1
    const { numbers, length } = this.#rows
    for (let k = 0; k < length; k++) if (numbers[this.#rows.at(k)] === hash) return true
    return false
  }

  /** The value of the first tag of that name, letter for letter. */
  value(name: string): string | undefined {
    for (const [given, value] of this.#pairs) if (given === name) return value
    const hash = hashOf(name)
    for (let k = this.#paired; k < this.#rows.length; k++) {
      const at = this.#rows.at(k)
      if (this.#rows.numbers[at] === hash && this.#nameAt(at) === name) return this.#valueAt(at)
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
      if (this.#rows.numbers[at] === hash && this.#nameAt(at).toLowerCase() === wanted)
        return this.#valueAt(at)
    }
    return undefined
  }

  all(): PgnTag[] {
    for (; this.#paired < this.#rows.length; this.#paired++) {
      const at = this.#rows.at(this.#paired)
      this.#push([this.#nameAt(at), this.#valueAt(at)])
    }
    return this.#pairs
  }

  #push(tag: PgnTag): void {
    if (this.#pairs === NO_PAIRS) this.#pairs = []
    this.#pairs.push(tag)
  }

  #nameAt(row: number): string {
    const { numbers } = this.#rows
    return this.#text.slice(numbers[row + NAME], numbers[row + NAME_END])
  }

  #valueAt(row: number): string {
    const { numbers } = this.#rows
    return this.#text.slice(numbers[row + NAME_END]! + GAP, numbers[row + VALUE_END])
  }
}
