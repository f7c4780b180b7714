/**
 * The record of a game, folded and judged. Nothing here reads a clock, a file or a network, and nothing throws for what is in the
 * events: an illegal move is folded like any other, and a verdict says what follows by the Laws.
 *
 * @example
 * ```ts
 * import { explainVerdict, fold, foldToSeq, judge, parseStoredEvent, publicState, type StoredEvent } from 'touchmove'
 *
 * const at = '2026-03-14T14:00:00.000Z'
 * const envelope = { v: 1, game: 'G', by: 'operator', at, receivedAt: at, recordedAt: at, principal: 'P' }
 * const timeControl = { periods: [{ time: 5_400_000 }] }
 * const players = { white: { name: 'A' }, black: { name: 'B' } }
 * const events = [
 *   { type: 'game-opened', data: { ...players, edition: '2018-01-01', play: 'standard', timeControl } },
 *   { type: 'session-started', by: 'arbiter', data: {} },
 *   { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e5' } },
 *   { type: 'clock-pressed', by: 'white', data: {} },
 * ].map((event, k) => parse({ ...envelope, id: `e${k + 1}`, seq: k + 1, ...event }, k + 1))
 *
 * function parse(event: unknown, seq: number): StoredEvent {
 *   const parsed = parseStoredEvent(event, seq)
 *   if (!parsed.ok) throw new Error(parsed.errors.map(({ detail }) => detail).join('; '))
 *   return parsed.value
 * }
 *
 * const verdict = judge(events).at(-1)
 * if (verdict === undefined) throw new Error('the illegal move was not found')
 * console.log(explainVerdict(verdict, 'en'))
 * // White completed an illegal move by pressing the clock (Art. 7.5.1, 3.7.1-3.7.3, 7.5.5), due: back to the position after event 2, 2 minutes for Black; the arbiter decides.
 * console.log(publicState(fold(events)).status, publicState(foldToSeq(events, 1)).status)
 * // running scheduled
 * ```
 */

import type { StoredEvent } from '../../events/index.ts'
import { fold, type Verdict } from '../game/index.ts'

export {
  EVENT_TYPES,
  type EventData,
  type EventFault,
  type EventOf,
  type EventType,
  jsonSchema,
  type Parsed,
  parseReport,
  parseReports,
  parseStoredEvent,
  type ReportedEvent,
  type StoredEvent,
} from '../../events/index.ts'
export {
  effectiveTime,
  type Fold,
  type FoldOptions,
  fenOf,
  fold,
  foldToInstant,
  foldToSeq,
  type GameDetails,
  type GameResult,
  type GameState,
  openFold,
  type PublicMove,
  type PublicState,
  publicState,
  REDUCER_VERSION,
  reduce,
  resumeFold,
  type Status,
  step,
  type Verdict,
} from '../game/index.ts'
export { explainVerdict } from '../laws/text/explain.ts'
export { EXPLANATION_LANGUAGES, type ExplanationLanguage } from '../laws/text/phrase.ts'

/** The verdicts on a game's events in the order in which they arose: irregularities, claims, what is due and what was answered. */
export const judge = (events: Iterable<StoredEvent>): readonly Verdict[] => fold(events).verdicts
