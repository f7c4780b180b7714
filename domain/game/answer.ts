/** The answer to a question about a sensor board: a move reported by somebody who saw it. */
import type { EventOf } from '../../events/index.ts'
import { pieceAt, sideOf, squareOf } from '../chess/index.ts'
import type { Game } from './game.ts'
import type { Reread } from './state.ts'

const EMPTY = 0

/** Answers and other readings of order that a game may turn over; further answers are read where they stand. */
const MOST_REREADS = 200

/** Does the event answer the open question: is it a move of the side that is asked about? */
export function answers(game: Game, event: EventOf): boolean {
  const { question } = game.state
  if (question === undefined || event.type !== 'move-made') return false
  if (event.by === 'white' || event.by === 'black') return event.by === question.side
  const piece = pieceAt(game.position, squareOf(event.data.from))
  return piece !== EMPTY && sideOf(piece) === question.side
}

/** The answer is read where the move was made, before the press and before what the opponent did since. */
export function readAnswer({ state }: Game, { seq }: EventOf): Reread | null {
  const before = state.question?.before ?? null
  if (before === null || before >= seq || (state.rereads?.length ?? 0) >= MOST_REREADS) return null
  return { seqs: [seq], before }
}
