/** Answers for both sides of a position whether they can still mate by some series of legal moves. */
import type { Position } from '../../../domain/chess/index.ts'
import { canMate } from '../../../domain/winnable/index.ts'
import type { UnwinnabilityAnswers } from '../../ports.ts'

/** Nodes that a request may search for each side: about two seconds. */
export const REQUEST_NODES = 1_000_000

/**
 * Searches on the calling thread. The embedded host calls this in a worker thread (host/winnable/search-thread.ts); a Lambda
 * function that does nothing else calls it directly.
 */
export const answerBothSides = (position: Position): UnwinnabilityAnswers => ({
  white: canMate(position, 'white', { nodes: REQUEST_NODES }),
  black: canMate(position, 'black', { nodes: REQUEST_NODES }),
})
