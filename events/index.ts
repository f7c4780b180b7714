/** The vocabulary in which a game is recorded: the public face of this folder. */
export { ACTORS_OF, type ActorOf } from './actors.ts'
export type { Replacement } from './correcting.ts'
export type {
  EventOf,
  ReportedEvent,
  ReportOf,
  RoundEvent,
  RoundEventOf,
  RoundReport,
  RoundReportOf,
  StoredEvent,
} from './envelope.ts'
export {
  EVENT_TYPES,
  type EventData,
  type EventType,
  ROUND_EVENT_TYPES,
  type RoundEventData,
  type RoundEventType,
} from './schemas.ts'
export * from './vocabulary.ts'
