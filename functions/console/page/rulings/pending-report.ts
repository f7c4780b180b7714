/** The report that waits for confirmation in the dialog, and the events that it records. */
import type { StoredEvent } from '../../../../events/index.ts'
import { t } from '../words/texts.ts'
import { NO_OUTCOME, outcomeOf, type ProposalOutcome } from './changes.ts'
import { type ClockFields, clockFieldsOf, parseClockFields } from './clocks-form.ts'
import type { DraftReport, EventDraft, Proposal, Propose } from './proposal.ts'
import { clockSetDraft, restoredClocks, timesLeftDraft } from './restored-clocks.ts'

export interface PendingReport {
  readonly propose: Propose
  /** Null where the record leaves nothing to be recorded. */
  readonly proposal: Proposal | null
  /** The clocks to be set with the report, as they are written in the dialog; null where none are, or there is no clock. */
  readonly clocks: ClockFields | null
  /** Seq of the last event that the user has seen. */
  readonly seenSeq: number
  /** The head that the service named when it refused the report as stale: the page may not have all events up to it yet. */
  readonly reportedHead: number
  /** What the report would change. */
  readonly outcome: ProposalOutcome
  /** Whether the arbiter has confirmed that the game ends. */
  readonly endConfirmed: boolean
  /** The reports that were sent without an answer: sent again, they are recorded once. */
  readonly sent: readonly DraftReport[] | null
  readonly failure: { readonly text: string; readonly detail: string; readonly signIn: boolean } | null
  readonly recorded: () => void
}

export const NO_FAILURE = { reportedHead: 0, failure: null } as const

/** Whether the proposal corrects reports: its clocks are then those of a game whose end it takes back. */
export const correctsReports = (proposal: Proposal | null): boolean =>
  proposal?.drafts.some(({ type }) => type === 'report-corrected') ?? false

/** The clocks to be set with the proposal at `now`, ms since 1970; null where none are. */
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

/** All events to be recorded; null where the clocks cannot be read. */
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

/** The events after the last one that the user has seen, without those of this report. */
export function eventsSince(
  { seenSeq, sent }: PendingReport,
  events: readonly StoredEvent[],
): readonly StoredEvent[] {
  const ids = new Set(sent?.map(({ id }) => id))
  return events.slice(seenSeq).filter(({ id }) => !ids.has(id))
}

/** Whether events were recorded that the user has not seen. */
export const isOvertaken = (pending: PendingReport, events: readonly StoredEvent[]): boolean =>
  pending.reportedHead > pending.seenSeq || eventsSince(pending, events).length > 0
