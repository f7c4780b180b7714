/** Lets the pieces run over the ground: a step at a time, over squares that may be empty and onto enemies. */

import type { Position } from '../chess/index.ts'
import { barred, extend, home, LOSER, open, reach, vacate } from './ground.ts'
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './places.ts'
import {
  aroundHi,
  aroundLo,
  bitHi,
  bitLo,
  downwardHi,
  downwardLo,
  knightHi,
  knightLo,
  reversed,
  slantHi,
  slantLo,
  straightHi,
  straightLo,
  upwardHi,
  upwardLo,
} from './sets.ts'
import type { SideIndex } from './sides.ts'

/** One step of a kind of piece, from all squares of a set. A slider's run is many steps: the squares between are empty. */
export function stepsLo(role: number, lo: number, hi: number): number {
  if (role === KNIGHT) return knightLo(lo, hi)
  if (role === BISHOP) return slantLo(lo, hi)
  if (role === ROOK) return straightLo(lo, hi)
  return aroundLo(lo, hi)
}

export function stepsHi(role: number, lo: number, hi: number): number {
  if (role === KNIGHT) return knightHi(lo, hi)
  if (role === BISHOP) return slantHi(lo, hi)
  if (role === ROOK) return straightHi(lo, hi)
  return aroundHi(lo, hi)
}

/** What pawns of a side attack. */
export const pawnAttackLo = (side: number, lo: number, hi: number): number =>
  side === 0 ? upwardLo(lo, hi) : downwardLo(lo, hi)
export const pawnAttackHi = (side: number, lo: number, hi: number): number =>
  side === 0 ? upwardHi(lo, hi) : downwardHi(lo, hi)

/** Finds what the enemies of `side` that stand fast attack for good. Sliders are credited with the next square only. */
export function bar(side: number): void {
  const them = side ^ LOSER
  const fastLo = ~open[0]!
  const fastHi = ~open[1]!
  const pawnsLo = home[them | PAWN]! & fastLo
  const pawnsHi = home[them | PAWN | 1]! & fastHi
  const knightsLo = home[them | KNIGHT]! & fastLo
  const knightsHi = home[them | KNIGHT | 1]! & fastHi
  const aroundsLo = (home[them | QUEEN]! | home[them | KING]!) & fastLo
  const aroundsHi = (home[them | QUEEN | 1]! | home[them | KING | 1]!) & fastHi
  const slantsLo = (home[them | BISHOP]! & fastLo) | aroundsLo
  const slantsHi = (home[them | BISHOP | 1]! & fastHi) | aroundsHi
  const straightsLo = (home[them | ROOK]! & fastLo) | aroundsLo
  const straightsHi = (home[them | ROOK | 1]! & fastHi) | aroundsHi
  barred[side] =
    pawnAttackLo(them, pawnsLo, pawnsHi) |
    knightLo(knightsLo, knightsHi) |
    slantLo(slantsLo, slantsHi) |
    straightLo(straightsLo, straightsHi)
  barred[side | 1] =
    pawnAttackHi(them, pawnsLo, pawnsHi) |
    knightHi(knightsLo, knightsHi) |
    slantHi(slantsLo, slantsHi) |
    straightHi(straightsLo, straightsHi)
}

/** Castling moves king and rook over squares that a king's steps and a rook's run may not join (Guideline II.3.2). */
export function castle(p: Position, us: SideIndex): void {
  for (let right = 0; right < 4; right++) {
    if ((p.rights & (1 << right)) === 0) continue
    const setup = p.castling
    const turned = us === 0 ? 0 : 56
    const vacantLo = us === 0 ? setup.vacantLo[right]! : reversed(setup.vacantHi[right]!)
    const vacantHi = us === 0 ? setup.vacantHi[right]! : reversed(setup.vacantLo[right]!)
    if (((vacantLo & ~open[0]!) | (vacantHi & ~open[1]!)) !== 0) continue
    const side = right >> 1 === us ? 0 : LOSER
    const king = setup.kings[right >> 1]! ^ turned
    const rook = setup.rooks[right]! ^ turned
    const kingTarget = setup.kingTargets[right]! ^ turned
    const rookTarget = setup.rookTargets[right]! ^ turned
    vacate(bitLo(king) | bitLo(rook), bitHi(king) | bitHi(rook))
    extend(side | KING, bitLo(kingTarget), bitHi(kingTarget))
    extend(side | ROOK, bitLo(rookTarget), bitHi(rookTarget))
  }
}

/** Lets all pieces of a side run, pawns apart. */
export function movePieces(side: number): void {
  for (let role = KNIGHT; role <= KING; role += 2) {
    const piece = side | role
    if ((reach[piece]! | reach[piece | 1]!) !== 0) movePiece(side, role)
  }
}

function movePiece(side: number, role: number): void {
  const piece = side | role
  const them = side ^ LOSER
  const freeLo = role === KING ? ~barred[side]! : -1
  const freeHi = role === KING ? ~barred[side | 1]! : -1
  const goLo = open[0]! & freeLo
  const goHi = open[1]! & freeHi
  let lo = reach[piece]!
  let hi = reach[piece | 1]!
  let stepLo = 0
  let stepHi = 0
  for (;;) {
    stepLo = stepsLo(role, lo, hi)
    stepHi = stepsHi(role, lo, hi)
    const moreLo = stepLo & goLo & ~lo
    const moreHi = stepHi & goHi & ~hi
    if ((moreLo | moreHi) === 0) break
    lo |= moreLo
    hi |= moreHi
  }
  extend(piece, lo, hi)
  const preyLo = home[them]! & ~home[them | KING]!
  const preyHi = home[them | 1]! & ~home[them | KING | 1]!
  vacate(stepLo & preyLo & freeLo, stepHi & preyHi & freeHi)
  const fromLo = open[0]! & freeLo
  const fromHi = open[1]! & freeHi
  vacate(home[piece]! & stepsLo(role, fromLo, fromHi), home[piece | 1]! & stepsHi(role, fromLo, fromHi))
}
