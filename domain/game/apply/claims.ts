/** Offers and claims, as they were uttered. What becomes of them is the Laws' matter. */
import type { Side } from '../../../events/index.ts'
import type { Game } from '../game.ts'
import type { Offer } from '../state.ts'
import type { Chapter } from './kind.ts'

/** An offer cannot be withdrawn, so the first of two stands. */
function offer(game: Game, by: Side, seq: number, kind: Offer['kind']): void {
  const { state } = game
  if (state.result === null && state.offer === null) state.offer = { by, seq, kind }
}

export const claims: Chapter<
  | 'draw-offered'
  | 'draw-accepted'
  | 'draw-declined'
  | 'draw-claimed'
  | 'increment-requested'
  | 'claim-made'
  | 'claim-decided'
  | 'resigned'
> = {
  'draw-offered': (game, event) => offer(game, event.by, event.seq, 'offer'),
  'draw-accepted': () => {},
  'draw-declined': () => {},

  /** 9.1.2.3: a claim is an offer, also when it proves wrong. */
  'draw-claimed': (game, event) => {
    game.state.claims.push({ seq: event.seq, by: event.by, about: event.data.basis, decision: null })
    offer(game, event.by, event.seq, 'claim')
  },

  'increment-requested': (game, event) => {
    game.state.claims.push({ seq: event.seq, by: event.by, about: 'increment', decision: null })
    offer(game, event.by, event.seq, 'increment')
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
