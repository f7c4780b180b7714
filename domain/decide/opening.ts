/** Decides whether a game is opened: once under its id, and from a position that can be set up. */
import type { ReportedEvent, StoredEvent } from '../../events/index.ts'
import { parseFen } from '../chess/index.ts'
import type { Result } from '../result.ts'
import type { RoundId } from '../state/round.ts'
import type { LogEntry } from '../state/state.ts'
import { type Envelope, gameEvent } from './envelope.ts'
import { type DecisionRefusal, type FieldFault, refusedFor } from './refusal.ts'
import { sameValue } from './same-value.ts'

/** A game that has been opened. */
export interface OpenedRecord {
  /** Its first event. */
  readonly opening: LogEntry | undefined
  /** The round it was opened in, if any. */
  readonly belonging: Partial<RoundId>
  /** Personal data of its description has been erased since. */
  readonly isErased: boolean
}

/** The game that a request describes. */
export interface WantedGame {
  readonly game: string
  readonly belonging: Partial<RoundId>
  readonly report: ReportedEvent
  /** The fields that the request itself names; null: all of the report's. */
  readonly named: ReadonlySet<string> | null
  /** The request says when the game was opened. */
  readonly saysWhen: boolean
}

/**
 * The event that opens a game whose record is at `seq`. Refused are a second opening (`id-reused`) and a start from a FEN that is
 * not a position (`invalid`).
 */
export function decideOpening(
  seq: number,
  report: ReportedEvent,
  envelope: Envelope,
): Result<StoredEvent[], DecisionRefusal> {
  if (seq > 0) return reused(envelope.game)
  const faults = openingFaults(report)
  return faults.length > 0
    ? refusedFor('invalid', faults)
    : { ok: true, value: [gameEvent(report, 1, envelope)] }
}

/**
 * Refuses (`id-reused`) a request that describes another game than the one opened under its id; `ok`: it describes the same one.
 * Neither what the request leaves to defaults is compared, which may have changed since, nor the description of an erased game.
 */
export function decideReopening(
  { opening, belonging, isErased }: OpenedRecord,
  { game, belonging: wanted, report, named, saysWhen }: WantedGame,
): Result<null, DecisionRefusal> {
  const part = (data: object) =>
    Object.fromEntries(Object.entries(data).filter(([name]) => named === null || named.has(name)))
  const same =
    opening !== undefined &&
    belonging.tournament === wanted.tournament &&
    belonging.round === wanted.round &&
    (!saysWhen || report.at === opening.at) &&
    (isErased || sameValue(part(report.data), part(opening.data)))
  return same ? { ok: true, value: null } : reused(game)
}

const reused = (game: string): { readonly ok: false; readonly error: DecisionRefusal } => ({
  ok: false,
  error: {
    code: 'id-reused',
    message: `the id ${game} is that of another game; details-corrected changes a game's description`,
  },
})

/** Refuses a start from a FEN that is not a position: the game would silently be folded from the standard array. */
export function openingFaults(report: ReportedEvent): FieldFault[] {
  if (report.type !== 'game-opened' || report.data.start?.fen === undefined) return []
  const position = parseFen(report.data.start.fen)
  if (position.ok) return []
  return [{ index: 0, pointer: '/data/start/fen', detail: `start.fen: ${position.error.message}` }]
}
