/**
 * A game's tags as its text has them. Plain ones are kept as places in that text until somebody asks for them; others, with
 * something to mend or to unescape, as pairs from the start.
 */
import type { PgnTag } from './game.ts'
import type { Rooms } from './rooms.ts'
import { Rows } from './rows.ts'
import { NAME_BITS, RESULT, type TagNames } from './tag-names.ts'

/** No more are kept of a game. */
export const MOST_TAGS = 1_000

/** A plain tag's two numbers: where it begins, with the number of its name in the lowest bits; where its value ends. */
const TAG_WIDTH = 2
const VALUE_END = 1
const NAME = (1 << NAME_BITS) - 1

/** What stands about a name before its value: `[`, a blank and a quotation mark. */
const ABOUT = 3

/** Shared by those that have none yet: a file's games are many, and what is kept of each costs the collector time. */
const NO_PAIRS: PgnTag[] = []

export class TagList {
  readonly rows: Rows
  /** The names among the rows, a bit for each. */
  seenLow = 0
  seenHigh = 0
  readonly #names: TagNames
  /** What the rows are places of. */
  #text = ''
  /** How many rows are pairs already. */
  #paired = 0
  #pairs: PgnTag[] = NO_PAIRS

  constructor({ tags, names }: Rooms) {
    this.rows = new Rows(tags, TAG_WIDTH)
    this.#names = names
  }

  get length(): number {
    return this.#pairs.length + this.rows.length - this.#paired
  }

  add(tag: PgnTag): void {
    this.all()
    this.#push(tag)
  }

  /** Makes ready for plain tags of `text`; false where one may be there already without being seen. */
  takesPlain(text: string): boolean {
    if (this.#pairs.length > this.#paired) return false
    if (text !== this.#text) {
      this.all()
      this.#text = text
    }
    return true
  }

  /** Nothing more will be added. */
  close(): void {
    this.rows.close()
  }

  has(name: string): boolean {
    return this.value(name) !== undefined
  }

  /** Is there a plain tag `Result` of that value? */
  hasResult(value: string): boolean {
    for (let k = this.#paired; k < this.rows.length; k++) {
      const at = this.rows.at(k)
      if (this.#nameOf(at) !== RESULT) continue
      const from = this.#valueFrom(at)
      return this.rows.numbers[at + VALUE_END] === from + value.length && this.#text.startsWith(value, from)
    }
    return false
  }

  /** The value of the first tag of that name, letter for letter. */
  value(name: string): string | undefined {
    for (const [given, value] of this.#pairs) if (given === name) return value
    for (let k = this.#paired; k < this.rows.length; k++) {
      const at = this.rows.at(k)
      if (this.#nameAt(at) === name) return this.#valueAt(at)
    }
    return undefined
  }

  /** The same whatever the case of its name. */
  named(name: string): string | undefined {
    const wanted = name.toLowerCase()
    for (const [given, value] of this.#pairs) if (given.toLowerCase() === wanted) return value
    for (let k = this.#paired; k < this.rows.length; k++) {
      const at = this.rows.at(k)
      if (this.#names.lowered[this.#nameOf(at)] === wanted) return this.#valueAt(at)
    }
    return undefined
  }

  all(): PgnTag[] {
    for (; this.#paired < this.rows.length; this.#paired++) {
      const at = this.rows.at(this.#paired)
      this.#push([this.#nameAt(at), this.#valueAt(at)])
    }
    return this.#pairs
  }

  #push(tag: PgnTag): void {
    if (this.#pairs === NO_PAIRS) this.#pairs = []
    this.#pairs.push(tag)
  }

  #nameOf(row: number): number {
    return this.rows.numbers[row]! & NAME
  }

  #nameAt(row: number): string {
    return this.#names.texts[this.#nameOf(row)]!
  }

  #valueFrom(row: number): number {
    return (this.rows.numbers[row]! >>> NAME_BITS) + ABOUT + this.#nameAt(row).length
  }

  #valueAt(row: number): string {
    return this.#text.slice(this.#valueFrom(row), this.rows.numbers[row + VALUE_END])
  }
}
