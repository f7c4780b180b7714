/** The envelopes of an adjourned game (Guidelines I): which are closed, and which move came out of one. */
import type { Adjournment, GameState, SealedMove } from './state.ts'

/** Is a sealed move still in its envelope, so that nobody knows the position on which play goes on? */
export const isClosed = (held: Adjournment | null): boolean =>
  held !== null && held.sealed !== null && held.envelope === null && held.played === null && !held.lost

/** The envelope that the event `seq` opened, and the move sealed in it. */
export function openedBy(held: Adjournment | null, seq: number) {
  if (held === null) return null
  const { reply } = held
  if (held.envelope?.seq === seq) return { side: held.side, sealed: held.sealed, envelope: held.envelope }
  if (reply !== null && reply.envelope?.seq === seq)
    return { side: reply.side, sealed: reply as SealedMove, envelope: reply.envelope }
  return null
}

/** Has the side sealed a reply that is not opened yet? Then its press is no press without a move. */
export const replySealed = ({ adjournment }: GameState, by: string): boolean =>
  adjournment?.reply?.side === by && adjournment.reply.envelope === null
