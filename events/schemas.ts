/** The whole vocabulary: a schema of `data` for every type, of a game's stream and of a round's. */
import type * as z from 'zod'
import { HAPPENINGS } from './chapters.ts'
import { correcting } from './correcting.ts'
import { round } from './round.ts'

export const GAME_DATA = { ...HAPPENINGS, ...correcting }
export const ROUND_DATA = round

/** The types of a game's stream. */
export type EventType = keyof typeof GAME_DATA
/** The types of a round's stream. */
export type RoundEventType = keyof typeof ROUND_DATA

/** The fields of a game's event, as read: personal fields and free text in place. */
export type EventData<T extends EventType> = z.output<(typeof GAME_DATA)[T]>
export type RoundEventData<T extends RoundEventType> = z.output<(typeof ROUND_DATA)[T]>

export const EVENT_TYPES = Object.keys(GAME_DATA) as readonly EventType[]
export const ROUND_EVENT_TYPES = Object.keys(ROUND_DATA) as readonly RoundEventType[]
