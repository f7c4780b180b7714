/**
 * The ground on which the pieces are let run (see mobility.ts): what stands where, which squares may ever be empty, and
 * where each kind of piece may ever stand. The winner is always White and goes up the board.
 *
 * The arrays live as long as the program and are filled anew by `load`: the analysis is made after every move of every
 * game, and must not leave garbage behind.
 */

import type { Position } from '../chess/index.ts'
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from './places.ts'
import { bitHi, bitLo, reversed } from './sets.ts'
import type { SideIndex } from './sides.ts'

/** The winner's pieces come first, the loser's after. */
export const LOSER = 16

/** What stands where at the start; in places 0 and 16 all men of a side. */
export const home = new Int32Array(32)
/** Every square on which such a piece may ever stand. */
export const reach = new Int32Array(32)
/** Squares that may ever be empty. */
export const open = new Int32Array(2)
/** Squares that a side's king never enters, by side (0 or 16) and half: enemies that never move nor vanish attack them. */
export const barred = new Int32Array(32)
/** Whether anything has grown since it was last set to false. */
export const growth = { changed: false }

/** The pawns one by one: their squares and sides, and whether one may ever capture or be captured (else it is tight). */
export const pawns = {
  count: 0,
  square: new Int8Array(64),
  side: new Int8Array(64),
  loose: new Uint8Array(64),
}
/** Where pawns may arrive by a move, and where they may be once they have captured; by side and half. */
export const landings = new Int32Array(32)
export const strays = new Int32Array(32)

export function load(p: Position, us: SideIndex): void {
  const { bits } = p
  for (let piece = 0; piece < 32; piece += 2) {
    if (us === 0) {
      home[piece] = bits[piece]!
      home[piece | 1] = bits[piece | 1]!
    } else {
      home[piece] = reversed(bits[(piece ^ LOSER) | 1]!)
      home[piece | 1] = reversed(bits[piece ^ LOSER]!)
    }
  }
  reach.set(home)
  barred.fill(0)
  landings.fill(0)
  strays.fill(0)
  open[0] = ~(home[0]! | home[LOSER]!)
  open[1] = ~(home[1]! | home[LOSER | 1]!)
  pawns.count = 0
  listPawns(0)
  listPawns(LOSER)
  if (p.passing >= 0) loadPassing(us === 0 ? p.passing : p.passing ^ 56)
}

function listPawns(side: number): void {
  for (let half = 0; half < 2; half++) {
    for (let set = home[side | PAWN | half]!; set !== 0; set &= set - 1) {
      pawns.square[pawns.count] = (half << 5) + 31 - Math.clz32(set & -set)
      pawns.side[pawns.count] = side
      pawns.loose[pawns.count++] = 0
    }
  }
}

/** The pawn that has just passed `target` may be taken there, though it stands elsewhere. */
function loadPassing(target: number): void {
  const pawn = target ^ 8
  for (let i = 0; i < pawns.count; i++) {
    if (pawns.square[i] !== pawn) continue
    pawns.loose[i] = 1
    extend(pawns.side[i]! | PAWN, bitLo(target), bitHi(target))
  }
  vacate(bitLo(pawn), bitHi(pawn))
}

/** These squares may come to be empty. */
export function vacate(lo: number, hi: number): void {
  if (((lo & ~open[0]!) | (hi & ~open[1]!)) === 0) return
  open[0] = open[0]! | lo
  open[1] = open[1]! | hi
  growth.changed = true
}

/** A piece of the kind may come to stand on these squares. */
export function extend(piece: number, lo: number, hi: number): void {
  if (((lo & ~reach[piece]!) | (hi & ~reach[piece | 1]!)) === 0) return
  reach[piece] = reach[piece]! | lo
  reach[piece | 1] = reach[piece | 1]! | hi
  growth.changed = true
}

/** Where any piece of a side but the king may ever stand. */
export const menLo = (side: number): number =>
  reach[side | PAWN]! |
  reach[side | KNIGHT]! |
  reach[side | BISHOP]! |
  reach[side | ROOK]! |
  reach[side | QUEEN]!
export const menHi = (side: number): number =>
  reach[side | PAWN | 1]! |
  reach[side | KNIGHT | 1]! |
  reach[side | BISHOP | 1]! |
  reach[side | ROOK | 1]! |
  reach[side | QUEEN | 1]!
