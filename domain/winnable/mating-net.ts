/** Mating nets: could all flight squares be covered and a check be given, if each piece were on its best square? */

import {
  BISHOP,
  DEFENDER,
  hasSideSquare,
  hasSquare,
  KNIGHT,
  type PawnStructure,
  ROOK,
  type RoamingPiece,
  stepsHi,
  stepsLo,
  WINNER,
} from './pawn-structure.ts'
import { bitHi, bitLo, neighboursHi, neighboursLo } from './square-sets.ts'

/** A check by a piece or a pawn, or a discovered check through a square just left. */
export type MatingCheck =
  | { readonly by: 'piece' }
  | { readonly by: 'pawn'; readonly square: number }
  | { readonly by: 'discovery'; readonly left: number; readonly alone: boolean }

export const CHECK_BY_PIECE: MatingCheck = { by: 'piece' }

/** The result of `findAttacked`. */
export const attacked = { lo: 0, hi: 0 }

/** What a piece attacks from a square if `solid` squares block lines: written to `attacked`. */
export function findAttacked(role: number, from: number, solidLo: number, solidHi: number): void {
  attacked.lo = 0
  attacked.hi = 0
  if (role === KNIGHT) {
    attacked.lo = stepsLo(KNIGHT, bitLo(from), bitHi(from))
    attacked.hi = stepsHi(KNIGHT, bitLo(from), bitHi(from))
    return
  }
  for (let direction = 0; direction < 8; direction++) {
    const files = FILES[direction]!
    const ranks = RANKS[direction]!
    if (files !== 0 && ranks !== 0 ? role === ROOK : role === BISHOP) continue
    let file = (from & 7) + files
    let rank = (from >> 3) + ranks
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const square = (rank << 3) | file
      attacked.lo |= bitLo(square)
      attacked.hi |= bitHi(square)
      if (hasSquare(solidLo, solidHi, square)) break
      file += files
      rank += ranks
    }
  }
}

const FILES = [0, 1, 1, 1, 0, -1, -1, -1]
const RANKS = [1, 1, 0, -1, -1, -1, 0, 1]

/** The setting of a net: the kings' squares, the squares certainly occupied, and the pieces that may be anywhere in reach. */
export interface NetSetting {
  readonly structure: PawnStructure
  readonly kW: number
  readonly kL: number
  readonly solidLo: number
  readonly solidHi: number
  readonly ours: readonly RoamingPiece[]
  readonly theirs: readonly RoamingPiece[]
}

/** The check to be met: its square, and the squares on which a piece of the loser would parry it. */
interface CheckToMeet {
  readonly from: number
  /** No other piece of the winner can pin or give a second check: a piece that surely reaches these squares parries. */
  readonly alone: boolean
  readonly stopLo: number
  readonly stopHi: number
}

export const netSettingOf = (structure: PawnStructure, kW: number, kL: number): NetSetting => ({
  structure,
  kW,
  kL,
  solidLo: structure.pawns[0]! | structure.pawns[2]! | structure.fixed[0]! | structure.fixed[2]! | bitLo(kW),
  solidHi: structure.pawns[1]! | structure.pawns[3]! | structure.fixed[1]! | structure.fixed[3]! | bitHi(kW),
  ours: structure.pieces.filter((piece) => piece.side === WINNER),
  theirs: structure.pieces.filter((piece) => piece.side === DEFENDER),
})

/** Whether a move of the winner that leads here may be mate: the kings are on kW and kL, the pieces on their best squares. */
export function isMatingNetPossible(
  structure: PawnStructure,
  kW: number,
  kL: number,
  check: MatingCheck,
): boolean {
  const { pawns, fixed, fixedAttack, pawnAttack, attack, roaming } = structure
  const shutLo = pawns[2]! | fixed[2]! | pawnAttack[0]! | fixedAttack[0]! | neighboursLo(bitLo(kW), bitHi(kW))
  const shutHi = pawns[3]! | fixed[3]! | pawnAttack[1]! | fixedAttack[1]! | neighboursHi(bitLo(kW), bitHi(kW))
  const airLo = neighboursLo(bitLo(kL), bitHi(kL)) & ~shutLo
  const airHi = neighboursHi(bitLo(kL), bitHi(kL)) & ~shutHi
  // What a slider attacks through a fixed king is not in `attack`: there only the exact test below decides.
  const exact = structure.fixedKings[DEFENDER] === kL
  if (!exact && ((airLo & ~attack[0]! & ~roaming[2]!) | (airHi & ~attack[1]! & ~roaming[3]!)) !== 0)
    return false
  if (check.by === 'piece') {
    return (
      hasSideSquare(attack, WINNER, kL) && isCheckedByPiece(netSettingOf(structure, kW, kL), airLo, airHi)
    )
  }
  const scene = netSettingOf(structure, kW, kL)
  if (check.by === 'discovery') return isDiscovered(scene, airLo, airHi, check.left, check.alone)
  const threat = checkToMeetFrom(scene, check.square, !scene.ours.some(isSlider))
  return threat !== null && canCoverFlights(scene, airLo, airHi, threat, scene.ours)
}

const isSlider = (piece: RoamingPiece): boolean => piece.role !== KNIGHT

/** The check from a square; null if a pawn of the loser surely captures the checking piece. */
export function checkToMeetFrom(scene: NetSetting, from: number, alone: boolean): CheckToMeet | null {
  if (!alone) return { from, alone, stopLo: 0, stopHi: 0 }
  if (hasSideSquare(scene.structure.pawnAttack, DEFENDER, from)) return null
  let stopLo = bitLo(from)
  let stopHi = bitHi(from)
  if (isInLine(from, scene.kL)) {
    const step = Math.sign((from & 7) - (scene.kL & 7)) + 8 * Math.sign((from >> 3) - (scene.kL >> 3))
    for (let square = scene.kL + step; square !== from; square += step) {
      stopLo |= bitLo(square)
      stopHi |= bitHi(square)
    }
  }
  return { from, alone, stopLo, stopHi }
}

function isCheckedByPiece(scene: NetSetting, airLo: number, airHi: number): boolean {
  const { kL, solidLo, solidHi, ours } = scene
  for (let i = 0; i < ours.length; i++) {
    const piece = ours[i]!
    findAttacked(piece.role, kL, solidLo, solidHi)
    const fromLo = attacked.lo & piece.lo
    const fromHi = attacked.hi & piece.hi
    if ((fromLo | fromHi) === 0) continue
    const others = ours.filter((_, j) => j !== i)
    const alone = !others.some(isSlider)
    for (let half = 0; half < 2; half++) {
      for (let set = half === 0 ? fromLo : fromHi; set !== 0; set &= set - 1) {
        const from = (half << 5) + 31 - Math.clz32(set & -set)
        if (isShutFrom(scene, airLo, airHi, piece.role, from, others, alone)) return true
      }
    }
  }
  return false
}

function isShutFrom(
  scene: NetSetting,
  airLo: number,
  airHi: number,
  role: number,
  from: number,
  others: readonly RoamingPiece[],
  alone: boolean,
): boolean {
  const threat = checkToMeetFrom(scene, from, alone)
  if (threat === null) return false
  findAttacked(role, from, scene.solidLo & ~bitLo(scene.kL), scene.solidHi & ~bitHi(scene.kL))
  return canCoverFlights(scene, airLo & ~attacked.lo, airHi & ~attacked.hi, threat, others)
}

/** Tests discovered checks along the line through the square just left. */
function isDiscovered(
  scene: NetSetting,
  airLo: number,
  airHi: number,
  left: number,
  alone: boolean,
): boolean {
  const { kL, solidLo, solidHi, ours } = scene
  const files = Math.sign((left & 7) - (kL & 7))
  const ranks = Math.sign((left >> 3) - (kL >> 3))
  let passed = false
  for (let square = kL; ; ) {
    const file = (square & 7) + files
    const rank = (square >> 3) + ranks
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return false
    square = (rank << 3) | file
    if (passed) {
      for (let i = 0; i < ours.length; i++) {
        const piece = ours[i]!
        if (!hasSquare(piece.lo, piece.hi, square) || !slides(piece.role, files, ranks)) continue
        const others = ours.filter((_, j) => j !== i)
        if (isShutFrom(scene, airLo, airHi, piece.role, square, others, alone && !others.some(isSlider)))
          return true
      }
    }
    if (hasSquare(solidLo, solidHi, square)) return false
    if (square === left) passed = true
  }
}

const slides = (role: number, files: number, ranks: number): boolean =>
  files !== 0 && ranks !== 0 ? role !== ROOK && role !== KNIGHT : role !== BISHOP && role !== KNIGHT

/** Whether two squares lie on a line. */
export function isInLine(a: number, b: number): boolean {
  const files = Math.abs((a & 7) - (b & 7))
  const ranks = Math.abs((a >> 3) - (b >> 3))
  return files === 0 || ranks === 0 || files === ranks
}

/**
 * Whether each of the squares may be attacked by another piece of the winner or occupied by a piece of the loser, one
 * piece on one square.
 */
export function canCoverFlights(
  scene: NetSetting,
  lo: number,
  hi: number,
  threat: CheckToMeet,
  others: readonly RoamingPiece[],
): boolean {
  if ((lo | hi) === 0) return true
  if (others.length === 1) {
    const other = others[0]!
    if (canOccupy(scene, lo, hi, threat)) return true
    for (let half = 0; half < 2; half++) {
      for (let set = half === 0 ? other.lo : other.hi; set !== 0; set &= set - 1) {
        const square = (half << 5) + 31 - Math.clz32(set & -set)
        if (square === threat.from || square === scene.kL || square === scene.kW) continue
        findAttacked(other.role, square, scene.solidLo, scene.solidHi)
        if ((attacked.lo & lo) === 0 && (attacked.hi & hi) === 0) continue
        if (canOccupy(scene, lo & ~attacked.lo, hi & ~attacked.hi, threat)) return true
      }
    }
    return false
  }
  let attackLo = 0
  let attackHi = 0
  for (const other of others) {
    const nearLo = stepsLo(other.role, other.lo, other.hi)
    const nearHi = stepsHi(other.role, other.lo, other.hi)
    attackLo |= nearLo
    attackHi |= nearHi
    // A fixed king blocks the moves of `other`, but not what it attacks through the king.
    if (other.role === KNIGHT || !hasSquare(nearLo, nearHi, scene.kL)) continue
    attackLo |= stepsLo(other.role, bitLo(scene.kL), bitHi(scene.kL))
    attackHi |= stepsHi(other.role, bitLo(scene.kL), bitHi(scene.kL))
  }
  return canOccupy(scene, lo & ~attackLo, hi & ~attackHi, threat)
}

/** Whether different pieces of the loser may occupy all the squares: a bipartite matching by augmenting paths. */
function canOccupy(scene: NetSetting, lo: number, hi: number, threat: CheckToMeet): boolean {
  if ((lo | hi) === 0) return true
  if (hasSquare(lo, hi, threat.from)) return false
  const { theirs } = scene
  const squares: number[] = []
  for (let half = 0; half < 2; half++) {
    for (let set = half === 0 ? lo : hi; set !== 0; set &= set - 1)
      squares.push((half << 5) + 31 - Math.clz32(set & -set))
  }
  if (squares.length > theirs.length) return false
  const fills = new Array<number>(theirs.length).fill(-1)
  let tried: boolean[] = []
  const place = (index: number): boolean => {
    for (let i = 0; i < theirs.length; i++) {
      const piece = theirs[i]!
      const square = squares[index]!
      if (tried[i] || !hasSquare(piece.lo, piece.hi, square) || parries(piece.role, square, threat)) continue
      tried[i] = true
      if (fills[i]! < 0 || place(fills[i]!)) {
        fills[i] = index
        return true
      }
    }
    return false
  }
  for (let index = 0; index < squares.length; index++) {
    tried = []
    if (!place(index)) return false
  }
  return true
}

/** Whether a piece on a square surely captures the checking piece or interposes, by a knight's move or a single step. */
function parries(role: number, square: number, threat: CheckToMeet): boolean {
  const lo = stepsLo(role, bitLo(square), bitHi(square))
  const hi = stepsHi(role, bitLo(square), bitHi(square))
  return ((lo & threat.stopLo) | (hi & threat.stopHi)) !== 0
}
