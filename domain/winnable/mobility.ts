/**
 * Blocked positions: can the pieces that could give a mate ever get to where it would be given? Reach is overestimated,
 * never underestimated, so that what it excludes is excluded: docs/winnable.md ("Blocked") holds the proof, rule by rule.
 */

import type { Position } from '../chess/index.ts'
import { growth, home, LOSER, landings, load, menHi, menLo, open, reach } from './ground.ts'
import { loosenPawns, movePawns } from './pawn-runs.ts'
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './places.ts'
import { bar, castle, movePieces, pawnAttackHi, pawnAttackLo, stepsHi, stepsLo } from './runs.ts'
import {
  aroundHi,
  aroundLo,
  knightHi,
  knightLo,
  slantHi,
  slantLo,
  straightHi,
  straightLo,
  upwardHi,
  upwardLo,
} from './sets.ts'
import type { SideIndex } from './sides.ts'

/** What each side's men, the king apart, may ever attack: by side (0 or 16) and half. */
const attack = new Int32Array(32)

/**
 * Whether `us` can never mate because no pieces that could give a mate can get to where it would be given. Each side has
 * one king, and no king is there to be taken. False means only that this analysis excludes nothing.
 */
export function isBlocked(p: Position, us: SideIndex): boolean {
  load(p, us)
  do {
    growth.changed = false
    bar(0)
    bar(LOSER)
    movePieces(0)
    sumAttack(0)
    if (isMateConceivable()) return false
    movePieces(LOSER)
    movePawns(0)
    movePawns(LOSER)
    if (p.rights !== 0) castle(p, us)
    sumAttack(0)
    sumAttack(LOSER)
    loosenPawns(attack)
  } while (growth.changed)
  return !isMateConceivable()
}

function sumAttack(side: number): void {
  const pawnsLo = reach[side | PAWN]!
  const pawnsHi = reach[side | PAWN | 1]!
  const slantsLo = reach[side | BISHOP]! | reach[side | QUEEN]!
  const slantsHi = reach[side | BISHOP | 1]! | reach[side | QUEEN | 1]!
  const straightsLo = reach[side | ROOK]! | reach[side | QUEEN]!
  const straightsHi = reach[side | ROOK | 1]! | reach[side | QUEEN | 1]!
  const knightsLo = reach[side | KNIGHT]!
  const knightsHi = reach[side | KNIGHT | 1]!
  attack[side] =
    pawnAttackLo(side, pawnsLo, pawnsHi) |
    knightLo(knightsLo, knightsHi) |
    slantLo(slantsLo, slantsHi) |
    straightLo(straightsLo, straightsHi)
  attack[side | 1] =
    pawnAttackHi(side, pawnsLo, pawnsHi) |
    knightHi(knightsLo, knightsHi) |
    slantHi(slantsLo, slantsHi) |
    straightHi(straightsLo, straightsHi)
}

/**
 * Whether there is a square that the loser's king may reach, on which a move may give check, and around which every
 * square may be attacked or taken up by its own men. A check is given by a move: an attack that has stood from the
 * start gives none, for the king cannot walk into it.
 */
function isMateConceivable(): boolean {
  const kingLo = reach[KING]!
  const kingHi = reach[KING | 1]!
  const shutLo = attack[0]! | aroundLo(kingLo, kingHi) | menLo(LOSER)
  const shutHi = attack[1]! | aroundHi(kingLo, kingHi) | menHi(LOSER)
  const preyLo = reach[LOSER | KING]! & attack[0]! & ~aroundLo(~shutLo, ~shutHi)
  const preyHi = reach[LOSER | KING | 1]! & attack[1]! & ~aroundHi(~shutLo, ~shutHi)
  if ((preyLo | preyHi) === 0) return false
  const queenLo = arriveLo(QUEEN)
  const queenHi = arriveHi(QUEEN)
  const slantsLo = arriveLo(BISHOP) | queenLo
  const slantsHi = arriveHi(BISHOP) | queenHi
  const straightsLo = arriveLo(ROOK) | queenLo
  const straightsHi = arriveHi(ROOK) | queenHi
  const knightsLo = arriveLo(KNIGHT)
  const knightsHi = arriveHi(KNIGHT)
  const checkLo =
    upwardLo(landings[0]!, landings[1]!) |
    knightLo(knightsLo, knightsHi) |
    slantLo(slantsLo, slantsHi) |
    straightLo(straightsLo, straightsHi)
  const checkHi =
    upwardHi(landings[0]!, landings[1]!) |
    knightHi(knightsLo, knightsHi) |
    slantHi(slantsLo, slantsHi) |
    straightHi(straightsLo, straightsHi)
  return ((preyLo & checkLo) | (preyHi & checkHi)) !== 0
}

/** The last rank, all of it in the high half. */
const LAST_RANK_HI = 0xff000000 | 0

/**
 * Where a piece of the winner's may arrive by a move: its first square only if it can come back there, or a pawn turn
 * into its like there.
 */
const arriveLo = (role: number): number =>
  reach[role]! & (~home[role]! | (open[0]! & stepsLo(role, reach[role]!, reach[role | 1]!)))
const arriveHi = (role: number): number =>
  reach[role | 1]! &
  (~home[role | 1]! |
    (open[1]! & stepsHi(role, reach[role]!, reach[role | 1]!)) |
    (landings[1]! & LAST_RANK_HI))
