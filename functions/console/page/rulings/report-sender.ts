/**
 * Sends reports, most of them after a dialog that describes what will be recorded. A report is based on the events that the user has
 * seen: once there are new ones, nothing is recorded before they are shown.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { StoredEvent } from '../../../../events/index.ts'
import { type ApiRefusal, type ApiResult, requestJson, serverNow } from '../api/client.ts'
import { notifyRefusal, refusalMessage } from '../api/refusal.ts'
import type { GameSession } from '../game/session.ts'
import { showDialog } from '../ui/dialog.ts'
import { nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import { NO_OUTCOME } from './changes.ts'
import { confirmDialog } from './confirm-dialog.ts'
import {
  clocksFor,
  draftsOf,
  isOvertaken,
  NO_FAILURE,
  outcomeFor,
  type PendingReport,
} from './pending-report.ts'
import { type DraftReport, type Proposal, type Propose, toDraftReports } from './proposal.ts'

export interface ReportSender {
  /**
   * Opens the dialog, and records when it is confirmed. `seenSeq`: seq of the last event that the user saw before deciding; by default the
   * present head. `recorded` is called once the report is recorded.
   */
  confirm(propose: Propose, options?: { readonly seenSeq?: number; readonly recorded?: () => void }): void
  /**
   * Records at once: reports from the board need no confirmation. Returns whether it was recorded. Where there are new events, or the
   * answer was lost, the dialog is opened.
   */
  report(propose: Propose): Promise<boolean>
  /** Seq of the last event that the page has. */
  head(): number
  view(): View
  close(): void
}

interface Appended {
  readonly head: number
  readonly results: readonly { readonly seq: number }[]
}

interface Parts {
  readonly session: GameSession
  /** Moves (SAN, English) by the seq of the event that made them. */
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
  /** Called after anything was recorded. */
  recorded(): void
}

export const openReportSender = (parts: Parts): ReportSender => new DialogReportSender(parts)

class DialogReportSender implements ReportSender {
  readonly #parts: Parts
  readonly #pending = signal<PendingReport | null>(null)
  readonly #busy = signal(false)
  /** By a head at which this page reported: the head after its report. */
  readonly #ledTo = new Map<number, number>()
  /** Reports that need no confirmation are sent one after another. */
  #lastReport: Promise<unknown> = Promise.resolve()
  readonly #ends: readonly (() => void)[]

  constructor(parts: Parts) {
    this.#parts = parts
    this.#ends = [effect(() => this.#noteArrival()), effect(() => this.#focusNews())]
  }

  head(): number {
    return this.#events().length
  }

  confirm(propose: Propose, { seenSeq = this.head(), recorded = () => {} } = {}): void {
    const proposal = propose()
    const events = this.#events()
    this.#open({
      propose,
      proposal,
      clocks: clocksFor(proposal, events, serverNow()),
      outcome: outcomeFor(proposal, events, serverNow()),
      endConfirmed: false,
      seenSeq,
      sent: null,
      ...NO_FAILURE,
      recorded,
    })
  }

  report(propose: Propose): Promise<boolean> {
    const seenSeq = this.head()
    const before = this.#lastReport
    const sent = (async () => {
      await before
      const proposal = propose()
      return proposal === null ? false : this.#sendAtOnce(propose, proposal, seenSeq)
    })()
    this.#lastReport = sent
    return sent
  }

  view(): View {
    const pending = this.#pending.value
    if (pending === null) return nothing
    return confirmDialog({
      pending,
      busy: this.#busy.value,
      events: this.#parts.session.events.value ?? [],
      sans: this.#parts.sans.value,
      change: (next) => {
        this.#pending.value = next
      },
      look: () => this.#look(),
      record: () => void this.#record(),
    })
  }

  close(): void {
    for (const end of this.#ends) end()
  }

  #events(): readonly StoredEvent[] {
    return this.#parts.session.events.peek() ?? []
  }

  #open(pending: PendingReport): void {
    this.#pending.value = pending
    showDialog('confirm')
  }

  #send(reports: readonly DraftReport[], expectedSeq: number): Promise<ApiResult<Appended>> {
    return requestJson(`/games/${this.#parts.session.game}/events`, {
      events: reports,
      expectedSeq,
      sentAt: new Date().toISOString(),
    })
  }

  async #sendAtOnce(propose: Propose, proposal: Proposal, seenSeq: number): Promise<boolean> {
    // The user knows the events that this page itself has added.
    let expected = seenSeq
    while (this.#ledTo.has(expected)) expected = this.#ledTo.get(expected)!
    const reports = toDraftReports(proposal.drafts, serverNow())
    const answer = await this.#send(reports, expected)
    if (answer.ok) {
      this.#ledTo.set(expected, answer.value.head)
      await this.#note(seqsOf(answer.value), answer.value.head)
      return true
    }
    if (!isStale(answer) && answer.status !== 0) {
      notifyRefusal(answer)
      return false
    }
    this.#open({
      propose,
      proposal,
      clocks: null,
      // It was sent already: the dialog only asks whether to send it again.
      outcome: NO_OUTCOME,
      endConfirmed: true,
      seenSeq: expected,
      sent: reports,
      ...NO_FAILURE,
      recorded: () => {},
    })
    this.#takeRefusal(answer, reports, propose)
    return false
  }

  async #record(): Promise<void> {
    const pending = this.#pending.peek()
    const drafts = pending === null ? null : draftsOf(pending)
    if (pending === null || drafts === null || this.#busy.peek()) return
    if (pending.outcome.ends !== null && !pending.endConfirmed) return
    this.#busy.value = true
    const reports = pending.sent ?? toDraftReports(drafts, serverNow())
    this.#pending.value = { ...pending, sent: reports, failure: null }
    const answer = await this.#send(reports, pending.seenSeq)
    if (answer.ok) await this.#finish(pending, seqsOf(answer.value), answer.value.head)
    else this.#takeRefusal(answer, reports, pending.propose)
    this.#busy.value = false
  }

  /** Closes the dialog once the page has the recorded events, so that the next one is based on them. */
  async #finish(pending: PendingReport, seqs: readonly number[], reached: number): Promise<void> {
    await this.#note(seqs, reached)
    if (this.#pending.peek()?.propose === pending.propose) {
      // A dialog that is closed leads the focus back; one that is only taken away would leave it nowhere.
      document.querySelector<HTMLDialogElement>('dialog.confirm')?.close()
      this.#pending.value = null
    }
    pending.recorded()
  }

  async #note(seqs: readonly number[], reached: number): Promise<void> {
    const { session, recorded } = this.#parts
    while (this.head() < reached && (await session.refresh()) && session.events.peek() !== null);
    notify(
      seqs.length === 1
        ? t('recorded', { seq: seqs[0] ?? '' })
        : t('recorded-many', { from: seqs[0] ?? '', to: seqs.at(-1) ?? '' }),
    )
    recorded()
  }

  /** Handles a refusal: the dialog stays open, with everything that was to be recorded. */
  #takeRefusal(answer: ApiRefusal, reports: readonly DraftReport[], propose: Propose): void {
    const pending = this.#pending.peek()
    // The dialog was left before the answer came.
    if (pending?.propose !== propose) {
      notifyRefusal(answer)
      return
    }
    if (isStale(answer)) {
      this.#pending.value = { ...pending, reportedHead: answer.problem.head ?? 0, sent: null, failure: null }
      void this.#parts.session.refresh()
      return
    }
    const { text, detail } = refusalMessage(answer)
    const unknown = answer.status === 0 || answer.status >= 500
    this.#pending.value = {
      ...pending,
      // A request without an answer may have arrived: the same reports sent again are recorded once.
      sent: unknown ? reports : null,
      failure: { text: unknown ? t('not-answered') : text, detail, signIn: answer.status === 401 },
    }
  }

  /** The user has seen the new events: the proposal is computed again. */
  #look(): void {
    const pending = this.#pending.peek()
    if (pending === null) return
    const proposal = pending.propose()
    const events = this.#events()
    const clocks = clocksFor(proposal, events, serverNow())
    this.#pending.value = {
      ...pending,
      ...NO_FAILURE,
      proposal,
      // The clocks that were written stay, if there are still clocks to be set.
      clocks: clocks === null ? null : (pending.clocks ?? clocks),
      outcome: outcomeFor(proposal, events, serverNow()),
      endConfirmed: false,
      seenSeq: this.head(),
      sent: null,
    }
    requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog.confirm h2')?.focus())
  }

  /** Finds reports whose answer was lost among the recorded events. */
  #noteArrival(): void {
    const pending = this.#pending.value
    const events = this.#parts.session.events.value
    if (pending === null || pending.sent === null || events === null || this.#busy.value) return
    const ids = new Set(pending.sent.map(({ id }) => id))
    const seqs = events.filter(({ id }) => ids.has(id)).map(({ seq }) => seq)
    if (seqs.length === 0) return
    queueMicrotask(() => {
      if (this.#pending.peek() !== pending) return
      this.#pending.value = null
      void this.#finish(pending, seqs, this.head())
    })
  }

  #focusNews(): void {
    const pending = this.#pending.value
    const events = this.#parts.session.events.value ?? []
    if (pending === null || this.#busy.value || !isOvertaken(pending, events)) return
    requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog.confirm .news')?.focus())
  }
}

const seqsOf = ({ results }: Appended): number[] => results.map(({ seq }) => seq)

const isStale = ({ status, problem }: ApiRefusal): boolean => status === 409 && problem.head !== undefined
