/**
 * Rows of numbers, of one width each, for one game after another: dozens of games share an array, since an array for each
 * would cost more than the game's reading.
 */

/** Numbers in an array. */
const ROOM = 8_192

/** A game begins in a new array where the old one has no room for so many: few have to move. */
const USUAL = 256

/** An array that games fill in turn, of which the first `used` numbers are taken. */
export interface Room {
  rows: Int32Array
  used: number
}

export const emptyRoom = (): Room => ({ rows: new Int32Array(0), used: 0 })

export class Rows {
  /** Rows that are filled. */
  length = 0
  numbers: Int32Array
  readonly #width: number
  readonly #room: Room
  /** Where this game's rows begin. */
  #base: number

  constructor(room: Room, width: number) {
    this.#room = room
    this.#width = width
    if (room.rows.length - room.used < USUAL) {
      room.rows = new Int32Array(ROOM)
      room.used = 0
    }
    this.numbers = room.rows
    this.#base = room.used
  }

  /** Where a row begins in `numbers`. */
  at(index: number): number {
    return this.#base + index * this.#width
  }

  /** Opens the next row and gives where it begins. */
  open(): number {
    const at = this.#base + this.length * this.#width
    this.length++
    return at + this.#width > this.numbers.length ? this.#move(at) : at
  }

  /** Nothing more will be added: the next game's rows follow these. */
  close(): void {
    this.#room.used = this.at(this.length)
  }

  /** Goes on in an array that the games before are not in: they may be forgotten sooner or later than this one. */
  #move(end: number): number {
    const filled = end - this.#base
    const rows = new Int32Array(Math.max(ROOM, 2 * (filled + this.#width)))
    rows.set(this.numbers.subarray(this.#base, end))
    this.#room.rows = rows
    this.numbers = rows
    this.#base = 0
    return filled
  }
}
