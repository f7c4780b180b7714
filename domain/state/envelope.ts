/** The envelopes of an adjourned game (Guideline I): which are closed, and which move came out of one. */
import type { Adjournment, GameState, SealedMove } from './state.ts'

/** Is a sealed move in a closed envelope, so that the position on which play is resumed is not known? */
export const isClosed = (adjournment: Adjournment | null): boolean =>
  adjournment !== null &&
  adjournment.sealed !== null &&
  adjournment.envelope === null &&
  adjournment.played === null &&
  !adjournment.lost

/** The envelope that the event `seq` opened, and the move sealed in it. */
export function openedBy(adjournment: Adjournment | null, seq: number) {
  if (adjournment === null) return null
  const { reply } = adjournment
  if (adjournment.envelope?.seq === seq)
    return { side: adjournment.side, sealed: adjournment.sealed, envelope: adjournment.envelope }
  if (reply !== null && reply.envelope?.seq === seq)
    return { side: reply.side, sealed: reply as SealedMove, envelope: reply.envelope }
  return null
}

/** Has the side sealed a reply (I.9.3) that is not opened yet? Then its press is no press without a move. */
export const replySealed = ({ adjournment }: GameState, by: string): boolean =>
  adjournment?.reply?.side === by && adjournment.reply.envelope === null
