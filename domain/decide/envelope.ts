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

export const gameEvent = (report: ReportedEvent, seq: number, envelope: Envelope): StoredEvent =>
  ({ ...report, ...envelope, seq, v: currentVersion(report.type) }) as StoredEvent

export const roundEvent = (report: RoundReport, seq: number, envelope: RoundEnvelope): RoundEvent =>
  ({ ...report, ...envelope, seq, v: currentVersion(report.type) }) as RoundEvent
