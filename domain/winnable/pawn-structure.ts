/**
 * A pawn structure: one arrangement of pawns, and how far the other pieces can move in it. Moves that leave the pawns as
 * they are stay in the structure; a move of a pawn or a capture of one leads to another. The side that tries to mate (the
 * winner) is White.
 */

import {
  bitHi,
  bitLo,
  diagonalHi,
  diagonalLo,
  downwardAttacksHi,
  downwardAttacksLo,
  knightHi,
  knightLo,
  neighboursHi,
  neighboursLo,
  orthogonalHi,
  orthogonalLo,
  upwardAttacksHi,
  upwardAttacksLo,
} from './square-sets.ts'

/** Indices of the two sides: the one that tries to mate, and the other. */
export const WINNER = 0
export const DEFENDER = 1

export const KNIGHT = 2
export const BISHOP = 3
export const ROOK = 4
export const QUEEN = 5

/** A piece (no king, no pawn) and the squares on which it may be while the structure lasts, if it is not captured. */
export interface RoamingPiece {
  readonly side: number
  readonly role: number
  readonly lo: number
  readonly hi: number
  /** It stays on its one square as long as the structure lasts. */
  readonly fixed: boolean
}

/** Sets of squares by side: `[side << 1]` the low half, `[side << 1 | 1]` the high one. */
export type SideSets = Int32Array

export interface PawnStructure {
  readonly pawns: SideSets
  readonly pieces: readonly RoamingPiece[]
  /** The squares of kings that cannot move, or -1. */
  readonly fixedKings: readonly number[]
  readonly pawnAttack: SideSets
  /** What the pieces attack from all squares on which they may be. */
  readonly attack: SideSets
  /** Where the pieces that are not fixed may be. */
  readonly roaming: SideSets
  readonly fixed: SideSets
  /** What the fixed pieces attack all the time. */
  readonly fixedAttack: SideSets
  /** By side: whether one of its pieces may have a move. */
  readonly moves: readonly boolean[]
  readonly key: string
}

export const hasSquare = (lo: number, hi: number, square: number): boolean =>
  ((square < 32 ? lo : hi) & (1 << square)) !== 0

export const hasSideSquare = (sets: SideSets, side: number, square: number): boolean =>
  (sets[(side << 1) | (square >> 5)]! & (1 << square)) !== 0

export function stepsLo(role: number, lo: number, hi: number): number {
  if (role === KNIGHT) return knightLo(lo, hi)
  if (role === BISHOP) return diagonalLo(lo, hi)
  return role === ROOK ? orthogonalLo(lo, hi) : neighboursLo(lo, hi)
}

export function stepsHi(role: number, lo: number, hi: number): number {
  if (role === KNIGHT) return knightHi(lo, hi)
  if (role === BISHOP) return diagonalHi(lo, hi)
  return role === ROOK ? orthogonalHi(lo, hi) : neighboursHi(lo, hi)
}

export const pawnStepsLo = (side: number, lo: number, hi: number): number =>
  side === WINNER ? upwardAttacksLo(lo, hi) : downwardAttacksLo(lo, hi)
export const pawnStepsHi = (side: number, lo: number, hi: number): number =>
  side === WINNER ? upwardAttacksHi(lo, hi) : downwardAttacksHi(lo, hi)

/**
 * Computes a structure from where the pieces are when it arises.
 *
 * @param pawns the pawns of both sides
 * @param begin the pieces and where they may be; one that is known to be on a single square is given as fixed, which here
 * means: fixed until it is found to have a move
 * @param kings the squares of both kings
 */
export function analyseStructure(
  pawns: SideSets,
  begin: readonly RoamingPiece[],
  kings: readonly number[],
): PawnStructure {
  const pieces = begin.map((piece) => ({ ...piece }))
  const stuck = [true, true]
  const pawnAttack = new Int32Array(4)
  for (const side of [WINNER, DEFENDER]) {
    pawnAttack[side << 1] = pawnStepsLo(side, pawns[side << 1]!, pawns[(side << 1) | 1]!)
    pawnAttack[(side << 1) | 1] = pawnStepsHi(side, pawns[side << 1]!, pawns[(side << 1) | 1]!)
  }
  const attack = new Int32Array(4)
  const fixed = new Int32Array(4)
  const fixedAttack = new Int32Array(4)
  for (let changed = true; changed; ) {
    changed = false
    fixed.fill(0)
    fixedAttack.fill(0)
    attack.fill(0)
    for (const piece of pieces) {
      if (!piece.fixed) continue
      addToSide(fixed, piece.side, piece.lo, piece.hi)
      addToSide(
        fixedAttack,
        piece.side,
        stepsLo(piece.role, piece.lo, piece.hi),
        stepsHi(piece.role, piece.lo, piece.hi),
      )
    }
    let wallLo = pawns[0]! | pawns[2]! | fixed[0]! | fixed[2]!
    let wallHi = pawns[1]! | pawns[3]! | fixed[1]! | fixed[3]!
    for (const side of [WINNER, DEFENDER]) {
      const king = kings[side]!
      if (!stuck[side]) continue
      wallLo |= bitLo(king)
      wallHi |= bitHi(king)
      addToSide(
        fixedAttack,
        side,
        neighboursLo(bitLo(king), bitHi(king)),
        neighboursHi(bitLo(king), bitHi(king)),
      )
    }
    for (const piece of pieces) {
      if (extendRoaming(piece, wallLo, wallHi)) changed = true
      addToSide(
        attack,
        piece.side,
        stepsLo(piece.role, piece.lo, piece.hi),
        stepsHi(piece.role, piece.lo, piece.hi),
      )
    }
    for (const side of [WINNER, DEFENDER]) {
      if (!stuck[side]) continue
      const foe = (side ^ 1) << 1
      const lo = neighboursLo(bitLo(kings[side]!), bitHi(kings[side]!))
      const hi = neighboursHi(bitLo(kings[side]!), bitHi(kings[side]!))
      const shutLo = wallLo | pawnAttack[foe]! | fixedAttack[foe]!
      const shutHi = wallHi | pawnAttack[foe | 1]! | fixedAttack[foe | 1]!
      if (((lo & ~shutLo) | (hi & ~shutHi)) === 0) continue
      stuck[side] = false
      changed = true
    }
  }
  const roaming = new Int32Array(4)
  const moves = [false, false]
  for (const piece of pieces) {
    const foe = (piece.side ^ 1) << 1
    const takes =
      (stepsLo(piece.role, piece.lo, piece.hi) & (pawns[foe]! | fixed[foe]!)) |
      (stepsHi(piece.role, piece.lo, piece.hi) & (pawns[foe | 1]! | fixed[foe | 1]!))
    if (!piece.fixed) addToSide(roaming, piece.side, piece.lo, piece.hi)
    if (!piece.fixed || takes !== 0) moves[piece.side] = true
  }
  pieces.sort(comparePieces)
  const fixedKings = [stuck[WINNER] ? kings[WINNER]! : -1, stuck[DEFENDER] ? kings[DEFENDER]! : -1]
  const key = `${pawns}|${fixedKings}|${pieces.map((m) => `${m.side}${m.role}${m.fixed ? '!' : ','}${m.lo},${m.hi}`)}`
  return {
    pawns,
    pieces,
    fixedKings,
    pawnAttack,
    attack,
    roaming,
    fixed,
    fixedAttack,
    moves,
    key,
  }
}

type Mutable = { -readonly [K in keyof RoamingPiece]: RoamingPiece[K] }

/** Extends a piece's squares as far as the walls allow. Returns whether a piece given as fixed has moved. */
function extendRoaming(piece: Mutable, wallLo: number, wallHi: number): boolean {
  let moved = false
  for (;;) {
    const moreLo = stepsLo(piece.role, piece.lo, piece.hi) & ~wallLo & ~piece.lo
    const moreHi = stepsHi(piece.role, piece.lo, piece.hi) & ~wallHi & ~piece.hi
    if ((moreLo | moreHi) === 0) break
    piece.lo |= moreLo
    piece.hi |= moreHi
    moved = true
  }
  const was = piece.fixed
  if (moved) piece.fixed = false
  return moved && was
}

function addToSide(sets: SideSets, side: number, lo: number, hi: number): void {
  sets[side << 1] = sets[side << 1]! | lo
  sets[(side << 1) | 1] = sets[(side << 1) | 1]! | hi
}

const comparePieces = (a: RoamingPiece, b: RoamingPiece): number =>
  a.side - b.side || a.role - b.role || a.lo - b.lo || a.hi - b.hi || Number(a.fixed) - Number(b.fixed)
