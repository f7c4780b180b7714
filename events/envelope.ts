/** The fields around an event's `data`: who did it, when, and at which place of the record. */
import * as z from 'zod'
import { ACTORS_OF, type ActorOf } from './actors.ts'
import { fields, id, instant, line, oneOf, orEmpty, seq } from './primitives.ts'
import type { EventData, EventType, RoundEventData, RoundEventType } from './schemas.ts'

/** What the reporter sets. Instants are `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
interface Report<T, B, D> {
  id: string
  type: T
  at: string
  by: B
  data: D
}

/** What the service adds when it stores a report. */
interface Stored {
  /** 1, 2, 3 … without gaps: the order of the record. */
  seq: number
  /** When the report reached the service; the delay of public views counts from here. */
  receivedAt: string
  /** When the event was stored. */
  recordedAt: string
  /** The authenticated reporter. */
  principal: string
  /** Schema version of `data`. */
  v: number
}

/** A report about a game. Narrow by type: `switch (report.type)`. */
export type ReportOf<T extends EventType = EventType> = {
  [K in T]: Report<K, ActorOf<K>, EventData<K>>
}[T]
export type ReportedEvent = ReportOf

/** A game's event as the reducer sees it: personal fields and free text in place. */
export type EventOf<T extends EventType = EventType> = {
  [K in T]: Report<K, ActorOf<K>, EventData<K>> & Stored & { game: string }
}[T]
export type StoredEvent = EventOf

/** A report about a round. */
export type RoundReportOf<T extends RoundEventType = RoundEventType> = {
  [K in T]: Report<K, ActorOf<K>, RoundEventData<K>>
}[T]
export type RoundReport = RoundReportOf

/** An event of a round's stream. */
export type RoundEventOf<T extends RoundEventType = RoundEventType> = {
  [K in T]: Report<K, ActorOf<K>, RoundEventData<K>> & Stored & { tournament: string; round: string }
}[T]
export type RoundEvent = RoundEventOf

type AnyType = EventType | RoundEventType

const reportShape = (type: AnyType, data: z.ZodType) => ({
  id,
  type: z.literal(type),
  at: instant,
  by: oneOf(ACTORS_OF[type]),
  data: orEmpty(data),
})

/** A report of this type; `data` may be left out where no field of it is required. */
export const reportSchema = (type: AnyType, data: z.ZodType) => fields(reportShape(type, data))

/** An event of the record; in a file, what the service adds may be missing. */
export const storedSchema = (type: AnyType, data: z.ZodType) =>
  fields({
    ...reportShape(type, data),
    game: id.optional(),
    seq: seq.optional(),
    receivedAt: instant.optional(),
    recordedAt: instant.optional(),
    principal: line(200).optional(),
    v: seq.optional(),
  })
