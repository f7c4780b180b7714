/** Candidates for mating nets with the pieces of a position, each with the flight squares still to be covered. */

import { popcount } from '../chess/index.ts'
import { type Distances, type DistanceTables, FAR, kingDistances } from './distance-tables.ts'
import {
  attacked,
  canCoverFlights,
  checkToMeetFrom,
  findAttacked,
  type NetSetting,
  netSettingOf,
} from './mating-net.ts'
import {
  DEFENDER,
  hasSquare,
  KNIGHT,
  type PawnStructure,
  type RoamingPiece,
  WINNER,
} from './pawn-structure.ts'
import { bitHi, bitLo, neighboursHi, neighboursLo, squaresOf } from './square-sets.ts'

/** A candidate: the kings' squares, the checking piece and its square, and the flight squares still to be covered. */
export interface NetCandidate {
  readonly kL: number
  readonly kW: number
  /** Whether it matters where the winner's king stands. */
  readonly needsKing: boolean
  readonly role: number
  readonly from: number
  readonly gaps: readonly number[]
  /** A first estimate of the moves it takes. */
  readonly cost: number
}

/** Squares with more flight squares around them make no candidate, nor do nets with more squares still to be covered. */
const MAX_FLIGHTS = 5
const MAX_GAPS = 3

/** All candidates for a structure, from the kings' squares. */
export function findNetCandidates(atlas: DistanceTables, kings: readonly number[]): NetCandidate[] {
  const drafts: NetCandidate[] = []
  const walk = kingDistances(atlas, DEFENDER, kings[DEFENDER]!)
  const toKing = kingDistances(atlas, WINNER, kings[WINNER]!)
  const theirs = withPromoted(atlas)
  for (let kL = 0; kL < 64; kL++) {
    if (walk[kL]! < FAR) findCandidatesAt({ atlas, kL, walk: walk[kL]!, toKing, theirs, drafts })
  }
  return drafts
}

interface CandidateSearch {
  readonly atlas: DistanceTables
  readonly kL: number
  readonly walk: number
  readonly toKing: Distances
  readonly theirs: readonly RoamingPiece[]
  readonly drafts: NetCandidate[]
}

function findCandidatesAt(sheet: CandidateSearch): void {
  const { atlas, kL } = sheet
  const { structure } = atlas
  const shutLo =
    structure.pawns[2]! | structure.fixed[2]! | structure.pawnAttack[0]! | structure.fixedAttack[0]!
  const shutHi =
    structure.pawns[3]! | structure.fixed[3]! | structure.pawnAttack[1]! | structure.fixedAttack[1]!
  const airLo = neighboursLo(bitLo(kL), bitHi(kL)) & ~shutLo
  const airHi = neighboursHi(bitLo(kL), bitHi(kL)) & ~shutHi
  if (popcount(airLo) + popcount(airHi) > MAX_FLIGHTS) return
  const ours = structure.pieces.filter((piece) => piece.side === WINNER)
  ours.forEach((piece, i) => {
    if (piece.fixed) return
    findAttacked(piece.role, kL, atlas.wallLo, atlas.wallHi)
    const others = ours.filter((_, j) => j !== i)
    for (const from of squaresOf(attacked.lo & piece.lo, attacked.hi & piece.hi)) {
      findAttacked(piece.role, from, atlas.wallLo & ~bitLo(kL), atlas.wallHi & ~bitHi(kL))
      findCandidatesFrom(sheet, piece.role, from, others, airLo & ~attacked.lo, airHi & ~attacked.hi)
    }
  })
}

function findCandidatesFrom(
  sheet: CandidateSearch,
  role: number,
  from: number,
  others: readonly RoamingPiece[],
  airLo: number,
  airHi: number,
): void {
  const { atlas, kL, walk, toKing, theirs, drafts } = sheet
  const alone = !others.some((other) => other.role !== KNIGHT)
  for (const kW of kingPlaces(toKing, kL, from, airLo, airHi)) {
    const lo = airLo & ~neighboursLo(bitLo(kW), bitHi(kW))
    const hi = airHi & ~neighboursHi(bitLo(kW), bitHi(kW))
    const gaps = squaresOf(lo, hi)
    if (gaps.length > MAX_GAPS || (others.length === 0 && gaps.length > theirs.length)) continue
    const scene: NetSetting = { ...netSettingOf(atlas.structure, kW, kL), theirs }
    const threat = checkToMeetFrom(scene, from, alone)
    if (threat === null || !canCoverFlights(scene, lo, hi, threat, others)) continue
    const needsKing = airLo !== lo || airHi !== hi
    const cost = walk + (needsKing ? toKing[kW]! : 0) + 2 * gaps.length
    drafts.push({ kL, kW, needsKing, role, from, gaps, cost })
  }
}

/** The loser's pieces; a pawn that may promote counts as one more, on any square. */
function withPromoted({ structure, wallLo, wallHi }: DistanceTables): RoamingPiece[] {
  const pieces = structure.pieces.filter((piece) => piece.side === DEFENDER)
  return [...pieces, ...freePawns(structure, wallLo, wallHi).map(() => ANYWHERE)]
}

const ANYWHERE: RoamingPiece = { side: DEFENDER, role: KNIGHT, lo: -1, hi: -1, fixed: false }

/** The loser's pawns without a fixed piece or pawn in their way. */
export function freePawns(structure: PawnStructure, wallLo: number, wallHi: number): number[] {
  return squaresOf(structure.pawns[2]!, structure.pawns[3]!).filter((square) => {
    for (let at = square - 8; at >= 0; at -= 8) if (hasSquare(wallLo, wallHi, at)) return false
    return true
  })
}

/** Squares for the winner's king: of those that cover the same flight squares the nearest, and one that covers none. */
function kingPlaces(toKing: Distances, kL: number, from: number, lo: number, hi: number): number[] {
  const places: number[] = []
  const shut: number[] = []
  let idle = -1
  for (let square = 0; square < 64; square++) {
    if (toKing[square]! >= FAR || square === from) continue
    const files = Math.abs((square & 7) - (kL & 7))
    const ranks = Math.abs((square >> 3) - (kL >> 3))
    if (files < 2 && ranks < 2) continue
    const shutLo = files > 2 || ranks > 2 ? 0 : neighboursLo(bitLo(square), bitHi(square)) & lo
    const shutHi = files > 2 || ranks > 2 ? 0 : neighboursHi(bitLo(square), bitHi(square)) & hi
    if ((shutLo | shutHi) === 0) {
      idle = square
      continue
    }
    let known = 0
    while (known < places.length && (shut[2 * known] !== shutLo || shut[2 * known + 1] !== shutHi)) known++
    if (known === places.length) {
      places.push(square)
      shut.push(shutLo, shutHi)
    } else if (toKing[square]! < toKing[places[known]!]!) places[known] = square
  }
  return idle < 0 ? places : [...places, idle]
}
