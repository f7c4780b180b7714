/** Draw offers that stand. */
import type { PublicState } from '../../../../domain/game/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'

/** Whose offers stand, the one that came first first: either player may accept the other's. Empty to who may not see offers. */
export const offeringSides = ({
  offer,
  counterOffer,
}: Partial<Pick<PublicState, 'offer' | 'counterOffer'>>): readonly Side[] =>
  [offer, counterOffer].filter((side) => side != null)
