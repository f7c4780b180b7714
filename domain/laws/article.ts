/** The shape of an article: what it has to say to each kind of event, and to each move made. */
import type { EventOf, EventType } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import type { MoveMade } from '../state/state.ts'

export type EventHandlers = { readonly [T in EventType]?: (game: Game, event: EventOf<T>) => void }

export interface Article {
  /** Asked while the game goes on. */
  readonly on?: EventHandlers
  /** Asked before and after the end alike. */
  readonly always?: EventHandlers
  /** Asked for each move made, whichever events told of it. */
  readonly made?: (game: Game, move: MoveMade) => void
}
