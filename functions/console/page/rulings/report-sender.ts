/**
 * Before anything goes into the record it is said in words what will be recorded. What is recorded rests on the head that
 * was looked at when the dialog was opened: once the record has gone on, nothing is recorded until the news has been seen.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { type ApiRefusal, type ApiResult, requestJson, serverNow } from '../api/client.ts'
import { notifyRefusal, refusalMessage } from '../api/refusal.ts'
import { sessionToken } from '../api/session.ts'
import type { GameSession } from '../game/session.ts'
import { openSignIn } from '../header.ts'
import { closeDialog, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { confirmationOf } from '../words/confirmation.ts'
import { formatScore } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import { changesView, NO_OUTCOME, outcomeOf, type ProposalOutcome } from './changes.ts'
import { type ClockFields, clockFieldsOf, clocksForm, parseClockFields } from './clocks-form.ts'
import { newsView, sameAsDrafts } from './news.ts'
import { type DraftReport, type EventDraft, type Proposal, type Propose, toDraftReports } from './proposal.ts'
import { clockSetDraft, restoredClocks, timesLeftDraft } from './restored-clocks.ts'

export interface ReportSender {
  /**
   * Asks, then records. `basis`: seq of the last event that was seen before deciding; absent: the present head.
   * `recorded` is called once it is in the record.
   */
  confirm(propose: Propose, options?: { readonly basis?: number; readonly recorded?: () => void }): void
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

interface PendingReport {
  readonly propose: Propose
  /** Null: the record leaves nothing to be recorded. */
  readonly proposal: Proposal | null
  /** The clocks after a restoration, as they are written in the dialog; null: nothing is restored, or there is no clock. */
  readonly clocks: ClockFields | null
  /** Seq of the last event that has been looked at. */
  readonly basis: number
  /** The head that the service named: the page may not have all events up to there yet. */
  readonly toldHead: number
  /** What recording it would change: whether the game ends by it, and what a correction comes to. */
  readonly outcome: ProposalOutcome
  /** The arbiter who records it has said once more that the game ends by it. */
  readonly endMeant: boolean
  /** Sent already, without an answer: sent again they are recorded once. */
  readonly sent: readonly DraftReport[] | null
  readonly failure: { readonly text: string; readonly detail: string; readonly signIn: boolean } | null
  readonly recorded: () => void
}

interface Parts {
  readonly session: GameSession
  /** Moves (SAN, English) by the seq of the event that made them. */
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
  /** Called after anything was recorded. */
  recorded(): void
}

export function openReportSender({ session, sans, recorded }: Parts): ReportSender {
  const asked = signal<PendingReport | null>(null)
  const busy = signal(false)
  /** Heads that reports of this page have led on from, and where to. */
  const ledTo = new Map<number, number>()
  const head = () => session.events.peek()?.length ?? 0

  const send = (reports: readonly DraftReport[], expectedSeq: number): Promise<ApiResult<Appended>> =>
    requestJson(`/games/${session.game}/events`, {
      events: reports,
      expectedSeq,
      sentAt: new Date().toISOString(),
    })

  const note = async (seqs: readonly number[], reached: number) => {
    while (head() < reached && (await session.refresh()) && session.events.peek() !== null);
    notify(
      seqs.length === 1
        ? t('recorded', { seq: seqs[0] ?? '' })
        : t('recorded-many', { from: seqs[0] ?? '', to: seqs.at(-1) ?? '' }),
    )
    recorded()
  }

  let turn: Promise<unknown> = Promise.resolve()
  const report = (propose: Propose): Promise<boolean> => {
    const basis = head()
    const sent = (async () => {
      await turn
      const proposal = propose()
      if (proposal === null) return false
      // The user knows what this page itself has added since.
      let expected = basis
      while (ledTo.has(expected)) expected = ledTo.get(expected)!
      const reports = toDraftReports(proposal.drafts, serverNow())
      const answer = await send(reports, expected)
      if (answer.ok) {
        ledTo.set(expected, answer.value.head)
        await note(seqsOf(answer.value), answer.value.head)
        return true
      }
      if (isStale(answer) || answer.status === 0) {
        open({
          propose,
          proposal,
          clocks: null,
          // It was sent already: what is asked now is only whether it is to be sent again.
          outcome: NO_OUTCOME,
          endMeant: true,
          basis: expected,
          sent: reports,
          ...NO_FAILURE,
          recorded: () => {},
        })
        take(answer, reports, propose)
      } else notifyRefusal(answer)
      return false
    })()
    turn = sent
    return sent
  }

  const clocksFor = (proposal: Proposal | null): ClockFields | null => {
    const setting =
      proposal === null ? null : restoredClocks(session.events.peek() ?? [], proposal, serverNow())
    return setting === null ? null : clockFieldsOf(setting)
  }
  /** All that is to be recorded; null where the clocks cannot be read. */
  const draftsOf = ({ proposal, clocks, basis }: PendingReport): readonly EventDraft[] | null => {
    if (proposal === null) return null
    if (clocks === null) return proposal.drafts
    if (!clocks.set) {
      const index = proposal.drafts.findIndex(({ type }) => type === 'position-restored')
      const restored = index < 0 ? proposal.restoredBy : basis + index + 1
      return clocks.leave && restored !== undefined
        ? [...proposal.drafts, timesLeftDraft(restored)]
        : proposal.drafts
    }
    const setting = parseClockFields(clocks)
    return setting === null
      ? null
      : [
          ...proposal.drafts,
          clockSetDraft(setting, t(reopens(proposal) ? 'clocks-reopened' : 'clocks-after')),
        ]
  }

  const outcomeFor = (proposal: Proposal | null): ProposalOutcome =>
    proposal === null ? NO_OUTCOME : outcomeOf(session.events.peek() ?? [], proposal.drafts, serverNow())

  const open = (next: PendingReport) => {
    asked.value = next
    showDialog('confirm')
  }

  /** An answer that is no record: the dialog stays, with all that was to be recorded. */
  const take = (answer: ApiRefusal, reports: readonly DraftReport[], propose: Propose) => {
    const current = asked.peek()
    // The dialog was left before the answer came.
    if (current?.propose !== propose) return notifyRefusal(answer)
    if (isStale(answer)) {
      asked.value = { ...current, toldHead: answer.problem.head ?? 0, sent: null, failure: null }
      void session.refresh()
      return
    }
    const { text, detail } = refusalMessage(answer)
    const unknown = answer.status === 0 || answer.status >= 500
    asked.value = {
      ...current,
      // A request without an answer may have arrived: the same reports sent again are recorded once.
      sent: unknown ? reports : null,
      failure: { text: unknown ? t('not-answered') : text, detail, signIn: answer.status === 401 },
    }
  }

  const record = async () => {
    const current = asked.peek()
    const drafts = current === null ? null : draftsOf(current)
    if (current === null || drafts === null || busy.peek()) return
    if (current.outcome.ends !== null && !current.endMeant) return
    busy.value = true
    const reports = current.sent ?? toDraftReports(drafts, serverNow())
    asked.value = { ...current, sent: reports, failure: null }
    const answer = await send(reports, current.basis)
    if (answer.ok) await done(current, seqsOf(answer.value), answer.value.head)
    else take(answer, reports, current.propose)
    busy.value = false
  }

  /** The dialog goes once the page shows what was recorded, so that the next one rests on that. */
  const done = async (current: PendingReport, seqs: readonly number[], reached: number) => {
    await note(seqs, reached)
    if (asked.peek()?.propose === current.propose) asked.value = null
    current.recorded()
  }

  /** Events since the head looked at, those of this dialog left out. */
  const news = ({ basis, sent }: PendingReport) => {
    const ids = new Set(sent?.map(({ id }) => id))
    return (session.events.value ?? []).slice(basis).filter(({ id }) => !ids.has(id))
  }
  const isOvertaken = (current: PendingReport) => current.toldHead > current.basis || news(current).length > 0

  const ends = [
    // An answer that was lost: the record itself tells that the reports have arrived.
    effect(() => {
      const current = asked.value
      const events = session.events.value
      if (current === null || current.sent === null || events === null || busy.value) return
      const ids = new Set(current.sent.map(({ id }) => id))
      const seqs = events.filter(({ id }) => ids.has(id)).map(({ seq }) => seq)
      if (seqs.length > 0)
        queueMicrotask(() => {
          if (asked.peek() !== current) return
          asked.value = null
          void done(current, seqs, head())
        })
    }),
    effect(() => {
      const current = asked.value
      if (current === null || busy.value || !isOvertaken(current)) return
      requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog.confirm .news')?.focus())
    }),
  ]

  const look = () => {
    const current = asked.peek()
    if (current === null) return
    const proposal = current.propose()
    // What was written of the clocks stays, where there is still something to set.
    const clocks = clocksFor(proposal) === null ? null : (current.clocks ?? clocksFor(proposal))
    asked.value = {
      ...current,
      ...NO_FAILURE,
      proposal,
      clocks,
      outcome: outcomeFor(proposal),
      endMeant: false,
      basis: head(),
      sent: null,
    }
    requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog.confirm h2')?.focus())
  }

  return {
    report,
    head,
    confirm(propose, { basis = head(), recorded: after = () => {} } = {}) {
      const proposal = propose()
      const clocks = clocksFor(proposal)
      const outcome = outcomeFor(proposal)
      open({
        propose,
        proposal,
        clocks,
        outcome,
        endMeant: false,
        basis,
        sent: null,
        ...NO_FAILURE,
        recorded: after,
      })
    },
    view() {
      const current = asked.value
      if (current === null) return nothing
      const { proposal, clocks, outcome, endMeant, failure, toldHead, basis } = current
      const overtaken = !busy.value && isOvertaken(current)
      const arrived = (session.events.value?.length ?? 0) >= toldHead
      return html`<dialog class="confirm" aria-labelledby="confirm-title" @close=${() => {
        asked.value = null
      }}>
        <h2 id="confirm-title" tabindex="-1">${t('confirm-title')}</h2>
        ${proposal === null ? html`<p class="warning" role="alert">${t('settled')}</p>` : draftsView(proposal, sans.value)}
        ${
          clocks === null
            ? nothing
            : clocksForm(clocks, reopens(proposal), (written) => {
                // Changed after an answer that was lost, it is another report.
                asked.value = { ...current, clocks: written, sent: null }
              })
        }
        ${changesView(outcome)}
        ${
          outcome.ends === null
            ? nothing
            : html`<label class="check ends"><input type="checkbox" name="ends" autofocus .checked=${endMeant} @change=${({
                target,
              }: Event) => {
                asked.value = { ...current, endMeant: (target as HTMLInputElement).checked }
              }} /> ${t('ends-game', { result: formatScore(outcome.ends) })}</label>`
        }
        ${
          overtaken
            ? newsView({
                events: news(current),
                sans: sans.value,
                arrived,
                same: proposal !== null && sameAsDrafts(session.events.value ?? [], basis, proposal.drafts),
                look,
              })
            : nothing
        }
        ${failure === null ? nothing : failureView(failure)}
        ${proposal === null ? nothing : html`<p class="small">${t('older-instant')} ${t('confirm-note')}</p>`}
        <div class="row">
          <button ?autofocus=${proposal === null} @click=${closeDialog}>${t(proposal === null ? 'close' : 'cancel')}</button>
          ${
            proposal === null
              ? nothing
              : html`<button class="primary" ?autofocus=${outcome.ends === null} ?disabled=${busy.value || overtaken || (outcome.ends !== null && !endMeant) || !draftsOf(current)?.length} @click=${record}>
                  ${t('record')}
                </button>`
          }
        </div>
      </dialog>`
    },
    close: () => {
      for (const end of ends) end()
    },
  }
}

/** Clocks that come with a correction are those of a game whose end it takes back. */
const reopens = (proposal: Proposal | null): boolean =>
  proposal?.drafts.some(({ type }) => type === 'report-corrected') ?? false

const NO_FAILURE = { toldHead: 0, failure: null } as const

const seqsOf = ({ results }: Appended): number[] => results.map(({ seq }) => seq)

const isStale = ({ status, problem }: ApiRefusal): boolean => status === 409 && problem.head !== undefined

const draftsView = ({ drafts, warning }: Proposal, sans: ReadonlyMap<number, string>): View =>
  html`${warning === undefined ? nothing : html`<p class="warning">${warning}</p>`}
    <ol>
      ${drafts.map((draft) => html`<li>${confirmationOf(draft, contextOf(draft, sans))}</li>`)}
    </ol>`

const failureView = ({ text, detail, signIn }: NonNullable<PendingReport['failure']>): View =>
  html`<p class="failure" role="alert">
    ${text}${detail === '' ? nothing : html`<br /><small lang="en">${detail}</small>`}
    ${signIn && sessionToken.value === null ? html`<br /><button @click=${openSignIn}>${t('sign-in')}</button>` : nothing}
  </p>`

/** What a seq stands for: `(13… Bxg5+)`. */
function contextOf(draft: EventDraft, sans: ReadonlyMap<number, string>): string {
  const wanted = draft.type === 'position-restored' ? draft.data.seq : undefined
  if (wanted === undefined) return ''
  const last = [...sans.keys()].filter((seq) => seq <= wanted).at(-1)
  const san = last === undefined ? undefined : sans.get(last)
  return san === undefined ? '' : `(${localSan(san)})`
}
