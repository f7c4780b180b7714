/** The type of a table of appliers: a function for each event type of one chapter of the vocabulary. */
import type { EventOf, EventType } from '../../../events/index.ts'
import type { Game } from '../../state/game.ts'

export type AppliersOf<T extends EventType> = { [K in T]: (game: Game, event: EventOf<K>) => void }
