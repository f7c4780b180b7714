/** The whole vocabulary: a schema of `data` for every type, of a game's stream and of a round's. */
import type * as z from 'zod'
import { CORRECTABLE_SCHEMAS } from './correctable.ts'
import { correctionSchemas } from './corrections.ts'
import { roundSchemas } from './round.ts'

export const GAME_DATA = { ...CORRECTABLE_SCHEMAS, ...correctionSchemas }
export const ROUND_DATA = roundSchemas

/** The types of a game's stream. */
export type EventType = keyof typeof GAME_DATA
/** The types of a round's stream. */
export type RoundEventType = keyof typeof ROUND_DATA

/** The `data` of a game's event as read: personal fields and free text in place. */
export type EventData<T extends EventType> = z.output<(typeof GAME_DATA)[T]>
export type RoundEventData<T extends RoundEventType> = z.output<(typeof ROUND_DATA)[T]>

export const EVENT_TYPES = Object.keys(GAME_DATA) as readonly EventType[]
export const ROUND_EVENT_TYPES = Object.keys(ROUND_DATA) as readonly RoundEventType[]
