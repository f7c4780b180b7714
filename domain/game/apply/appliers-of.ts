/** The shape of a chapter of appliers. */
import type { EventOf, EventType } from '../../../events/index.ts'
import type { Game } from '../../state/game.ts'

export type AppliersOf<T extends EventType> = { [K in T]: (game: Game, event: EventOf<K>) => void }
