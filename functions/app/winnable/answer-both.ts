/** Both questions of a position answered: which side can still mate by some series of legal moves. */
import type { Position } from '../../../domain/chess/index.ts'
import { canMate } from '../../../domain/winnable/index.ts'
import type { UnwinnabilityAnswers } from '../../ports.ts'

/** What the search for each side may spend on a request: two seconds or so. */
export const REQUEST_NODES = 1_000_000

/**
 * Answers at once, on this thread. The embedded host asks a thread of its own (threads.ts); a process that does nothing
 * else may answer on the spot.
 */
export const answerBothSides = (position: Position): UnwinnabilityAnswers => ({
  white: canMate(position, 'white', { nodes: REQUEST_NODES }),
  black: canMate(position, 'black', { nodes: REQUEST_NODES }),
})
