/** The verdicts of the instant that is shown, and beside them those of the same events under other Laws. */
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core'
import { EDITIONS, type Edition, SIDES } from '../../../../events/vocabulary.ts'
import { canRule } from '../api/session.ts'
import type { GameFrame } from '../replay/frame.ts'
import { openReplay } from '../replay/record-replay.ts'
import { isCorrectable } from '../rulings/correction.ts'
import { proposalOf } from '../rulings/proposal.ts'
import type { ReportSender } from '../rulings/report-sender.ts'
import type { RulingForm } from '../rulings/ruling-form.ts'
import { verdictDifferences } from '../rulings/rulings.ts'
import { type VerdictCardParts, verdictCards } from '../rulings/verdict-cards.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatDate } from '../words/dates.ts'
import { formatScore } from '../words/describe.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'
import { questionCard } from './question.ts'
import type { GameSession } from './session.ts'

interface Parts {
  readonly session: GameSession
  readonly cursor: Cursor
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
  readonly reporter: ReportSender
  readonly edition: Signal<Edition | null>
  readonly otherwise: RulingForm
  /** Opens the correction of an event. */
  correct(seq: number): void
  /** To the form where moves are entered. */
  enter(): void
}

export function openVerdictsPanel({
  session,
  cursor,
  sans,
  reporter,
  edition,
  otherwise,
  correct,
  enter,
}: Parts) {
  const judged = computed(() => {
    const events = session.events.value
    return events === null || edition.value === null ? null : openReplay(events, edition.value)
  })
  const latest = () => cursor.present.peek()?.gameState ?? null
  const parts = (present: boolean): VerdictCardParts => {
    const source = session.source.value
    return {
      reporter,
      present: present ? latest() : null,
      latest,
      source,
      sans: sans.value,
      toSeq: (seq) => cursor.toSeq(seq),
      ruleOtherwise: (verdict, note) => otherwise.open(verdict, note),
    }
  }
  const question = (frame: GameFrame): View =>
    questionCard(frame, {
      present: cursor.present.value?.state.question,
      answer: (draft, asked) =>
        void reporter.report(() =>
          cursor.present.peek()?.state.question?.seq === asked ? { drafts: [draft] } : null,
        ),
      enter,
      toSeq: (seq) => cursor.toSeq(seq),
    })

  /** A flag that is down and of which nobody has said so: the Laws wait for somebody who sees it. */
  const fallenFlags = (): View => {
    const flag = cursor.flag.value
    const present = cursor.present.value
    if (flag === null || !canRule.value || cursor.at.value !== null || present?.state.result !== null)
      return nothing
    const sides = SIDES.filter((side) => flag === side || flag === 'both')
    return html`<section class="card bad flag-fell" aria-label=${t('flag-down', { side: t(flag) })}>
      <p class="sentence">${t('flag-down', { side: t(flag) })}</p>
      <p class="articles"><span class="article">6.8</span><span class="article">6.9</span></p>
      <div class="rulings">${sides.map(
        (side) =>
          html`<button @click=${() => reporter.confirm(proposalOf({ type: 'flag-noticed', by: 'arbiter', data: { side } }))}>${t('notice-flag', { side: t(side) })}</button>`,
      )}</div>
    </section>`
  }

  /** What an arbiter may record at any time, and the edition to judge by. */
  const chooser = (): View =>
    html`<div class="above-cards">${canRule.value ? html`<button @click=${() => otherwise.open(null)}>${t('rule-any')}</button>` : html`<span></span>`}${resultBack()}${editionChooser()}</div>`

  /** An ended game is opened again by taking back what ended it. */
  const resultBack = (): View => {
    const ended = cursor.present.value?.gameState?.result?.seq
    const event = ended === undefined ? undefined : session.events.value?.[ended - 1]
    return canRule.value && event !== undefined && isCorrectable(event)
      ? html`<button @click=${() => correct(event.seq)}>${t('take-result-back')}</button>`
      : nothing
  }

  const editionChooser = (): View =>
    html`<label class="what-if"
      >${t('what-if')}
      <select
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement
          edition.value = EDITIONS.find((each) => each === value) ?? null
        }}
      >
        <option value="" ?selected=${edition.value === null}>${t('what-if-none')}</option>
        ${EDITIONS.map((each) => html`<option value=${each} ?selected=${each === edition.value}>${formatDate(each)}</option>`)}
      </select></label
    >`

  return {
    view(): View {
      const frame = cursor.frame.value
      if (frame === null) return html`<p class="empty">${t('loading')}</p>`
      const other = judged.value
      if (other === null)
        return html`${chooser()}${fallenFlags()}${question(frame)}${verdictCards(frame.state.verdicts, parts(true))}`
      const there = other.frame(cursor.seq.value)
      const { onlyA, onlyB } = verdictDifferences(frame.state.verdicts, there.state.verdicts)
      const same = onlyA.size + onlyB.size === 0
      const edited = formatDate(frame.gameState?.details?.edition ?? '')
      return html`${chooser()} ${fallenFlags()} ${question(frame)} ${same ? html`<p class="note">${t('what-if-same')}</p>` : nothing}
        <div class="beside">
          <section aria-label=${t('what-if-as-played', { edition: edited })}>
            <h3>${t('what-if-as-played', { edition: edited })}</h3>
            ${frame.state.result === null ? nothing : html`<p class="note">${t('result')} <b>${formatScore(frame.state.result)}</b></p>`}
            ${verdictCards(frame.state.verdicts, parts(true), onlyA)}
          </section>
          <section aria-label=${t('what-if-other', { edition: formatDate(edition.value ?? '') })}>
            <h3>${t('what-if-other', { edition: formatDate(edition.value ?? '') })}</h3>
            ${there.state.result === null ? nothing : html`<p class="note">${t('result')} <b>${formatScore(there.state.result)}</b></p>`}
            ${verdictCards(there.state.verdicts, parts(false), onlyB)}
          </section>
        </div>`
    },
  }
}
