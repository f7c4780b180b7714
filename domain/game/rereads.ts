/** What later events showed of earlier ones is kept, so that the fold comes out the same whoever asks and when. */
import type { Game } from './game.ts'
import type { Reread } from './state.ts'

/** Readings of order that a game may turn over; more tell of a broken board. */
const MOST_REREADS = 100

/** May what was read still be turned over? */
export const mayTurnOver = ({ state }: Game): boolean => (state.rereads?.length ?? 0) < MOST_REREADS

/** The hand had not let go after this edge; null where that is known already and has not made anything plainer. */
export function handHovered(game: Game, settled: number): Reread | null {
  const isKnown = game.state.rereads?.some((reread) => 'wait' in reread && reread.wait === settled)
  return isKnown === true || !mayTurnOver(game) ? null : { wait: settled }
}
