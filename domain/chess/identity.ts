/** When two positions are the same (9.2.2; 2023: 9.2.3). */

import { writePlacement, writeRookFiles } from './fen-write.ts'
import { ROLES } from './pieces.ts'
import { type Position, STATE } from './position.ts'
import { nameOf } from './squares.ts'

/**
 * Equal keys are the same position: the same pieces on the same squares, the same side to move, and the same moves
 * possible now and later. Castling counts as a right, be it possible at the moment or not; a capture in passing counts
 * only when it is legal.
 */
export function identityKey(p: Position): string {
  const passing = p.passing < 0 ? '-' : nameOf(p.passing)
  return `${writePlacement(p)} ${p.turn === 0 ? 'w' : 'b'} ${writeRookFiles(p)} ${passing}`
}

/** So many numbers tell a position from others of a game, see `writeIdentity`. */
export const IDENTITY_WIDTH = 25

/** Where the men of either side lie in `Position.bits`, up to the place after them. */
const MEN = [
  ROLES.PAWN << 1,
  (ROLES.KING << 1) + 2,
  16 | (ROLES.PAWN << 1),
  16 | ((ROLES.KING << 1) + 2),
] as const

/** The side to move, the rights left and the square of a capture in passing. */
const claimsOf = ({ state, turn }: Position): number =>
  (state & (STATE.RIGHTS | STATE.PASSING)) | (turn << 30)

/**
 * What `identityKey` tells, as numbers: `IDENTITY_WIDTH` of them, written to `out` from `at` on. Two are equal if and only if
 * the positions are the same, as long as castling goes with the same rooks: as in all positions of one game.
 */
export function writeIdentity(p: Position, out: Int32Array, at: number): void {
  const { bits } = p
  let place = at
  for (let i = MEN[0]; i < MEN[1]; i++) out[place++] = bits[i]!
  for (let i = MEN[2]; i < MEN[3]; i++) out[place++] = bits[i]!
  out[place] = claimsOf(p)
}

/** Whether the numbers from `at` on are this position's. */
export function hasIdentity(p: Position, numbers: Int32Array, at: number): boolean {
  const { bits } = p
  let place = at
  for (let i = MEN[0]; i < MEN[1]; i++) if (numbers[place++] !== bits[i]) return false
  for (let i = MEN[2]; i < MEN[3]; i++) if (numbers[place++] !== bits[i]) return false
  return numbers[place] === claimsOf(p)
}
