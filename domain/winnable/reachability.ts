/**
 * The state of the reachability analysis (see blocked.ts): the initial pieces, the squares that may ever be empty, and
 * the squares that each kind of piece may ever reach. The winner is always White and moves up the board.
 *
 * The arrays are allocated once and filled by `loadReachability`: the analysis runs after every move of every game.
 */

import type { Position } from '../chess/index.ts'
import { BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import type { SideIndex } from './sides.ts'
import { bitHi, bitLo, flipRanks } from './square-sets.ts'

/** Offset of the loser's sets: the winner's come first. */
export const DEFENDER_OFFSET = 16

/** The sets of the position analysed; at indices 0 and 16 all pieces of a side. */
export const initialSets = new Int32Array(32)
/** Every square that a piece of the kind may ever reach. */
export const reachable = new Int32Array(32)
/** Squares that may ever be empty. */
export const vacatable = new Int32Array(2)
/** Squares that a side's king never enters, by side (0 or 16) and half: enemies attack them that never move and are never captured. */
export const barred = new Int32Array(32)
/** Whether any set has grown since this was last set to false. */
export const growth = { changed: false }

/** The pawns one by one: square, side, and whether it is loose: it may ever capture or be captured. */
export const pawnList = {
  count: 0,
  square: new Int8Array(64),
  side: new Int8Array(64),
  loose: new Uint8Array(64),
}
/** Where pawns may arrive by a move, and where pawns that have captured may be; by side and half. */
export const pawnArrivals = new Int32Array(32)
export const pawnsAfterCapture = new Int32Array(32)

export function loadReachability(p: Position, us: SideIndex): void {
  const { bits } = p
  for (let piece = 0; piece < 32; piece += 2) {
    if (us === 0) {
      initialSets[piece] = bits[piece]!
      initialSets[piece | 1] = bits[piece | 1]!
    } else {
      initialSets[piece] = flipRanks(bits[(piece ^ DEFENDER_OFFSET) | 1]!)
      initialSets[piece | 1] = flipRanks(bits[piece ^ DEFENDER_OFFSET]!)
    }
  }
  reachable.set(initialSets)
  barred.fill(0)
  pawnArrivals.fill(0)
  pawnsAfterCapture.fill(0)
  vacatable[0] = ~(initialSets[0]! | initialSets[DEFENDER_OFFSET]!)
  vacatable[1] = ~(initialSets[1]! | initialSets[DEFENDER_OFFSET | 1]!)
  pawnList.count = 0
  listPawns(0)
  listPawns(DEFENDER_OFFSET)
  if (p.enPassant >= 0) loadEnPassant(us === 0 ? p.enPassant : p.enPassant ^ 56)
}

function listPawns(side: number): void {
  for (let half = 0; half < 2; half++) {
    for (let set = initialSets[side | PAWNS | half]!; set !== 0; set &= set - 1) {
      pawnList.square[pawnList.count] = (half << 5) + 31 - Math.clz32(set & -set)
      pawnList.side[pawnList.count] = side
      pawnList.loose[pawnList.count++] = 0
    }
  }
}

/** The pawn whose double step crossed `target` may be captured there, though it stands elsewhere. */
function loadEnPassant(target: number): void {
  const pawn = target ^ 8
  for (let i = 0; i < pawnList.count; i++) {
    if (pawnList.square[i] !== pawn) continue
    pawnList.loose[i] = 1
    addReachable(pawnList.side[i]! | PAWNS, bitLo(target), bitHi(target))
  }
  addVacatable(bitLo(pawn), bitHi(pawn))
}

/** Adds squares that may become empty. */
export function addVacatable(lo: number, hi: number): void {
  if (((lo & ~vacatable[0]!) | (hi & ~vacatable[1]!)) === 0) return
  vacatable[0] = vacatable[0]! | lo
  vacatable[1] = vacatable[1]! | hi
  growth.changed = true
}

/** Adds squares that a piece of the kind may reach. */
export function addReachable(piece: number, lo: number, hi: number): void {
  if (((lo & ~reachable[piece]!) | (hi & ~reachable[piece | 1]!)) === 0) return
  reachable[piece] = reachable[piece]! | lo
  reachable[piece | 1] = reachable[piece | 1]! | hi
  growth.changed = true
}

/** The squares that any piece of a side except the king may ever reach. */
export const nonKingReachLo = (side: number): number =>
  reachable[side | PAWNS]! |
  reachable[side | KNIGHTS]! |
  reachable[side | BISHOPS]! |
  reachable[side | ROOKS]! |
  reachable[side | QUEENS]!
export const nonKingReachHi = (side: number): number =>
  reachable[side | PAWNS | 1]! |
  reachable[side | KNIGHTS | 1]! |
  reachable[side | BISHOPS | 1]! |
  reachable[side | ROOKS | 1]! |
  reachable[side | QUEENS | 1]!
