/** "Rule otherwise": everything that an arbiter may record, in one form. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Verdict } from '../../../../domain/game/index.ts'
import { PENALTIES, type Penalty, POINTS, type Points, type Side } from '../../../../events/vocabulary.ts'
import type { GameSession } from '../game/session.ts'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatScore } from '../words/describe.ts'
import { t, tDynamic } from '../words/texts.ts'
import { newsView } from './news.ts'
import { type EventDraft, proposalOf } from './proposal.ts'
import type { ReportSender } from './report-sender.ts'

const RULING_ACTS = [
  'penalty',
  'time',
  'result',
  'restore',
  'uphold',
  'reject',
  'defer',
  'nothing-due',
  'done',
  'stop',
  'start',
] as const
type RulingAct = (typeof RULING_ACTS)[number]

export interface RulingForm {
  open(verdict: Verdict | null): void
  view(): View
}

const actName = (act: RulingAct): string => {
  switch (act) {
    case 'penalty':
      return t('penalty')
    case 'time':
      return t('e-time-granted', { time: '…' })
    case 'result':
      return t('result')
    case 'start':
      return t('start-clock', { side: '…' })
    default:
      return t(`do-${act}`)
  }
}

const TIMED: readonly Penalty[] = ['opponent-time', 'time']
const POINTED: readonly Penalty[] = ['opponent-points', 'points']

interface Parts {
  readonly reporter: ReportSender
  readonly session: GameSession
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
}

export function openRulingForm({ reporter, session, sans }: Parts): RulingForm {
  const about = signal<Verdict | null>(null)
  const shown = signal(false)
  /** Seq of the last event that was looked at. */
  const basis = signal(0)
  /** What was written and chosen, by field: another act, and a refusal, lose nothing of it. */
  const written = new Map<string, string>()
  const act = signal<RulingAct>('penalty')
  const penalty = signal<Penalty>('warning')

  const close = () => {
    shown.value = false
  }

  const keep = ({ target }: Event) => {
    const field = target as HTMLInputElement
    written.set(field.name, field.value)
  }
  const given: FieldValue = (name, otherwise) => written.get(name) ?? String(otherwise)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const draft = draftOf(act.value, text, about.value)
    const dialog = dialogOf(event.target)
    reporter.confirm(proposalOf(draft), { basis: basis.peek(), recorded: () => dialog?.close() })
  }

  return {
    open(verdict) {
      about.value = verdict
      basis.value = reporter.head()
      written.clear()
      act.value = 'penalty'
      shown.value = true
      showDialog('otherwise')
    },
    view() {
      if (!shown.value) return nothing
      const verdict = about.value
      const side = verdict?.against ?? 'white'
      const claim = verdict?.establishedBy ?? verdict?.seq ?? basis.value
      const news = (session.events.value ?? []).slice(basis.value)
      const look = () => {
        basis.value = reporter.head()
      }
      return html`<dialog class="otherwise" aria-labelledby="otherwise-title" @close=${close}>
        <form @submit=${submit} @input=${keep}>
          <h2 id="otherwise-title">${t('do-other')}</h2>
          <label
            >${t('what')}
            <select name="act" @change=${(event: Event) => {
              act.value = (event.target as HTMLSelectElement).value as RulingAct
            }}>
              ${actsFor(verdict).map((each) => html`<option value=${each} ?selected=${each === act.value}>${actName(each)}</option>`)}
            </select></label
          >
          ${news.length === 0 ? nothing : newsView({ events: news, sans: sans.value, arrived: true, same: false, look })}
          ${act.value === 'penalty' ? penaltyFields(penalty, side, given) : nothing}
          ${act.value === 'time' ? html`${sideField(side === 'white' ? 'black' : 'white', given)}${minutesField(given)}` : nothing}
          ${act.value === 'result' ? resultField(given) : nothing}
          ${act.value === 'restore' ? seqField(t('event'), given('seq-restore', verdict?.remedy.restore ?? Math.max(1, basis.value - 1)), 'seq-restore') : nothing}
          ${['uphold', 'reject', 'defer'].includes(act.value) ? seqField(t('event'), given('seq-claim', claim), 'seq-claim') : nothing}
          ${act.value === 'start' ? sideField('white', given) : nothing}
          ${['restore', 'start'].includes(act.value) ? nothing : html`<label>${t('note')}<textarea name="note" rows="2" .value=${given('note', '')}></textarea></label>`}
          <div class="row">
            <button type="button" @click=${closeDialog}>${t('cancel')}</button>
            <button class="primary">${t('record')} …</button>
          </div>
        </form>
      </dialog>`
    },
  }
}

/** What is decided of a verdict needs one. */
const actsFor = (verdict: Verdict | null): readonly RulingAct[] =>
  verdict === null ? RULING_ACTS.filter((each) => each !== 'nothing-due' && each !== 'done') : RULING_ACTS

/** What was written in a field, else what it starts with. */
type FieldValue = (name: string, otherwise: string | number) => string

const sideField = (side: Side, given: FieldValue): View =>
  html`<label>${t('side')}<select name="side">${(['white', 'black'] as const).map((each) => html`<option value=${each} ?selected=${each === given('side', side)}>${t(each)}</option>`)}</select></label>`
const minutesField = (given: FieldValue): View =>
  html`<label>${t('minutes')}<input name="minutes" type="number" min="0" step="any" value=${given('minutes', 2)} required /></label>`
const seqField = (name: string, seq: string, field: string): View =>
  html`<label>${name}<input name=${field} type="number" min="1" value=${seq} required /></label>`

const penaltyFields = (chosen: { value: Penalty }, side: Side, given: FieldValue): View =>
  html`<label
      >${t('penalty')}
      <select name="penalty" @change=${(event: Event) => {
        chosen.value = (event.target as HTMLSelectElement).value as Penalty
      }}>
        ${PENALTIES.map((each) => html`<option value=${each} ?selected=${each === chosen.value}>${tDynamic(`p-${each}`)}</option>`)}
      </select></label
    >
    ${sideField(side, given)} ${TIMED.includes(chosen.value) ? minutesField(given) : nothing}
    ${POINTED.includes(chosen.value) ? html`<label>${t('points')}<input name="points" type="number" min="0" step="0.5" value=${given('points', 0.5)} required /></label>` : nothing}`

const RESULTS: readonly (readonly [Points, Points])[] = [
  ['1', '0'],
  ['½', '½'],
  ['0', '1'],
  ['+', '-'],
  ['-', '+'],
  ['0', '0'],
  ['½', '0'],
  ['0', '½'],
  ['-', '-'],
]

const resultField = (given: FieldValue): View =>
  html`<label
    >${t('result')}
    <select name="result">
      ${RESULTS.map(([white, black]) => html`<option value=${white + black} ?selected=${white + black === given('result', '10')}>${formatScore({ white, black })}</option>`)}
    </select></label
  >`

const isPoints = (sign: string): sign is Points => (POINTS as readonly string[]).includes(sign)

function draftOf(act: RulingAct, text: (name: string) => string, verdict: Verdict | null): EventDraft {
  const note = text('note')
  const noted = note === '' ? {} : { note }
  const side = text('side') as Side
  const ms = Math.round(Number(text('minutes')) * 60_000)
  switch (act) {
    case 'penalty': {
      const penalty = text('penalty') as Penalty
      const points = POINTED.includes(penalty) ? { points: Number(text('points')) } : {}
      const time = TIMED.includes(penalty) ? { ms } : {}
      return {
        type: 'penalty-imposed',
        by: 'arbiter',
        data: { on: side, penalty, ...time, ...points, ...noted },
      }
    }
    case 'time':
      return side === 'white'
        ? { type: 'time-granted', by: 'arbiter', data: { white: ms, reason: note } }
        : { type: 'time-granted', by: 'arbiter', data: { black: ms, reason: note } }
    case 'result': {
      const [white = '½', black = '½'] = [...text('result')].filter(isPoints)
      return { type: 'result-set', by: 'arbiter', data: { white, black, reason: note } }
    }
    case 'restore':
      return { type: 'position-restored', by: 'arbiter', data: { seq: Number(text('seq-restore')) } }
    case 'uphold':
    case 'reject':
    case 'defer': {
      const decision = ({ uphold: 'upheld', reject: 'rejected', defer: 'deferred' } as const)[act]
      return {
        type: 'claim-decided',
        by: 'arbiter',
        data: { claim: Number(text('seq-claim')), decision, ...noted },
      }
    }
    case 'nothing-due':
    case 'done':
      return {
        type: 'verdict-decided',
        by: 'arbiter',
        data: { rule: verdict?.rule ?? '', seq: verdict?.seq ?? 1, decision: act, ...noted },
      }
    case 'stop':
      return { type: 'clocks-stopped', by: 'arbiter', data: note === '' ? {} : { reason: note } }
    case 'start':
      return { type: 'clocks-started', by: 'arbiter', data: { side } }
  }
}
