/** The vocabulary in which a game is recorded: the public face of this folder. */
export { ACTORS_OF, type ActorOf } from './actors.ts'
export type { Replacement } from './corrections.ts'
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
export type { EventFault } from './field-faults.ts'
export { jsonSchema } from './json-schema.ts'
export {
  FREE_TEXT_FIELDS,
  PERSON_FIELDS,
  type PersonalDataReader,
  type PersonalFields,
  type PersonRef,
  type PseudonymisedData,
  type PseudonymisedEvent,
  type PseudonymisedOf,
  type Pseudonymiser,
  pseudonymise,
  restorePersonalData,
  type StoredTextKind,
  storedPlayers,
  type TextRef,
} from './pseudonymise.ts'
export {
  EVENT_TYPES,
  type EventData,
  type EventType,
  ROUND_EVENT_TYPES,
  type RoundEventData,
  type RoundEventType,
} from './schemas.ts'
export { isId } from './text-rules.ts'
export { currentVersion, upcast } from './upcast.ts'
export {
  type IndexedFault,
  type Parsed,
  parseReport,
  parseReports,
  parseRoundReport,
  parseStoredEvent,
  type ReceiptOptions,
} from './validate.ts'
export * from './vocabulary.ts'
