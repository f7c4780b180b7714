/** The type of an article of the Laws: handlers that judge events and moves, raising verdicts and setting results. */
import type { EventOf, EventType } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import type { MoveMade } from '../state/state.ts'

/** A handler for each type of event that the article judges. */
export type EventHandlers = { readonly [T in EventType]?: (game: Game, event: EventOf<T>) => void }

export interface Article {
  /** Called while the game has no result and no article has dismissed the event. */
  readonly on?: EventHandlers
  /** Called also after the end of the game. */
  readonly always?: EventHandlers
  /** Called for each move made, whichever events it was made by. */
  readonly made?: (game: Game, move: MoveMade) => void
}
