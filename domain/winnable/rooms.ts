/** The levels of a position, each met once, and the ways that lead from one to another. */

import { enter, has, type Level, type Man } from './level.ts'
import { bitHi, bitLo } from './sets.ts'

export interface Room {
  readonly level: Level
  readonly index: number
  /** By the square of the winner's king, one bit for each state that has been visited there. */
  readonly visited: (Int32Array | undefined)[]
  /** Where changes lead, by their names. */
  readonly ways: Map<string, Room>
}

/** What a move does to the pawns and to the pieces that stand fast; squares, or left out. */
export interface Change {
  /** The mover's pawn that leaves a square, and the one that comes to stand on one. */
  readonly from?: number
  readonly to?: number
  /** The pawn captured. */
  readonly foe?: number
  /** The piece captured where it stood fast. */
  readonly caught?: number
  /** The index of the piece that captured the pawn or the piece. */
  readonly mover?: number
  /** The piece a pawn turned into. */
  readonly arrival?: { readonly role: number; readonly square: number }
}

export interface Rooms {
  readonly all: Room[]
  readonly byKey: Map<string, Room>
}

export const noRooms = (): Rooms => ({ all: [], byKey: new Map() })

export function roomOf(rooms: Rooms, level: Level): Room {
  const known = rooms.byKey.get(level.key)
  if (known) return known
  const room: Room = { level, index: rooms.all.length, visited: [], ways: new Map() }
  rooms.all.push(room)
  rooms.byKey.set(level.key, room)
  return room
}

/** The room that a change made by a side leads to, the kings standing on these squares after it. */
export function wayFrom(
  rooms: Rooms,
  room: Room,
  side: number,
  kings: readonly number[],
  change: Change,
): Room {
  const { from = -1, to = -1, foe = -1, caught = -1, mover = -1, arrival } = change
  const name = `${side}/${kings}/${from}/${to}/${foe}/${caught}/${mover}/${arrival?.role}/${arrival?.square}`
  const known = room.ways.get(name)
  if (known) return known
  const { level } = room
  const pawns = Int32Array.from(level.pawns)
  if (from >= 0) toggle(pawns, side, from)
  if (to >= 0) toggle(pawns, side, to)
  if (foe >= 0) toggle(pawns, side ^ 1, foe)
  const men: Man[] = []
  const taken = Math.max(foe, caught)
  level.men.forEach((man, index) => {
    if (index === mover) men.push({ ...man, lo: bitLo(taken), hi: bitHi(taken), fast: true })
    else if (caught < 0 || !man.fast || !has(man.lo, man.hi, caught)) men.push(man)
  })
  if (arrival) {
    const { role, square } = arrival
    men.push({ side, role, lo: bitLo(square), hi: bitHi(square), fast: true })
  }
  const next = roomOf(rooms, enter(pawns, men, kings))
  room.ways.set(name, next)
  return next
}

function toggle(sets: Int32Array, side: number, square: number): void {
  const at = (side << 1) | (square >> 5)
  sets[at] = sets[at]! ^ (1 << square)
}
