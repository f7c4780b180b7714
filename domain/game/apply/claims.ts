/** Applies offers and claims as they were made. The Laws judge what follows from them. */
import { offerDraw } from '../../state/offers.ts'
import type { AppliersOf } from './appliers-of.ts'

export const claimAppliers: AppliersOf<
  | 'draw-offered'
  | 'draw-accepted'
  | 'draw-declined'
  | 'draw-claimed'
  | 'increment-requested'
  | 'claim-made'
  | 'claim-decided'
  | 'resigned'
> = {
  'draw-offered': ({ state }, event) => {
    state.offersMade.push({ by: event.by, ply: state.points[state.here]?.ply ?? 0, seq: event.seq })
    if (state.result === null) offerDraw(state, { by: event.by, seq: event.seq, kind: 'offer' })
  },
  'draw-accepted': () => {},
  'draw-declined': () => {},

  'draw-claimed': (game, event) => {
    game.state.claims.push({ seq: event.seq, by: event.by, about: event.data.basis, decision: null })
  },

  'increment-requested': (game, event) => {
    game.state.claims.push({ seq: event.seq, by: event.by, about: 'increment', decision: null })
  },

  'claim-made': ({ state }, event) => {
    state.claims.push({ seq: event.seq, by: event.by, about: event.data.about, decision: null })
  },

  'claim-decided': ({ state }, event) => {
    const claim = state.claims.find((entry) => entry.seq === event.data.claim)
    if (claim !== undefined) claim.decision = event.data.decision
  },

  resigned: () => {},
}
