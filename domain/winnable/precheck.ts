/** The gate before the question whether a position is dead: what costs next to nothing and lets nearly every position by. */

import { clone, countMoves, inCheck, type Position, popcount, setTurn } from '../chess/index.ts'
import { isBlocked } from './blocked.ts'
import { followLines, MAX_FORCED_MOVES, STATIC_LIMITS } from './forced-lines.ts'
import { legalMovesLowerBound } from './legal-moves-bound.ts'
import { lacksMaterial } from './material.ts'
import { findVacatable, freedPawnReachesMate, reachesMate } from './precheck-reach.ts'
import { hasOneKing, type WinnableSide } from './sides.ts'

/** With more men than these the pieces may shut each other in, even without pawns. */
const MAX_PIECES_WITHOUT_PAWNS = 8
/** A side is in no danger of being out of moves if it has more than these. */
const MIN_MOVES = 2

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

/** Whether the side to move has more moves than are followed. */
const hasChoice = (p: Position): boolean =>
  legalMovesLowerBound(p, MAX_FORCED_MOVES) > MAX_FORCED_MOVES || countMoves(p) > MAX_FORCED_MOVES

/** Whether no line of only moves leads `us` into a dead end. */
const forcedLinesGoOn = (p: Position, us: WinnableSide): boolean =>
  followLines(p, us, STATIC_LIMITS).result === 'open'

/** The side to which few pieces are open, no pawns shutting them in. */
function openWithoutPawns(p: Position): WinnableSide | null {
  const { bits } = p
  if ((bits[2]! | bits[3]! | bits[18]! | bits[19]!) !== 0) return null
  const men = popcount(bits[0]! | bits[16]!) + popcount(bits[1]! | bits[17]!)
  if (men > MAX_PIECES_WITHOUT_PAWNS) return null
  return isOpenTo(p, 0) ? 0 : isOpenTo(p, 1) ? 1 : null
}

const isOpenTo = (p: Position, us: WinnableSide): boolean => !lacksMaterial(p, us) && !isBlocked(p, us)

/** How many moves the side that is not on move would have: with none in hand, the other's next move may be the last. */
function movesOfOther(p: Position): number {
  const other = clone(p)
  setTurn(other, p.turn === 0 ? 'black' : 'white')
  return countMoves(other)
}
