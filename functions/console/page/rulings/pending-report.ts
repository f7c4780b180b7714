/** What waits in the dialog to be confirmed, and what of it is to be recorded. */
import type { StoredEvent } from '../../../../events/index.ts'
import { t } from '../words/texts.ts'
import { NO_OUTCOME, outcomeOf, type ProposalOutcome } from './changes.ts'
import { type ClockFields, clockFieldsOf, parseClockFields } from './clocks-form.ts'
import type { DraftReport, EventDraft, Proposal, Propose } from './proposal.ts'
import { clockSetDraft, restoredClocks, timesLeftDraft } from './restored-clocks.ts'

export interface PendingReport {
  readonly propose: Propose
  /** Null: the record leaves nothing to be recorded. */
  readonly proposal: Proposal | null
  /** The clocks after a restoration, as they are written in the dialog; null: nothing is restored, or there is no clock. */
  readonly clocks: ClockFields | null
  /** Seq of the last event that has been looked at. */
  readonly seenSeq: number
  /** The head that the service named: the page may not have all events up to there yet. */
  readonly reportedHead: number
  /** What recording it would change: whether the game ends by it, and what a correction comes to. */
  readonly outcome: ProposalOutcome
  /** The arbiter who records it has said once more that the game ends by it. */
  readonly endConfirmed: boolean
  /** Sent already, without an answer: sent again they are recorded once. */
  readonly sent: readonly DraftReport[] | null
  readonly failure: { readonly text: string; readonly detail: string; readonly signIn: boolean } | null
  readonly recorded: () => void
}

export const NO_FAILURE = { reportedHead: 0, failure: null } as const

/** Clocks that come with a correction are those of a game whose end it takes back. */
export const correctsReports = (proposal: Proposal | null): boolean =>
  proposal?.drafts.some(({ type }) => type === 'report-corrected') ?? false

/** The clocks that go with the proposal, as they are due at `now` (ms); null where none are to be set. */
export function clocksFor(
  proposal: Proposal | null,
  events: readonly StoredEvent[],
  now: number,
): ClockFields | null {
  const setting = proposal === null ? null : restoredClocks(events, proposal, now)
  return setting === null ? null : clockFieldsOf(setting)
}

export const outcomeFor = (
  proposal: Proposal | null,
  events: readonly StoredEvent[],
  now: number,
): ProposalOutcome => (proposal === null ? NO_OUTCOME : outcomeOf(events, proposal.drafts, now))

/** All that is to be recorded; null where the clocks cannot be read. */
export function draftsOf({ proposal, clocks, seenSeq }: PendingReport): readonly EventDraft[] | null {
  if (proposal === null) return null
  const { drafts } = proposal
  if (clocks === null) return drafts
  if (clocks.set) {
    const setting = parseClockFields(clocks)
    const why = t(correctsReports(proposal) ? 'clocks-reopened' : 'clocks-after')
    return setting === null ? null : [...drafts, clockSetDraft(setting, why)]
  }
  const index = drafts.findIndex(({ type }) => type === 'position-restored')
  const restored = index < 0 ? proposal.restoredBy : seenSeq + index + 1
  return clocks.leave && restored !== undefined ? [...drafts, timesLeftDraft(restored)] : drafts
}

/** Events since the head looked at, those of this report left out. */
export function eventsSince(
  { seenSeq, sent }: PendingReport,
  events: readonly StoredEvent[],
): readonly StoredEvent[] {
  const ids = new Set(sent?.map(({ id }) => id))
  return events.slice(seenSeq).filter(({ id }) => !ids.has(id))
}

/** The record has gone on since it was looked at. */
export const isOvertaken = (pending: PendingReport, events: readonly StoredEvent[]): boolean =>
  pending.reportedHead > pending.seenSeq || eventsSince(pending, events).length > 0
