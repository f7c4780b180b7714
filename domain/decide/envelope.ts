/** What the service adds to a report, so that it becomes an event. */
import {
  currentVersion,
  type ReportedEvent,
  type RoundEvent,
  type RoundReport,
  type StoredEvent,
} from '../../events/index.ts'
import type { RoundId } from '../state/round.ts'

/** Instants are RFC 3339. */
interface Receipt {
  readonly receivedAt: string
  /** Not before the commit before it. */
  readonly recordedAt: string
  readonly principal: string
}

/** Of a report about a game. */
export interface Envelope extends Receipt {
  readonly game: string
}

/** Of a report about a round. */
export interface RoundEnvelope extends Receipt, RoundId {}

/** Field by field: an object begun with a spread costs many times as much. */
export function gameEvent(report: ReportedEvent, seq: number, envelope: Envelope): StoredEvent {
  const { id, type, at, by, data } = report
  const { game, receivedAt, recordedAt, principal } = envelope
  const v = currentVersion(type)
  return { id, type, at, by, data, game, receivedAt, recordedAt, principal, seq, v } as StoredEvent
}

export const roundEvent = (report: RoundReport, seq: number, envelope: RoundEnvelope): RoundEvent =>
  ({ ...report, ...envelope, seq, v: currentVersion(report.type) }) as RoundEvent
