/** The precheck of the dead position rule: a cheap test that finds nearly every position of a game alive. */

import { clone, countMoves, inCheck, type Position, popcount, setTurn } from '../chess/index.ts'
import { isBlocked } from './blocked.ts'
import { followLines, MAX_FORCED_MOVES, STATIC_LIMITS } from './forced-lines.ts'
import { legalMovesLowerBound } from './legal-moves-bound.ts'
import { lacksMaterial } from './material.ts'
import { findVacatable, freedPawnReachesMate, reachesMate } from './precheck-reach.ts'
import { hasOneKing, type SideIndex } from './sides.ts'

/** With more pieces than this they may shut each other in, even without pawns. */
const MAX_PIECES_WITHOUT_PAWNS = 8
/** A side with more moves than this cannot soon run out of moves. */
const MIN_MOVES = 2

/**
 * Whether a position is plainly alive: some side's queen, rook or pawn reaches squares where a mate is conceivable, or
 * the static stage excludes nothing for that side; and no line of forced moves leads to a dead end. In no such position
 * does the static stage (material, forced lines, blockage) exclude the mates of both sides: see docs/winnable.md, "The
 * precheck". `led`: a legal move is known to have led here.
 */
export function isPlainlyAlive(p: Position, { led = false } = {}): boolean {
  const { bits } = p
  if (!hasOneKing(bits, 0) || !hasOneKing(bits, 1)) return false
  // No legal move leads to a position in which a king could be captured, and the static stage holds for legal play only.
  if (!led && inCheck(p, p.turn === 0 ? 'black' : 'white')) return false
  findVacatable(bits)
  const runner = reachesMate(bits, 0) ? 0 : reachesMate(bits, 1) ? 1 : null
  if (runner !== null)
    return legalMovesLowerBound(p, MAX_FORCED_MOVES) > MAX_FORCED_MOVES || forcedLinesGoOn(p, runner)
  if (freedPawnReachesMate(bits, 0) || freedPawnReachesMate(bits, 1))
    return hasChoice(p) && movesOfOther(p) > MIN_MOVES
  const us = openWithoutPawns(p)
  if (us === null) return false
  const count = countMoves(p)
  if (count > MAX_FORCED_MOVES) return movesOfOther(p) > MIN_MOVES
  return count > MIN_MOVES && movesOfOther(p) > MAX_FORCED_MOVES && forcedLinesGoOn(p, us)
}

/** Whether the side to move has more moves than forced lines are followed with. */
const hasChoice = (p: Position): boolean =>
  legalMovesLowerBound(p, MAX_FORCED_MOVES) > MAX_FORCED_MOVES || countMoves(p) > MAX_FORCED_MOVES

/** Whether the forced lines lead `us` into no dead end. */
const forcedLinesGoOn = (p: Position, us: SideIndex): boolean =>
  followLines(p, us, STATIC_LIMITS).result === 'open'

/** With few pieces and no pawns: a side for which the static stage excludes nothing, or null. */
function openWithoutPawns(p: Position): SideIndex | null {
  const { bits } = p
  if ((bits[2]! | bits[3]! | bits[18]! | bits[19]!) !== 0) return null
  const pieces = popcount(bits[0]! | bits[16]!) + popcount(bits[1]! | bits[17]!)
  if (pieces > MAX_PIECES_WITHOUT_PAWNS) return null
  return isOpenTo(p, 0) ? 0 : isOpenTo(p, 1) ? 1 : null
}

const isOpenTo = (p: Position, us: SideIndex): boolean => !lacksMaterial(p, us) && !isBlocked(p, us)

/** How many moves the side that is not on move would have: if it has none, the next move may stalemate it. */
function movesOfOther(p: Position): number {
  const other = clone(p)
  setTurn(other, p.turn === 0 ? 'black' : 'white')
  return countMoves(other)
}
