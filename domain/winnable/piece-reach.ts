/** Reachability of pieces: a step at a time, over squares that may be empty and onto enemies. */

import type { Position } from '../chess/index.ts'
import { BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import {
  addReachable,
  addVacatable,
  barred,
  DEFENDER_OFFSET,
  initialSets,
  reachable,
  vacatable,
} from './reachability.ts'
import type { SideIndex } from './sides.ts'
import {
  bitHi,
  bitLo,
  diagonalHi,
  diagonalLo,
  downwardAttacksHi,
  downwardAttacksLo,
  flipRanks,
  knightHi,
  knightLo,
  neighboursHi,
  neighboursLo,
  orthogonalHi,
  orthogonalLo,
  upwardAttacksHi,
  upwardAttacksLo,
} from './square-sets.ts'

/** One step of a kind of piece, from all squares of a set. A slider's move is several steps: the squares between are empty. */
export function reachStepsLo(role: number, lo: number, hi: number): number {
  if (role === KNIGHTS) return knightLo(lo, hi)
  if (role === BISHOPS) return diagonalLo(lo, hi)
  if (role === ROOKS) return orthogonalLo(lo, hi)
  return neighboursLo(lo, hi)
}

export function reachStepsHi(role: number, lo: number, hi: number): number {
  if (role === KNIGHTS) return knightHi(lo, hi)
  if (role === BISHOPS) return diagonalHi(lo, hi)
  if (role === ROOKS) return orthogonalHi(lo, hi)
  return neighboursHi(lo, hi)
}

/** What pawns of a side attack. */
export const pawnAttackLo = (side: number, lo: number, hi: number): number =>
  side === 0 ? upwardAttacksLo(lo, hi) : downwardAttacksLo(lo, hi)
export const pawnAttackHi = (side: number, lo: number, hi: number): number =>
  side === 0 ? upwardAttacksHi(lo, hi) : downwardAttacksHi(lo, hi)

/** Finds what the fixed enemies of `side` attack for ever. For sliders only the next square counts. */
export function findBarredSquares(side: number): void {
  const them = side ^ DEFENDER_OFFSET
  const fixedLo = ~vacatable[0]!
  const fixedHi = ~vacatable[1]!
  const pawnsLo = initialSets[them | PAWNS]! & fixedLo
  const pawnsHi = initialSets[them | PAWNS | 1]! & fixedHi
  const knightsLo = initialSets[them | KNIGHTS]! & fixedLo
  const knightsHi = initialSets[them | KNIGHTS | 1]! & fixedHi
  const aroundsLo = (initialSets[them | QUEENS]! | initialSets[them | KINGS]!) & fixedLo
  const aroundsHi = (initialSets[them | QUEENS | 1]! | initialSets[them | KINGS | 1]!) & fixedHi
  const diagonalsLo = (initialSets[them | BISHOPS]! & fixedLo) | aroundsLo
  const diagonalsHi = (initialSets[them | BISHOPS | 1]! & fixedHi) | aroundsHi
  const orthogonalsLo = (initialSets[them | ROOKS]! & fixedLo) | aroundsLo
  const orthogonalsHi = (initialSets[them | ROOKS | 1]! & fixedHi) | aroundsHi
  barred[side] =
    pawnAttackLo(them, pawnsLo, pawnsHi) |
    knightLo(knightsLo, knightsHi) |
    diagonalLo(diagonalsLo, diagonalsHi) |
    orthogonalLo(orthogonalsLo, orthogonalsHi)
  barred[side | 1] =
    pawnAttackHi(them, pawnsLo, pawnsHi) |
    knightHi(knightsLo, knightsHi) |
    diagonalHi(diagonalsLo, diagonalsHi) |
    orthogonalHi(orthogonalsLo, orthogonalsHi)
}

/** Castling puts king and rook on squares that their other moves may not reach (Guideline II.3.2). */
export function extendByCastling(p: Position, us: SideIndex): void {
  for (let right = 0; right < 4; right++) {
    if ((p.rights & (1 << right)) === 0) continue
    const setup = p.castling
    const turned = us === 0 ? 0 : 56
    const vacantLo = us === 0 ? setup.vacantLo[right]! : flipRanks(setup.vacantHi[right]!)
    const vacantHi = us === 0 ? setup.vacantHi[right]! : flipRanks(setup.vacantLo[right]!)
    if (((vacantLo & ~vacatable[0]!) | (vacantHi & ~vacatable[1]!)) !== 0) continue
    const side = right >> 1 === us ? 0 : DEFENDER_OFFSET
    const king = setup.kings[right >> 1]! ^ turned
    const rook = setup.rooks[right]! ^ turned
    const kingTarget = setup.kingTargets[right]! ^ turned
    const rookTarget = setup.rookTargets[right]! ^ turned
    addVacatable(bitLo(king) | bitLo(rook), bitHi(king) | bitHi(rook))
    addReachable(side | KINGS, bitLo(kingTarget), bitHi(kingTarget))
    addReachable(side | ROOKS, bitLo(rookTarget), bitHi(rookTarget))
  }
}

/** Extends the reachable squares of all pieces of a side, without pawns. */
export function extendPieces(side: number): void {
  for (let role = KNIGHTS; role <= KINGS; role += 2) {
    const piece = side | role
    if ((reachable[piece]! | reachable[piece | 1]!) !== 0) extendPiece(side, role)
  }
}

function extendPiece(side: number, role: number): void {
  const piece = side | role
  const them = side ^ DEFENDER_OFFSET
  const freeLo = role === KINGS ? ~barred[side]! : -1
  const freeHi = role === KINGS ? ~barred[side | 1]! : -1
  const goLo = vacatable[0]! & freeLo
  const goHi = vacatable[1]! & freeHi
  let lo = reachable[piece]!
  let hi = reachable[piece | 1]!
  let stepLo = 0
  let stepHi = 0
  for (;;) {
    stepLo = reachStepsLo(role, lo, hi)
    stepHi = reachStepsHi(role, lo, hi)
    const moreLo = stepLo & goLo & ~lo
    const moreHi = stepHi & goHi & ~hi
    if ((moreLo | moreHi) === 0) break
    lo |= moreLo
    hi |= moreHi
  }
  addReachable(piece, lo, hi)
  const preyLo = initialSets[them]! & ~initialSets[them | KINGS]!
  const preyHi = initialSets[them | 1]! & ~initialSets[them | KINGS | 1]!
  addVacatable(stepLo & preyLo & freeLo, stepHi & preyHi & freeHi)
  const fromLo = vacatable[0]! & freeLo
  const fromHi = vacatable[1]! & freeHi
  addVacatable(
    initialSets[piece]! & reachStepsLo(role, fromLo, fromHi),
    initialSets[piece | 1]! & reachStepsHi(role, fromLo, fromHi),
  )
}
