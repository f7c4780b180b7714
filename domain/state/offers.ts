/** Open draw offers (Article 9.1). No offer can be withdrawn, so each player may have one that the other can accept. */
import type { Side } from '../../events/index.ts'
import type { GameState, Offer } from './state.ts'

/** Records an offer. A player's first offer stands until it is answered; the other player's own stands beside it. */
export function offerDraw(state: GameState, offer: Offer): void {
  if (state.offer === null) state.offer = offer
  else if (state.offer.by !== offer.by) state.counterOffer ??= offer
}

/** The offer that the player may accept: the opponent's. */
export const offerTo = ({ offer, counterOffer }: GameState, side: Side): Offer | null =>
  [offer, counterOffer].find((standing) => standing != null && standing.by !== side) ?? null

/** The player refuses the opponent's offer; their own offer stays. */
export function refuseOffer(state: GameState, side: Side): void {
  const { offer, counterOffer } = state
  if (offerTo(state, side) === null) return
  state.offer = offer?.by === side ? offer : (counterOffer ?? null)
  state.counterOffer = undefined
}
