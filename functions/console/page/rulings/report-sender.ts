/**
 * Before anything goes into the record it is said in words what will be recorded. What is recorded rests on the head that
 * was looked at when the dialog was opened: once the record has gone on, nothing is recorded until the news has been seen.
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
   * Asks, then records. `seenSeq`: seq of the last event that was seen before deciding; absent: the present head.
   * `recorded` is called once it is in the record.
   */
  confirm(propose: Propose, options?: { readonly seenSeq?: number; readonly recorded?: () => void }): void
  /**
   * Records at once: reports of the board need no confirmation. Answers whether it is recorded. What the
   * record has overtaken, and what may or may not have arrived, is asked about.
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
  /** Heads that reports of this page have led on from, and where to. */
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
    // The user knows what this page itself has added since.
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
      // It was sent already: what is asked now is only whether it is to be sent again.
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

  /** The dialog goes once the page shows what was recorded, so that the next one rests on that. */
  async #finish(pending: PendingReport, seqs: readonly number[], reached: number): Promise<void> {
    await this.#note(seqs, reached)
    if (this.#pending.peek()?.propose === pending.propose) this.#pending.value = null
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

  /** An answer that is no record: the dialog stays, with all that was to be recorded. */
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

  /** The arbiter has seen what is new: the proposal is made anew from it. */
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
      // What was written of the clocks stays, where there is still something to set.
      clocks: clocks === null ? null : (pending.clocks ?? clocks),
      outcome: outcomeFor(proposal, events, serverNow()),
      endConfirmed: false,
      seenSeq: this.head(),
      sent: null,
    }
    requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog.confirm h2')?.focus())
  }

  /** After an answer that was lost the record itself tells that the reports have arrived. */
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
