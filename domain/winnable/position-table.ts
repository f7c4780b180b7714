/** The positions a search has visited, stored whole: no two positions can be confused by equal hashes. */

import type { Position } from '../chess/index.ts'

/** Eight words hold the board as four planes of 64 squares; the ninth turn, castling rights and en passant capture. */
const WORDS = 9
const FIRST_CAPACITY = 1024

/** Positions are numbered from 0 in the order in which they were added. */
export interface PositionTable {
  count: number
  capacity: number
  words: Int32Array
  hashes: Int32Array
  /** Each position's parent and the move from it; the first position's parent is -1. */
  parents: Int32Array
  moves: Int32Array
  depths: Uint16Array
  /** Open addressing: a position's number + 1, or 0. */
  slots: Int32Array
}

export const createPositionTable = (): PositionTable => ({
  count: 0,
  capacity: FIRST_CAPACITY,
  words: new Int32Array(FIRST_CAPACITY * WORDS),
  hashes: new Int32Array(FIRST_CAPACITY),
  parents: new Int32Array(FIRST_CAPACITY),
  moves: new Int32Array(FIRST_CAPACITY),
  depths: new Uint16Array(FIRST_CAPACITY),
  slots: new Int32Array(FIRST_CAPACITY * 2),
})

/** Adds the position unless it is known. Returns its new number, or -1. */
export function addPosition(table: PositionTable, p: Position, parent: number, move: number): number {
  if (table.count === table.capacity) grow(table)
  const { words, hashes, slots, count } = table
  const hash = p.hashLo ^ (p.hashHi >>> 9)
  const at = count * WORDS
  writeWords(p, words, at)
  const mask = slots.length - 1
  let slot = hash & mask
  for (let known = slots[slot]!; known !== 0; known = slots[slot]!) {
    if (hashes[known - 1] === hash && sameWords(words, (known - 1) * WORDS, at)) return -1
    slot = (slot + 1) & mask
  }
  slots[slot] = count + 1
  hashes[count] = hash
  table.parents[count] = parent
  table.moves[count] = move
  table.depths[count] = parent < 0 ? 0 : table.depths[parent]! + 1
  table.count = count + 1
  return count
}

function sameWords(words: Int32Array, a: number, b: number): boolean {
  for (let i = 0; i < WORDS; i++) if (words[a + i] !== words[b + i]) return false
  return true
}

/** Pieces are numbers of four bits; each plane holds one bit of all squares. */
function writeWords(p: Position, words: Int32Array, at: number): void {
  const { bits } = p
  for (let half = 0; half < 2; half++) {
    const bishops = bits[6 | half]! | bits[22 | half]!
    const knights = bits[4 | half]! | bits[20 | half]!
    const queens = bits[10 | half]! | bits[26 | half]!
    const kings = bits[12 | half]! | bits[28 | half]!
    words[at + half] = bits[2 | half]! | bits[18 | half]! | bishops | queens
    words[at + 2 + half] = knights | bishops | kings
    words[at + 4 + half] = bits[8 | half]! | bits[24 | half]! | queens | kings
    words[at + 6 + half] = bits[16 | half]!
  }
  words[at + 8] = p.turn | (p.rights << 1) | ((p.enPassant + 1) << 5)
}

function grow(table: PositionTable): void {
  const capacity = table.capacity * 2
  table.words = enlarged(table.words, capacity * WORDS)
  table.hashes = enlarged(table.hashes, capacity)
  table.parents = enlarged(table.parents, capacity)
  table.moves = enlarged(table.moves, capacity)
  const depths = new Uint16Array(capacity)
  depths.set(table.depths)
  table.depths = depths
  table.capacity = capacity
  const slots = new Int32Array(capacity * 2)
  const mask = slots.length - 1
  for (let i = 0; i < table.count; i++) {
    let slot = table.hashes[i]! & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = i + 1
  }
  table.slots = slots
}

function enlarged(old: Int32Array, length: number): Int32Array {
  const more = new Int32Array(length)
  more.set(old)
  return more
}
