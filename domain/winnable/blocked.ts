/**
 * Blocked positions: can the pieces that could give mate ever reach a square from which they would? Reachability is
 * overestimated, never underestimated, so a mate it excludes is impossible: docs/winnable.md ("Blocked") has the proof.
 */

import type { Position } from '../chess/index.ts'
import { BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import { extendPawns, findCapturablePawns } from './pawn-reach.ts'
import {
  extendByCastling,
  extendPieces,
  findBarredSquares,
  pawnAttackHi,
  pawnAttackLo,
  reachStepsHi,
  reachStepsLo,
} from './piece-reach.ts'
import {
  DEFENDER_OFFSET,
  growth,
  initialSets,
  loadReachability,
  nonKingReachHi,
  nonKingReachLo,
  pawnArrivals,
  reachable,
  vacatable,
} from './reachability.ts'
import type { SideIndex } from './sides.ts'
import {
  diagonalHi,
  diagonalLo,
  knightHi,
  knightLo,
  neighboursHi,
  neighboursLo,
  orthogonalHi,
  orthogonalLo,
  upwardAttacksHi,
  upwardAttacksLo,
} from './square-sets.ts'

/** What each side's pieces except the king may ever attack: by side (0 or 16) and half. */
const attack = new Int32Array(32)

/**
 * Whether `us` can never mate because no piece that could give mate can reach a square from which it would. Each side
 * has one king, and no king can be captured. False means only that this analysis proves nothing.
 */
export function isBlocked(p: Position, us: SideIndex): boolean {
  loadReachability(p, us)
  do {
    growth.changed = false
    findBarredSquares(0)
    findBarredSquares(DEFENDER_OFFSET)
    extendPieces(0)
    sumAttack(0)
    if (isMateConceivable()) return false
    extendPieces(DEFENDER_OFFSET)
    extendPawns(0)
    extendPawns(DEFENDER_OFFSET)
    if (p.rights !== 0) extendByCastling(p, us)
    sumAttack(0)
    sumAttack(DEFENDER_OFFSET)
    findCapturablePawns(attack)
  } while (growth.changed)
  return !isMateConceivable()
}

function sumAttack(side: number): void {
  const pawnsLo = reachable[side | PAWNS]!
  const pawnsHi = reachable[side | PAWNS | 1]!
  const diagonalsLo = reachable[side | BISHOPS]! | reachable[side | QUEENS]!
  const diagonalsHi = reachable[side | BISHOPS | 1]! | reachable[side | QUEENS | 1]!
  const orthogonalsLo = reachable[side | ROOKS]! | reachable[side | QUEENS]!
  const orthogonalsHi = reachable[side | ROOKS | 1]! | reachable[side | QUEENS | 1]!
  const knightsLo = reachable[side | KNIGHTS]!
  const knightsHi = reachable[side | KNIGHTS | 1]!
  attack[side] =
    pawnAttackLo(side, pawnsLo, pawnsHi) |
    knightLo(knightsLo, knightsHi) |
    diagonalLo(diagonalsLo, diagonalsHi) |
    orthogonalLo(orthogonalsLo, orthogonalsHi)
  attack[side | 1] =
    pawnAttackHi(side, pawnsLo, pawnsHi) |
    knightHi(knightsLo, knightsHi) |
    diagonalHi(diagonalsLo, diagonalsHi) |
    orthogonalHi(orthogonalsLo, orthogonalsHi)
}

/**
 * Whether there is a square that the loser's king may reach, on which a move may give check, and around which every
 * square may be attacked or occupied by its own pieces. A check is given by a move: an attack that exists from the start
 * gives none, because the king cannot step into it.
 */
function isMateConceivable(): boolean {
  const kingLo = reachable[KINGS]!
  const kingHi = reachable[KINGS | 1]!
  const shutLo = attack[0]! | neighboursLo(kingLo, kingHi) | nonKingReachLo(DEFENDER_OFFSET)
  const shutHi = attack[1]! | neighboursHi(kingLo, kingHi) | nonKingReachHi(DEFENDER_OFFSET)
  const preyLo = reachable[DEFENDER_OFFSET | KINGS]! & attack[0]! & ~neighboursLo(~shutLo, ~shutHi)
  const preyHi = reachable[DEFENDER_OFFSET | KINGS | 1]! & attack[1]! & ~neighboursHi(~shutLo, ~shutHi)
  if ((preyLo | preyHi) === 0) return false
  const queenLo = arriveLo(QUEENS)
  const queenHi = arriveHi(QUEENS)
  const diagonalsLo = arriveLo(BISHOPS) | queenLo
  const diagonalsHi = arriveHi(BISHOPS) | queenHi
  const orthogonalsLo = arriveLo(ROOKS) | queenLo
  const orthogonalsHi = arriveHi(ROOKS) | queenHi
  const knightsLo = arriveLo(KNIGHTS)
  const knightsHi = arriveHi(KNIGHTS)
  const checkLo =
    upwardAttacksLo(pawnArrivals[0]!, pawnArrivals[1]!) |
    knightLo(knightsLo, knightsHi) |
    diagonalLo(diagonalsLo, diagonalsHi) |
    orthogonalLo(orthogonalsLo, orthogonalsHi)
  const checkHi =
    upwardAttacksHi(pawnArrivals[0]!, pawnArrivals[1]!) |
    knightHi(knightsLo, knightsHi) |
    diagonalHi(diagonalsLo, diagonalsHi) |
    orthogonalHi(orthogonalsLo, orthogonalsHi)
  return ((preyLo & checkLo) | (preyHi & checkHi)) !== 0
}

/** The last rank, all of it in the high half. */
const LAST_RANK_HI = 0xff000000 | 0

/**
 * Where a piece of the winner may arrive by a move: its initial square only if it can return there, or if a pawn can
 * promote to such a piece there.
 */
const arriveLo = (role: number): number =>
  reachable[role]! &
  (~initialSets[role]! | (vacatable[0]! & reachStepsLo(role, reachable[role]!, reachable[role | 1]!)))
const arriveHi = (role: number): number =>
  reachable[role | 1]! &
  (~initialSets[role | 1]! |
    (vacatable[1]! & reachStepsHi(role, reachable[role]!, reachable[role | 1]!)) |
    (pawnArrivals[1]! & LAST_RANK_HI))
