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
export { jsonSchema } from './json-schema.ts'
export { isId } from './primitives.ts'
export type { Fault } from './refusal.ts'
export {
  EVENT_TYPES,
  type EventData,
  type EventType,
  ROUND_EVENT_TYPES,
  type RoundEventData,
  type RoundEventType,
} from './schemas.ts'
export {
  FREE_TEXT_FIELDS,
  type Opener,
  PERSON_FIELDS,
  type PersonalFields,
  type PersonRef,
  type SealedData,
  type SealedEvent,
  type SealedOf,
  type Sealer,
  seal,
  type TextKind,
  type TextRef,
  unseal,
} from './sealing.ts'
export { currentVersion, upcast } from './upcast.ts'
export {
  type IndexedFault,
  type Parsed,
  parseReport,
  parseReports,
  parseRoundReport,
  parseStoredEvent,
  type Receipt,
} from './validate.ts'
export * from './vocabulary.ts'
