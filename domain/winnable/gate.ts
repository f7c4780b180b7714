/** The gate before the question whether a position is dead: what costs next to nothing and lets nearly every position by. */

import { clone, generate, inCheck, type Position, popcount, setTurn } from '../chess/index.ts'
import { CHOICE, followLines, LOOK } from './forced.ts'
import { lacksMaterial } from './material.ts'
import { isBlocked } from './mobility.ts'
import { hasBreaker, runsOpen, survey } from './open-roads.ts'
import { hasOneKing, type SideIndex } from './sides.ts'

/** With more men than these the pieces may shut each other in, even without pawns. */
const FEW_MEN = 8
/** The side not on move is in no danger of being out of moves if it had more than these. */
const SCARCE = 2

/**
 * Whether a position is open: some side's queen, rook or pawn runs to where a mate is conceivable, or the static stage
 * has been asked and excludes nothing for it, and no line of only moves leads to a dead end. In no such position the
 * static stage (material, forced lines, blockage) finds both sides' mates excluded: see docs/winnable.md, "The gate".
 */
export function isPlainlyAlive(p: Position): boolean {
  const { bits } = p
  if (!hasOneKing(bits, 0) || !hasOneKing(bits, 1)) return false
  // Where a king could be taken no legal move has led, and the static stage speaks of legal play.
  if (inCheck(p, p.turn === 0 ? 'black' : 'white')) return false
  survey(bits)
  const runner = runsOpen(bits, 0) ? 0 : runsOpen(bits, 1) ? 1 : null
  if (runner === null) return isOpenWithoutRuns(p) && generate(p, null) > CHOICE && hasMovesInHand(p)
  return generate(p, null) > CHOICE || followLines(p, runner, LOOK).result === 'open'
}

/** Whether a pawn can be freed by captures, or few pieces are left without pawns to shut them in. */
function isOpenWithoutRuns(p: Position): boolean {
  const { bits } = p
  if (hasBreaker(bits, 0) || hasBreaker(bits, 1)) return true
  if ((bits[2]! | bits[3]! | bits[18]! | bits[19]!) !== 0) return false
  const men = popcount(bits[0]! | bits[16]!) + popcount(bits[1]! | bits[17]!)
  return men <= FEW_MEN && (isOpenTo(p, 0) || isOpenTo(p, 1))
}

const isOpenTo = (p: Position, us: SideIndex): boolean => !lacksMaterial(p, us) && !isBlocked(p, us)

/** Whether the side that is not on move could move, too: else the other's next move may leave it none. */
function hasMovesInHand(p: Position): boolean {
  const other = clone(p)
  setTurn(other, p.turn === 0 ? 'black' : 'white')
  return generate(other, null) > SCARCE
}
