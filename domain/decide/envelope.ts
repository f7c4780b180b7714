/** Makes events of reports by adding what the service records: when it was received and stored, by whom, at which seq. */
import {
  currentVersion,
  type ReportedEvent,
  type RoundEvent,
  type RoundReport,
  type StoredEvent,
} from '../../events/index.ts'
import type { RoundId } from '../state/round.ts'

/** What the service records of a report. Instants are RFC 3339. */
interface Receipt {
  readonly receivedAt: string
  /** When it is stored; never before the commit before it. */
  readonly recordedAt: string
  readonly principal: string
}

/** What is added to a report about a game. */
export interface Envelope extends Receipt {
  readonly game: string
}

/** What is added to a report about a round. */
export interface RoundEnvelope extends Receipt, RoundId {}

/** The event of a report. It is built field by field, since an object begun with a spread costs many times as much. */
export function gameEvent(report: ReportedEvent, seq: number, envelope: Envelope): StoredEvent {
  const { id, type, at, by, data } = report
  const { game, receivedAt, recordedAt, principal } = envelope
  const v = currentVersion(type)
  return { id, type, at, by, data, game, receivedAt, recordedAt, principal, seq, v } as StoredEvent
}

export const roundEvent = (report: RoundReport, seq: number, envelope: RoundEnvelope): RoundEvent =>
  ({ ...report, ...envelope, seq, v: currentVersion(report.type) }) as RoundEvent
