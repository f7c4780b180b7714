/** The graph of the pawn structures that can arise from a position, and the changes that lead from one to another. */

import { analyseStructure, hasSquare, type PawnStructure, type RoamingPiece } from './pawn-structure.ts'
import { bitHi, bitLo } from './square-sets.ts'

export interface StructureNode {
  readonly structure: PawnStructure
  readonly index: number
  /** By the square of the winner's king, one bit for each visited state. */
  readonly visited: (Int32Array | undefined)[]
  /** The structures that changes lead to, by the changes' keys. */
  readonly successors: Map<string, StructureNode>
}

/** What a move changes of the pawns and the fixed pieces: squares, or omitted. */
export interface StructureChange {
  /** The square that the mover's pawn leaves, and the square that it reaches. */
  readonly from?: number
  readonly to?: number
  /** The pawn captured. */
  readonly capturedPawn?: number
  /** The fixed piece captured. */
  readonly capturedFixed?: number
  /** The index of the piece that captured the pawn or the piece. */
  readonly capturer?: number
  /** The piece to which a pawn promotes. */
  readonly promoted?: { readonly role: number; readonly square: number }
}

export interface StructureGraph {
  readonly nodes: StructureNode[]
  readonly byKey: Map<string, StructureNode>
}

export const emptyStructureGraph = (): StructureGraph => ({ nodes: [], byKey: new Map() })

export function nodeOf(graph: StructureGraph, structure: PawnStructure): StructureNode {
  const known = graph.byKey.get(structure.key)
  if (known) return known
  const node: StructureNode = {
    structure,
    index: graph.nodes.length,
    visited: [],
    successors: new Map(),
  }
  graph.nodes.push(node)
  graph.byKey.set(structure.key, node)
  return node
}

/** The structure that a side's change leads to; `kings`: their squares after it. */
export function successor(
  graph: StructureGraph,
  node: StructureNode,
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
  const known = node.successors.get(name)
  if (known) return known
  const { structure } = node
  const pawns = Int32Array.from(structure.pawns)
  if (from >= 0) toggle(pawns, side, from)
  if (to >= 0) toggle(pawns, side, to)
  if (foe >= 0) toggle(pawns, side ^ 1, foe)
  const pieces: RoamingPiece[] = []
  const taken = Math.max(foe, caught)
  structure.pieces.forEach((piece, index) => {
    if (index === mover) pieces.push({ ...piece, lo: bitLo(taken), hi: bitHi(taken), fixed: true })
    else if (caught < 0 || !piece.fixed || !hasSquare(piece.lo, piece.hi, caught)) pieces.push(piece)
  })
  if (arrival) {
    const { role, square } = arrival
    pieces.push({ side, role, lo: bitLo(square), hi: bitHi(square), fixed: true })
  }
  const next = nodeOf(graph, analyseStructure(pawns, pieces, kings))
  node.successors.set(name, next)
  return next
}

function toggle(sets: Int32Array, side: number, square: number): void {
  const at = (side << 1) | (square >> 5)
  sets[at] = sets[at]! ^ (1 << square)
}
