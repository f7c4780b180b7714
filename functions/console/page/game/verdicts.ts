/** The panel of verdicts at the shown instant, and beside them those of the same events under another edition. */
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
  readonly rulingForm: RulingForm
  /** Opens the correction of an event. */
  correct(seq: number): void
  /** Opens the form in which moves are entered. */
  enter(): void
}

export function openVerdictsPanel(parts: Parts) {
  const { session, cursor, edition } = parts
  /** The same events under another edition of the Laws; null where none is chosen. */
  const otherLaws = computed(() => {
    const events = session.events.value
    return events === null || edition.value === null ? null : openReplay(events, edition.value)
  })
  return {
    view(): View {
      const frame = cursor.frame.value
      if (frame === null) return html`<p class="empty">${t('loading')}</p>`
      const other = otherLaws.value?.frame(cursor.seq.value) ?? null
      return html`${aboveCards(parts)} ${fallenFlags(parts)} ${question(frame, parts)} ${
        other === null
          ? verdictCards(frame.state.verdicts, cardParts(parts, true))
          : verdictsBeside(frame, other, parts)
      }`
    },
  }
}

/** `present`: whether the verdicts are the record's own, which rulings can answer. */
function cardParts(
  { session, cursor, sans, reporter, rulingForm }: Parts,
  present: boolean,
): VerdictCardParts {
  const latest = () => cursor.present.peek()?.gameState ?? null
  return {
    reporter,
    present: present ? latest() : null,
    latest,
    source: session.source.value,
    sans: sans.value,
    toSeq: (seq) => cursor.toSeq(seq),
    ruleOtherwise: (verdict, note) => rulingForm.open(verdict, note),
  }
}

const question = (frame: GameFrame, { cursor, reporter, enter }: Parts): View =>
  questionCard(frame, {
    present: cursor.present.value?.state.question,
    answer: (draft, asked) =>
      void reporter.report(() =>
        cursor.present.peek()?.state.question?.seq === asked ? { drafts: [draft] } : null,
      ),
    end: (draft) => reporter.confirm(proposalOf(draft)),
    enter,
    toSeq: (seq) => cursor.toSeq(seq),
  })

/** Cards of flags that are down and that nobody has reported: they count once they are noticed (6.8). */
function fallenFlags({ cursor, reporter }: Parts): View {
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

/** Buttons for what an arbiter may record at any time, and the choice of an edition. */
const aboveCards = (parts: Parts): View =>
  html`<div class="above-cards">${canRule.value ? html`<button @click=${() => parts.rulingForm.open(null)}>${t('rule-any')}</button>` : html`<span></span>`}${takeResultBack(parts)}${editionChooser(parts)}</div>`

/** A button that takes back the event by which the game ended. */
function takeResultBack({ session, cursor, correct }: Parts): View {
  const ended = cursor.present.value?.gameState?.result?.seq
  const event = ended === undefined ? undefined : session.events.value?.[ended - 1]
  return canRule.value && event !== undefined && isCorrectable(event)
    ? html`<button @click=${() => correct(event.seq)}>${t('take-result-back')}</button>`
    : nothing
}

const editionChooser = ({ edition }: Parts): View =>
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

/** The verdicts as played, and beside them those under another edition, with the differing cards marked. */
function verdictsBeside(played: GameFrame, other: GameFrame, parts: Parts): View {
  const { onlyA, onlyB } = verdictDifferences(played.state.verdicts, other.state.verdicts)
  const playedEdition = formatDate(played.gameState?.details?.edition ?? '')
  const otherEdition = formatDate(parts.edition.value ?? '')
  const column = (title: string, { state }: GameFrame, cards: View): View =>
    html`<section aria-label=${title}>
            <h3>${title}</h3>
            ${state.result === null ? nothing : html`<p class="note">${t('result')} <b>${formatScore(state.result)}</b></p>`}
            ${cards}
          </section>`
  return html`${onlyA.size + onlyB.size === 0 ? html`<p class="note">${t('what-if-same')}</p>` : nothing}
        <div class="beside">
          ${column(t('what-if-as-played', { edition: playedEdition }), played, verdictCards(played.state.verdicts, cardParts(parts, true), onlyA))}
          ${column(t('what-if-other', { edition: otherEdition }), other, verdictCards(other.state.verdicts, cardParts(parts, false), onlyB))}
        </div>`
}
