/** The dialog that describes what will be recorded, and records it when confirmed. */
import type { StoredEvent } from '../../../../events/index.ts'
import { sessionToken } from '../api/session.ts'
import { openSignIn } from '../header-dialogs.ts'
import { closeDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { confirmationOf } from '../words/confirmation.ts'
import { formatScore } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import { changesView } from './changes.ts'
import { clocksForm } from './clocks-form.ts'
import { newEventsView, sameAsDrafts } from './new-events.ts'
import { correctsReports, draftsOf, eventsSince, isOvertaken, type PendingReport } from './pending-report.ts'
import type { EventDraft, Proposal } from './proposal.ts'

interface Parts {
  readonly pending: PendingReport
  /** Whether the report is being sent. */
  readonly busy: boolean
  readonly events: readonly StoredEvent[]
  /** Moves (SAN, English) by the seq of the event that made them. */
  readonly sans: ReadonlyMap<number, string>
  /** Changes the report; null closes the dialog. */
  change(pending: PendingReport | null): void
  /** Called when the user has seen the new events: the proposal is computed again. */
  look(): void
  record(): void
}

export function confirmDialog(parts: Parts): View {
  const { pending, sans, change } = parts
  const { proposal, clocks, outcome, failure } = pending
  return html`<dialog class="confirm" aria-labelledby="confirm-title" @close=${() => change(null)}>
    <h2 id="confirm-title" tabindex="-1">${t('confirm-title')}</h2>
    ${proposal === null ? html`<p class="warning" role="alert">${t('settled')}</p>` : draftsView(proposal, sans)}
    ${
      clocks === null
        ? nothing
        : clocksForm(clocks, correctsReports(proposal), (written) => {
            // Changed after a lost answer, it is another report.
            change({ ...pending, clocks: written, sent: null })
          })
    }
    ${changesView(outcome)}
    ${endView(parts)}
    ${newsPart(parts)}
    ${failure === null ? nothing : failureView(failure)}
    ${proposal === null ? nothing : html`<p class="small">${t('older-instant')} ${t('confirm-note')}</p>`}
    ${buttons(parts)}
  </dialog>`
}

/** The checkbox that confirms that the game ends. */
function endView({ pending, change }: Parts): View {
  const { outcome, endConfirmed } = pending
  if (outcome.ends === null) return nothing
  const meant = ({ target }: Event) =>
    change({ ...pending, endConfirmed: (target as HTMLInputElement).checked })
  return html`<label class="check ends"><input type="checkbox" name="ends" autofocus .checked=${endConfirmed} @change=${meant} /> ${t('ends-game', { result: formatScore(outcome.ends) })}</label>`
}

function newsPart({ pending, busy, events, sans, look }: Parts): View {
  if (busy || !isOvertaken(pending, events)) return nothing
  const { proposal, seenSeq, reportedHead } = pending
  return newEventsView({
    events: eventsSince(pending, events),
    sans,
    arrived: events.length >= reportedHead,
    same: proposal !== null && sameAsDrafts(events, seenSeq, proposal.drafts),
    look,
  })
}

function buttons({ pending, busy, events, record }: Parts): View {
  const { proposal, outcome, endConfirmed } = pending
  const isBlocked =
    busy ||
    isOvertaken(pending, events) ||
    (outcome.ends !== null && !endConfirmed) ||
    !draftsOf(pending)?.length
  return html`<div class="row">
    <button ?autofocus=${proposal === null} @click=${closeDialog}>${t(proposal === null ? 'close' : 'cancel')}</button>
    ${
      proposal === null
        ? nothing
        : html`<button class="primary" ?autofocus=${outcome.ends === null} ?disabled=${isBlocked} @click=${record}>
            ${t('record')}
          </button>`
    }
  </div>`
}

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

/** The move that a seq stands for, in brackets: `(Bxg5+)`. */
function contextOf(draft: EventDraft, sans: ReadonlyMap<number, string>): string {
  const wanted = draft.type === 'position-restored' ? draft.data.seq : undefined
  if (wanted === undefined) return ''
  const last = [...sans.keys()].filter((seq) => seq <= wanted).at(-1)
  const san = last === undefined ? undefined : sans.get(last)
  return san === undefined ? '' : `(${localSan(san)})`
}
