/** The levels of a position, each met once, and the ways that lead from one to another. */

import { analyseStructure, hasSquare, type PawnStructure, type RoamingPiece } from './pawn-structure.ts'
import { bitHi, bitLo } from './square-sets.ts'

export interface StructureNode {
  readonly structure: PawnStructure
  readonly index: number
  /** By the square of the winner's king, one bit for each state that has been visited there. */
  readonly visited: (Int32Array | undefined)[]
  /** Where changes lead, by their names. */
  readonly successors: Map<string, StructureNode>
}

/** What a move does to the pawns and to the pieces that stand fast; squares, or left out. */
export interface StructureChange {
  /** The mover's pawn that leaves a square, and the one that comes to stand on one. */
  readonly from?: number
  readonly to?: number
  /** The pawn captured. */
  readonly capturedPawn?: number
  /** The piece captured where it stood fast. */
  readonly capturedFixed?: number
  /** The index of the piece that captured the pawn or the piece. */
  readonly capturer?: number
  /** The piece a pawn turned into. */
  readonly promoted?: { readonly role: number; readonly square: number }
}

export interface StructureGraph {
  readonly nodes: StructureNode[]
  readonly byKey: Map<string, StructureNode>
}

export const emptyStructureGraph = (): StructureGraph => ({ nodes: [], byKey: new Map() })

export function nodeOf(rooms: StructureGraph, level: PawnStructure): StructureNode {
  const known = rooms.byKey.get(level.key)
  if (known) return known
  const room: StructureNode = {
    structure: level,
    index: rooms.nodes.length,
    visited: [],
    successors: new Map(),
  }
  rooms.nodes.push(room)
  rooms.byKey.set(level.key, room)
  return room
}

/** The room that a change made by a side leads to, the kings standing on these squares after it. */
export function successor(
  rooms: StructureGraph,
  room: StructureNode,
  side: number,
  kings: readonly number[],
  change: StructureChange,
): StructureNode {
  const {
    from = -1,
    to = -1,
    capturedPawn: foe = -1,
    capturedFixed: caught = -1,
    capturer: mover = -1,
    promoted: arrival,
  } = change
  const name = `${side}/${kings}/${from}/${to}/${foe}/${caught}/${mover}/${arrival?.role}/${arrival?.square}`
  const known = room.successors.get(name)
  if (known) return known
  const { structure: level } = room
  const pawns = Int32Array.from(level.pawns)
  if (from >= 0) toggle(pawns, side, from)
  if (to >= 0) toggle(pawns, side, to)
  if (foe >= 0) toggle(pawns, side ^ 1, foe)
  const men: RoamingPiece[] = []
  const taken = Math.max(foe, caught)
  level.pieces.forEach((man, index) => {
    if (index === mover) men.push({ ...man, lo: bitLo(taken), hi: bitHi(taken), fixed: true })
    else if (caught < 0 || !man.fixed || !hasSquare(man.lo, man.hi, caught)) men.push(man)
  })
  if (arrival) {
    const { role, square } = arrival
    men.push({ side, role, lo: bitLo(square), hi: bitHi(square), fixed: true })
  }
  const next = nodeOf(rooms, analyseStructure(pawns, men, kings))
  room.successors.set(name, next)
  return next
}

function toggle(sets: Int32Array, side: number, square: number): void {
  const at = (side << 1) | (square >> 5)
  sets[at] = sets[at]! ^ (1 << square)
}
