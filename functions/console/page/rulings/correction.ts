/** The dialog that takes back a report or replaces it. The original stays in the record. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { parseFen } from '../../../../domain/chess/index.ts'
import { reportOfText } from '../../../../domain/reports/move-made.ts'
import { ACTORS_OF } from '../../../../events/actors.ts'
import type { EventData, StoredEvent } from '../../../../events/index.ts'
import { sessionClaims } from '../api/session.ts'
import { formatTimeOfDay, parseInstantText } from '../clock/text.ts'
import { readSquares } from '../entry/squares-input.ts'
import type { GameSession } from '../game/session.ts'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { actorName, describeWithActor } from '../words/describe.ts'
import { parseFaultText } from '../words/laws.ts'
import { pageLanguage, t } from '../words/texts.ts'
import type { EventDraft } from './proposal.ts'
import type { ReportSender } from './report-sender.ts'

export interface Correction {
  open(seq: number): void
  view(): View
}

interface Parts {
  readonly reporter: ReportSender
  readonly session: GameSession
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
}

type Replacement = NonNullable<EventData<'report-corrected'>['replacement']>[number]

/** Events that the page does not correct: an opening is changed by `details-corrected`, and corrections are taken back by the API alone. */
const FIXED: readonly StoredEvent['type'][] = ['game-opened', 'report-corrected', 'details-corrected']

export const isCorrectable = ({ type }: StoredEvent): boolean => !FIXED.includes(type)

/** Decisions of an arbiter, for which the dialog has other texts: they are not wrong reports. */
const ARBITER_DECISIONS: readonly StoredEvent['type'][] = [
  'penalty-imposed',
  'time-granted',
  'result-set',
  'claim-decided',
  'position-restored',
  'verdict-decided',
  'appeal-decided',
]
const isRuling = ({ type, by }: StoredEvent): boolean => by === 'arbiter' && ARBITER_DECISIONS.includes(type)

/** Seqs that a later correction has taken out of the game. */
export const correctedSeqs = (events: readonly StoredEvent[]): Set<number> =>
  new Set(events.flatMap((event) => (event.type === 'report-corrected' ? event.data.seqs : [])))

/** The press that was reported with a move, and is taken back with it. */
export function pressWith(events: readonly StoredEvent[], seq: number): StoredEvent | null {
  const [move, next] = [events[seq - 1], events[seq]]
  if (move?.type !== 'move-made' || next?.type !== 'clock-pressed') return null
  return correctedSeqs(events).has(next.seq) ? null : next
}

export function openCorrection({ reporter, session, sans }: Parts): Correction {
  const corrected = signal<StoredEvent | null>(null)
  const seenSeq = signal(0)
  const replaced = signal(false)

  /** FEN of the position in which the event was reported. */
  const positionBefore = (seq: number): string => session.source.peek()?.frame(seq - 1)?.state.fen ?? ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const wrong = corrected.peek()
    if (wrong === null) return
    const draft = correctionDraft(wrong, new FormData(form), {
      press: pressWith(session.events.peek() ?? [], wrong.seq),
      fen: replaced.peek() ? positionBefore(wrong.seq) : null,
    })
    if (draft === null) return
    const dialog = dialogOf(form)
    reporter.confirm(
      () => {
        const gone = correctedSeqs(session.events.peek() ?? [])
        return draft.data.seqs.some((seq) => gone.has(seq)) ? null : { drafts: [draft] }
      },
      { seenSeq: seenSeq.peek(), recorded: () => dialog?.close() },
    )
  }

  return {
    open(seq) {
      const found = session.events.peek()?.[seq - 1]
      if (found === undefined || !isCorrectable(found)) return
      corrected.value = found
      seenSeq.value = reporter.head()
      replaced.value = false
      showDialog('correction')
    },
    view() {
      const wrong = corrected.value
      if (wrong === null) return nothing
      const close = () => {
        corrected.value = null
      }
      return html`<dialog class="correction" aria-labelledby="correction-title" @close=${close}>
        <form @submit=${submit}>
          ${correctionFields(wrong, sans.value.get(wrong.seq), pressWith(session.events.value ?? [], wrong.seq), replaced)}
          <div class="row">
            <button type="button" @click=${closeDialog}>${t('cancel')}</button>
            <button class="primary">${t('record')} …</button>
          </div>
        </form>
      </dialog>`
    },
  }
}

/** The fields of the form: whether the event is taken back or replaced, by what, and why. */
function correctionFields(
  wrong: StoredEvent,
  san: string | undefined,
  press: StoredEvent | null,
  replaced: Signal<boolean>,
): View {
  const ruling = isRuling(wrong)
  const radio = (value: boolean, text: string) =>
    html`<label class="check"><input type="radio" name="how" value=${String(value)} .checked=${replaced.value === value} @change=${() => {
      replaced.value = value
    }} /> ${text}</label>`
  return html`<h2 id="correction-title">${t(ruling ? 'ruling-back-title' : 'correct-title')}</h2>
          <p><span class="seq">#${wrong.seq}</span> ${describeWithActor(wrong, san)}</p>
          <p class="small">${t(ruling ? 'ruling-back-note' : 'correct-note')}</p>
          ${radio(false, t(ruling ? 'ruling-back-remove' : 'correct-remove'))} ${radio(true, t('correct-replace'))}
          ${replaced.value ? replacementFields(wrong, san) : nothing}
          ${
            press === null
              ? nothing
              : html`<label class="check"><input type="checkbox" name="press" ?checked=${!replaced.value} /> ${t('correct-press', { seq: press.seq })}</label>`
          }
          <label>${t('reason')}<input name="reason" required autocomplete="off" value=${t(ruling ? 'ruling-back-reason' : 'undo-reason')} /></label>`
}

/** The correction; null where the replacement cannot be read. `fen`: the position in which it is read; null where there is none. */
function correctionDraft(
  wrong: StoredEvent,
  form: FormData,
  { press, fen }: { readonly press: StoredEvent | null; readonly fen: string | null },
) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const replacement = fen === null ? undefined : replacementOf(wrong, text, fen)
  if (replacement === null) return null
  const seqs = press !== null && form.has('press') ? [wrong.seq, press.seq] : [wrong.seq]
  return {
    type: 'report-corrected',
    by: sessionClaims.peek()?.role === 'operator' ? 'operator' : 'arbiter',
    data: {
      seqs,
      reason: text('reason'),
      ...(replacement !== undefined && { replacement: [replacement] }),
    },
  } as const satisfies EventDraft
}

function replacementFields(wrong: StoredEvent, san: string | undefined): View {
  const squares = (wrong.data as { squares?: readonly string[] }).squares
  return html`<div class="replacement">
    <label>${t('who')}<select name="by">${ACTORS_OF[wrong.type].map((each) => html`<option value=${each} ?selected=${each === wrong.by}>${actorName(each)}</option>`)}</select></label>
    <label>${t('time')}<input name="at" value=${formatTimeOfDay(Date.parse(wrong.at))} required autocomplete="off" /></label>
    ${wrong.type === 'move-made' ? html`<label>${t('enter-move')}<input name="move" value=${san ?? ''} required autocomplete="off" spellcheck="false" /></label>` : nothing}
    ${squares === undefined ? nothing : html`<label>${t('squares')}<input name="squares" value=${squares.join(' ')} required autocomplete="off" /></label>`}
  </div>`
}

/** The report that replaces the wrong one; null, with a notice, where it cannot be read. */
function replacementOf(wrong: StoredEvent, text: (name: string) => string, fen: string): Replacement | null {
  const day = Date.parse(wrong.at)
  const at = text('at') === formatTimeOfDay(day) ? day : parseInstantText(text('at'), { start: day, day })
  if (at === null) {
    notify(t('instant-bad'), 'bad')
    return null
  }
  const made = { type: wrong.type, by: text('by'), at: new Date(at).toISOString() }
  if (wrong.type === 'move-made') {
    const position = parseFen(fen)
    if (!position.ok) return null
    const local = reportOfText(position.value, text('move'), pageLanguage.peek())
    const read = local.ok ? local : reportOfText(position.value, text('move'))
    if (!read.ok) {
      notify(parseFaultText(read.error), 'bad')
      return null
    }
    return { ...made, data: read.value } as Replacement
  }
  if (!('squares' in wrong.data)) return { ...made, data: wrong.data } as Replacement
  const squares = readSquares(text('squares'))
  return squares === null ? null : ({ ...made, data: { ...wrong.data, squares } } as Replacement)
}
