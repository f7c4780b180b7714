/** Names of tags as they have come so far, a number each. A file's games have the same ones in the same order. */
import { packed } from './packed.ts'

/** Names at most: which of them a game has are the bits of two numbers, and which one a tag has is six bits of another. */
const MOST = 64
export const NAME_BITS = 6
/** No tag's opening, `[Name "`, is kept that is longer. */
const LONGEST = 24
/** The first name known. */
export const RESULT = 0

const BLANK = 32
const QUOTE = 34

/** Letters, digits and `_`. */
const NAMES = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
  NAMES[char.charCodeAt(0)] = 1

export class TagNames {
  readonly texts: string[] = []
  /** The same without capitals. */
  readonly lowered: string[] = []
  /** Openings by fours of their bytes, of which the last four may overlap those before; and their lengths. */
  readonly fours = new Int32Array((MOST * LONGEST) / 4)
  readonly lengths = new Int32Array(MOST)
  /** Which name came after each of them the last time. */
  readonly following = new Int32Array(MOST)
  /** Which name came last. */
  last = RESULT
  readonly #ids = new Map<string, number>()

  constructor() {
    this.#learn('Result')
  }

  get crowded(): boolean {
    return this.texts.length === MOST
  }

  /** Does the tag at `i` begin as those of that name do? */
  isAt(id: number, view: DataView, i: number): boolean {
    const { fours } = this
    const last = (this.lengths[id]! - 4) | 0
    let four = (id * LONGEST) >> 2
    for (let at = 0; at < last; at = (at + 4) | 0)
      if (view.getInt32((i + at) | 0, true) !== fours[four++]) return false
    return view.getInt32((i + last) | 0, true) === fours[four]
  }

  /** The name of the tag at `i`, learned now if it is new; -1 where none stands as programs write it or all numbers are taken. */
  find(text: string, codes: Uint8Array, i: number): number {
    let end = i + 1
    while (NAMES[codes[end]!] === 1) end++
    if (end === i + 1 || codes[end] !== BLANK || codes[end + 1] !== QUOTE) return -1
    const name = text.slice(i + 1, end)
    return this.#ids.get(name) ?? this.#learn(name)
  }

  #learn(name: string): number {
    const opening = `[${name} "`
    const id = this.texts.length
    if (id === MOST || opening.length > LONGEST) return -1
    const last = opening.length - 4
    let four = (id * LONGEST) >> 2
    for (let at = 0; at < last; at += 4) this.fours[four++] = packed(opening.slice(at, at + 4))
    this.fours[four] = packed(opening.slice(last))
    this.lengths[id] = opening.length
    this.texts.push(name)
    this.lowered.push(name.toLowerCase())
    this.#ids.set(name, id)
    return id
  }
}

/** Shared by all readers, until files have used up its numbers. */
let names = new TagNames()

/** Names for a new reader. */
export function usualNames(): TagNames {
  if (names.crowded) names = new TagNames()
  return names
}
