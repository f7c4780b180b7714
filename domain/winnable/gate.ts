/** The gate before the question whether a position is dead: what costs next to nothing and lets nearly every position by. */

import { clone, countMoves, inCheck, type Position, popcount, setTurn } from '../chess/index.ts'
import { CHOICE, followLines, LOOK } from './forced.ts'
import { leastMoves } from './least-moves.ts'
import { lacksMaterial } from './material.ts'
import { isBlocked } from './mobility.ts'
import { freesPawn, runsOpen, survey } from './open-roads.ts'
import { hasOneKing, type SideIndex } from './sides.ts'

/** With more men than these the pieces may shut each other in, even without pawns. */
const FEW_MEN = 8
/** A side is in no danger of being out of moves if it has more than these. */
const SCARCE = 2

/**
 * Whether a position is open: some side's queen, rook or pawn runs to where a mate is conceivable, or the static stage
 * has been asked and excludes nothing for it, and no line of only moves leads to a dead end. In no such position the
 * static stage (material, forced lines, blockage) finds both sides' mates excluded: see docs/winnable.md, "The gate".
 * `led`: a legal move is known to have led here.
 */
export function isPlainlyAlive(p: Position, { led = false } = {}): boolean {
  const { bits } = p
  if (!hasOneKing(bits, 0) || !hasOneKing(bits, 1)) return false
  // Where a king could be taken no legal move has led, and the static stage speaks of legal play.
  if (!led && inCheck(p, p.turn === 0 ? 'black' : 'white')) return false
  survey(bits)
  const runner = runsOpen(bits, 0) ? 0 : runsOpen(bits, 1) ? 1 : null
  if (runner !== null) return leastMoves(p, CHOICE) > CHOICE || comesThrough(p, runner)
  if (freesPawn(bits, 0) || freesPawn(bits, 1)) return hasChoice(p) && movesOfOther(p) > SCARCE
  const us = openWithoutPawns(p)
  if (us === null) return false
  const count = countMoves(p)
  if (count > CHOICE) return movesOfOther(p) > SCARCE
  return count > SCARCE && movesOfOther(p) > CHOICE && comesThrough(p, us)
}

/** Whether the side to move has more moves than are followed. */
const hasChoice = (p: Position): boolean => leastMoves(p, CHOICE) > CHOICE || countMoves(p) > CHOICE

/** Whether no line of only moves leads `us` into a dead end. */
const comesThrough = (p: Position, us: SideIndex): boolean => followLines(p, us, LOOK).result === 'open'

/** The side to which few pieces are open, no pawns shutting them in. */
function openWithoutPawns(p: Position): SideIndex | null {
  const { bits } = p
  if ((bits[2]! | bits[3]! | bits[18]! | bits[19]!) !== 0) return null
  const men = popcount(bits[0]! | bits[16]!) + popcount(bits[1]! | bits[17]!)
  if (men > FEW_MEN) return null
  return isOpenTo(p, 0) ? 0 : isOpenTo(p, 1) ? 1 : null
}

const isOpenTo = (p: Position, us: SideIndex): boolean => !lacksMaterial(p, us) && !isBlocked(p, us)

/** How many moves the side that is not on move would have: with none in hand, the other's next move may be the last. */
function movesOfOther(p: Position): number {
  const other = clone(p)
  setTurn(other, p.turn === 0 ? 'black' : 'white')
  return countMoves(other)
}
