/**
 * The search of kings and pawns, for positions with blocked pawns: every arrangement of kings and pawns is visited, while
 * each other piece counts as being on all squares it may reach. If no mate is possible even so, none is possible
 * (docs/winnable.md, "Kings and pawns").
 */

import type { Position } from '../chess/index.ts'
import { initialStructure } from './initial-structure.ts'
import { CHECK_BY_PIECE, isInLine, isMatingNetPossible, type MatingCheck } from './mating-net.ts'
import {
  DEFENDER,
  hasSideSquare,
  hasSquare,
  KNIGHT,
  type PawnStructure,
  pawnStepsHi,
  pawnStepsLo,
  QUEEN,
  stepsHi,
  stepsLo,
  WINNER,
} from './pawn-structure.ts'
import type { SideIndex } from './sides.ts'
import { bitHi, bitLo, neighboursHi, neighboursLo } from './square-sets.ts'
import {
  emptyStructureGraph,
  nodeOf,
  type StructureChange,
  type StructureGraph,
  type StructureNode,
  successor,
} from './structure-graph.ts'

/** `dead`: no mate can arise. `open`: a mate is conceivable. `spent`: the nodes did not suffice. */
export type KingPawnResult = 'dead' | 'open' | 'spent'

/** States for one square of the winner's king: 64 squares of the loser's, two turns, eight en passant files or none. */
const STATES = 64 * 2 * 9
const NO_FILE = 8
/** With free pawns there are more structures than are worth visiting. */
const MAX_STRUCTURES = 50_000

/** Whether this search covers a position: no castling right and no en passant capture is left. */
export const isKingPawnSearchable = (p: Position): boolean => p.rights === 0 && p.enPassant < 0

/** A search in progress; it may be interrupted and continued. */
export interface KingPawnSearch {
  readonly graph: StructureGraph
  /** States whose moves are still to be made. */
  readonly stack: number[]
  nodes: number
  /** The nodes that may be used in all, for now. */
  most: number
  isOpen: boolean
  /** The nodes ran out between the moves of a state: it has to be expanded again. */
  isCut: boolean
}

/** Begins the search at a position without castling rights and en passant capture. */
export function beginKingPawnSearch(p: Position, us: SideIndex): KingPawnSearch {
  const { structure, kings } = initialStructure(p, us)
  const visit: KingPawnSearch = {
    graph: emptyStructureGraph(),
    stack: [],
    nodes: 0,
    most: 0,
    isOpen: false,
    isCut: false,
  }
  pushState(
    visit,
    nodeOf(visit.graph, structure),
    kings[WINNER]!,
    kings[DEFENDER]!,
    p.turn === us ? WINNER : DEFENDER,
    NO_FILE,
  )
  return visit
}

/** Continues until `nodes` nodes have been used in all. */
export function continueKingPawnSearch(visit: KingPawnSearch, nodes: number): KingPawnResult {
  const { stack } = visit
  visit.most = nodes
  while (stack.length > 0 && !visit.isOpen && visit.nodes < nodes) {
    const next = stack.pop()!
    visit.isCut = false
    expand(visit, next)
    if (visit.isCut) stack.push(next)
  }
  if (visit.isOpen) return 'open'
  return stack.length > 0 ? 'spent' : 'dead'
}

/** Whether both sides have pawns, none of which has had a move or been captured so far. */
export function arePawnsLocked({ graph }: KingPawnSearch): boolean {
  const { pawns } = graph.nodes[0]!.structure
  return graph.nodes.length === 1 && (pawns[0]! | pawns[1]!) !== 0 && (pawns[2]! | pawns[3]!) !== 0
}

/** Adds a state to be expanded, unless it has been visited. */
function pushState(
  visit: KingPawnSearch,
  node: StructureNode,
  kW: number,
  kL: number,
  turn: number,
  file: number,
): void {
  const state = (kL * 2 + turn) * 9 + file
  const word = state >> 5
  const visited = node.visited[kW] ?? new Int32Array(STATES >> 5)
  node.visited[kW] = visited
  if (visited[word]! & (1 << state)) return
  visited[word] = visited[word]! | (1 << state)
  visit.stack.push((node.index * 64 + kW) * STATES + state)
}

function expand(visit: KingPawnSearch, number: number): void {
  const state = number % STATES
  const place = (number - state) / STATES
  const kW = place % 64
  const node = visit.graph.nodes[(place - kW) / 64]!
  const side = ((state / 9) | 0) & 1
  const now: Expansion = { visit, node, side, kings: [kW, (state / 18) | 0], file: state % 9 }
  moveKing(now)
  movePawns(now)
  movePieces(now)
}

/** A state whose moves are being made. */
interface Expansion {
  readonly visit: KingPawnSearch
  readonly node: StructureNode
  readonly side: number
  readonly kings: readonly number[]
  /** The file on which a pawn may be captured en passant, or `NO_FILE`. */
  readonly file: number
}

/** A move has led to structure `node`; the mover's king is on `king`. */
function arrive(
  now: Expansion,
  node: StructureNode,
  king: number,
  file: number,
  checks: readonly MatingCheck[],
): void {
  const { visit, side } = now
  if (visit.isOpen) return
  if (visit.nodes === visit.most) {
    visit.isCut = true
    return
  }
  visit.nodes++
  const foe = side ^ 1
  if (hasSideSquare(node.structure.pawnAttack, foe, king)) return
  const kW = side === WINNER ? king : now.kings[WINNER]!
  const kL = side === WINNER ? now.kings[DEFENDER]! : king
  for (const check of checks) if (isMatingNetPossible(node.structure, kW, kL, check)) visit.isOpen = true
  pushState(visit, node, kW, kL, foe, file)
}

function moveKing(now: Expansion): void {
  const { node, side } = now
  const { structure } = node
  const from = now.kings[side]!
  const other = now.kings[side ^ 1]!
  const own = side << 1
  const foe = own ^ 2
  const nearLo = neighboursLo(bitLo(other), bitHi(other)) | bitLo(other)
  const nearHi = neighboursHi(bitLo(other), bitHi(other)) | bitHi(other)
  const shutLo =
    structure.pawns[own]! |
    structure.fixed[own]! |
    structure.pawnAttack[foe]! |
    structure.fixedAttack[foe]! |
    nearLo
  const shutHi =
    structure.pawns[own | 1]! |
    structure.fixed[own | 1]! |
    structure.pawnAttack[foe | 1]! |
    structure.fixedAttack[foe | 1]! |
    nearHi
  const checks: readonly MatingCheck[] =
    side === WINNER && isInLine(from, other) ? [{ by: 'discovery', left: from, alone: true }] : NO_CHECK
  eachSquare(
    neighboursLo(bitLo(from), bitHi(from)) & ~shutLo,
    neighboursHi(bitLo(from), bitHi(from)) & ~shutHi,
    (to) => {
      const prey = hasSideSquare(structure.pawns, side ^ 1, to)
      const caught = hasSideSquare(structure.fixed, side ^ 1, to)
      const kings = side === WINNER ? [to, other] : [other, to]
      const next =
        prey || caught
          ? successorOf(now, kings, { capturedPawn: prey ? to : -1, capturedFixed: caught ? to : -1 })
          : node
      arrive(now, next, to, NO_FILE, checks)
    },
  )
}

function movePawns(now: Expansion): void {
  const { node, side, kings } = now
  const { structure } = node
  const ahead = side === WINNER ? 8 : -8
  const { pawns, fixed } = structure
  const solidLo = pawns[0]! | pawns[2]! | fixed[0]! | fixed[2]! | bitLo(kings[0]!) | bitLo(kings[1]!)
  const solidHi = pawns[1]! | pawns[3]! | fixed[1]! | fixed[3]! | bitHi(kings[0]!) | bitHi(kings[1]!)
  eachSquare(pawns[side << 1]!, pawns[(side << 1) | 1]!, (from) => {
    const to = from + ahead
    if (to < 0 || to > 63) return
    if (!hasSquare(solidLo, solidHi, to)) {
      land(now, from, to, -1, -1, NO_FILE)
      const far = to + ahead
      if (from >> 3 === (side === WINNER ? 1 : 6) && !hasSquare(solidLo, solidHi, far)) {
        land(now, from, far, -1, -1, enPassantFile(structure, side, to))
      }
    }
    eachSquare(
      pawnStepsLo(side, bitLo(from), bitHi(from)),
      pawnStepsHi(side, bitLo(from), bitHi(from)),
      (target) => {
        const foe = side ^ 1
        if (target === kings[0] || target === kings[1]) return
        if ((target & 7) === now.file && target >> 3 === (side === WINNER ? 5 : 2)) {
          land(now, from, target, target ^ 8, -1, NO_FILE)
        }
        if (hasSideSquare(pawns, foe, target)) land(now, from, target, target, -1, NO_FILE)
        else if (hasSideSquare(fixed, foe, target)) land(now, from, target, -1, target, NO_FILE)
        else if (hasSideSquare(structure.roaming, foe, target)) land(now, from, target, -1, -1, NO_FILE)
      },
    )
  })
}

/** The file of a double step, if an enemy pawn attacks the square stepped over. */
function enPassantFile(structure: PawnStructure, side: number, over: number): number {
  return hasSideSquare(structure.pawnAttack, side ^ 1, over) ? over & 7 : NO_FILE
}

function land(now: Expansion, from: number, to: number, foe: number, caught: number, file: number): void {
  const { side, kings } = now
  const king = kings[side]!
  const target = kings[side ^ 1]!
  if (to >= 56 || to < 8) {
    for (let role = KNIGHT; role <= QUEEN; role++) {
      const next = successorOf(now, kings, {
        from,
        capturedPawn: foe,
        capturedFixed: caught,
        promoted: { role, square: to },
      })
      arrive(now, next, king, NO_FILE, side === WINNER ? [CHECK_BY_PIECE] : NO_CHECK)
    }
    return
  }
  const checks: MatingCheck[] = []
  if (side === WINNER) {
    if (
      hasSquare(pawnStepsLo(WINNER, bitLo(to), bitHi(to)), pawnStepsHi(WINNER, bitLo(to), bitHi(to)), target)
    ) {
      checks.push({ by: 'pawn', square: to })
    }
    if (isInLine(from, target)) checks.push({ by: 'discovery', left: from, alone: false })
    if (foe >= 0 && foe !== to && isInLine(foe, target))
      checks.push({ by: 'discovery', left: foe, alone: false })
  }
  arrive(
    now,
    successorOf(now, kings, { from, to, capturedPawn: foe, capturedFixed: caught }),
    king,
    file,
    checks,
  )
}

/** Moves of pieces: most leave the state as it is but for the turn; a capture of a pawn or fixed piece leads to another structure. */
function movePieces(now: Expansion): void {
  const { node, side, kings } = now
  const { structure } = node
  if (!structure.moves[side]) return
  const checks = side === WINNER ? [CHECK_BY_PIECE] : NO_CHECK
  const foe = (side ^ 1) << 1
  if (structure.pieces.some((piece) => piece.side === side && !piece.fixed)) {
    arrive(now, node, kings[side]!, NO_FILE, checks)
  }
  structure.pieces.forEach((piece, index) => {
    if (piece.side !== side) return
    eachSquare(
      stepsLo(piece.role, piece.lo, piece.hi) & (structure.pawns[foe]! | structure.fixed[foe]!),
      stepsHi(piece.role, piece.lo, piece.hi) & (structure.pawns[foe | 1]! | structure.fixed[foe | 1]!),
      (square) => {
        const prey = hasSideSquare(structure.pawns, side ^ 1, square)
        const change = {
          capturedPawn: prey ? square : -1,
          capturedFixed: prey ? -1 : square,
          capturer: index,
        }
        arrive(now, successorOf(now, kings, change), kings[side]!, NO_FILE, checks)
      },
    )
  })
}

function successorOf(
  { visit, node, side }: Expansion,
  kings: readonly number[],
  change: StructureChange,
): StructureNode {
  if (visit.graph.nodes.length === MAX_STRUCTURES) visit.isOpen = true
  return successor(visit.graph, node, side, kings, change)
}

const NO_CHECK: readonly MatingCheck[] = []

function eachSquare(lo: number, hi: number, visit: (square: number) => void): void {
  for (; lo !== 0; lo &= lo - 1) visit(31 - Math.clz32(lo & -lo))
  for (; hi !== 0; hi &= hi - 1) visit(63 - Math.clz32(hi & -hi))
}
