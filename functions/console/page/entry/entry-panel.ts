/** The panel for reporting by hand from a board without sensors: moves by dragging or in notation, presses, touches, offers. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { live } from 'lit-html/directives/live.js'
import type { StoredEvent } from '../../../../events/index.ts'
import { PROMOTIONS, type Promotion, type Side } from '../../../../events/vocabulary.ts'
import { canReport, sessionClaims } from '../api/session.ts'
import type { Cursor } from '../game/cursor.ts'
import { correctedSeqs, isCorrectable } from '../rulings/correction.ts'
import { type EventDraft, proposalOf } from '../rulings/proposal.ts'
import type { ReportSender } from '../rulings/report-sender.ts'
import { dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { describeWithActor } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import { MoveEntry } from './move-entry.ts'
import type { MoveData } from './move-input.ts'
import { readSquares } from './squares-input.ts'

interface Parts {
  readonly cursor: Cursor
  readonly reporter: ReportSender
  events(): readonly StoredEvent[]
  /** Moves by the seq of the event that made them. */
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
  /** Opens the correction of an event. */
  correct(seq: number): void
}

export interface EntryPanel {
  view(): View
  dialogs(): View
  onMove(from: string, to: string): void
  /** Returns whether the click was taken as a touch. */
  onSquare(square: string): boolean
}

const MOST_RECENT = 4
const SIDES: readonly Side[] = ['white', 'black']

export function openEntryPanel(parts: Parts): EntryPanel {
  const panel = new HandEntryPanel(parts)
  return {
    view: () => panel.view(),
    dialogs: () => panel.dialogs(),
    onMove: (from, to) => panel.onMove(from, to),
    onSquare: (square) => panel.onSquare(square),
  }
}

const typing =
  (field: Signal<string>) =>
  ({ target }: Event): void => {
    field.value = (target as HTMLInputElement).value
  }

const checking =
  (field: Signal<boolean>) =>
  ({ target }: Event): void => {
    field.value = (target as HTMLInputElement).checked
  }

class HandEntryPanel implements EntryPanel {
  readonly #parts: Parts
  readonly #moves: MoveEntry
  /** Whether a click on a square reports a touch. */
  readonly #touching = signal(false)
  /** The squares to be reported as touched, until they are recorded. */
  readonly #touched = signal('')

  constructor(parts: Parts) {
    this.#parts = parts
    this.#moves = new MoveEntry(parts)
  }

  onMove(from: string, to: string): void {
    this.#moves.drag(from, to)
  }

  onSquare(square: string): boolean {
    if (!this.#touching.peek()) return false
    this.#touched.value = `${this.#touched.peek()} ${square}`.trim()
    return true
  }

  dialogs(): View {
    const { promoting } = this.#moves
    return promoting.value === null ? nothing : this.#promotionDialog(promoting.value)
  }

  view(): View {
    if (!canReport.value) return html`<p class="empty">${t('enter-needs-role')}</p>`
    const fallen = SIDES.filter((side) => this.#isDown(side))
    return html`<div class="entry">
      ${fallen.length === 0 ? nothing : html`<div class="grid">${fallen.map((side) => this.#noticeFlag(side))}</div>`}
      ${this.#moveForm()}
      ${this.#clockButtons()}
      ${this.#recentReports()}
      ${this.#touchForm()}
      ${this.#offerButtons()}
    </div>`
  }

  #moveForm(): View {
    const { typed, withPress } = this.#moves
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      this.#moves.enterTyped()
    }
    return html`<form class="line" @submit=${submit}>
        <label>${t('enter-move')} (${t(this.#turn())})<input name="move" .value=${live(typed.value)} @input=${typing(typed)} autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${t('enter-move-hint')} /></label>
        <button class="primary">${t('record')}</button>
      </form>
      <div class="after">
        <label class="check"><input type="checkbox" .checked=${withPress.value} @change=${checking(withPress)} /> ${t('and-press')}</label>
      </div>`
  }

  #clockButtons(): View {
    const status = this.#parts.cursor.present.value?.state.status
    return html`<div class="grid">
      ${status === 'scheduled' ? this.#wide(t('start-session'), { type: 'session-started', by: 'arbiter', data: {} }) : nothing}
      ${SIDES.map((each) => this.#button(t('press', { side: t(each) }), { type: 'clock-pressed', by: each, data: {} }))}
      ${SIDES.map((each) => this.#button(t('start-clock', { side: t(each) }), { type: 'clocks-started', by: 'arbiter', data: { side: each } }))}
      ${this.#wide(t('stop-clocks'), { type: 'clocks-stopped', by: 'arbiter', data: {} })}
    </div>`
  }

  /** The last reports that still stand, each with a button that corrects it. */
  #recentReports(): View {
    const { events, sans, correct } = this.#parts
    const gone = correctedSeqs(events())
    const recent = events()
      .filter((event) => isCorrectable(event) && !gone.has(event.seq))
      .slice(-MOST_RECENT)
      .reverse()
    return html`<section class="recent" aria-label=${t('recent')}>
      <h3>${t('recent')}</h3>
      <ul>${recent.map(
        (event) =>
          html`<li><span class="seq">#${event.seq}</span> <span class="text">${describeWithActor(event, sans.value.get(event.seq))}</span> <button type="button" aria-label=${t('correct-event', { seq: event.seq })} @click=${() => correct(event.seq)}>${t('correct')}</button></li>`,
      )}</ul>
    </section>`
  }

  #touchForm(): View {
    return html`<form class="line" @submit=${(event: SubmitEvent) => this.#reportTouch(event)}>
        <label>${t('touch-squares')}<input name="squares" autocomplete="off" autocapitalize="off" spellcheck="false" required .value=${live(this.#touched.value)} @input=${typing(this.#touched)} placeholder="g1 f3" /></label>
        <button value="touch">${t('touch')}</button><button value="adjust">${t('adjust')}</button>
      </form>
      <label class="check"><input type="checkbox" .checked=${this.#touching.value} @change=${checking(this.#touching)} /> ${t('touch-by-click')}</label>`
  }

  #offerButtons(): View {
    const side = this.#turn()
    const opponent: Side = side === 'white' ? 'black' : 'white'
    const claim = (each: Side, about: 'illegal-move' | 'flag-fall') =>
      this.#button(`${t(about === 'flag-fall' ? 'claim-flag-fall' : 'claim-illegal')} (${t(each)})`, {
        type: 'claim-made',
        by: each,
        data: { about },
      })
    return html`<div class="grid">
      ${this.#wide(`${t('offer-draw')} (${t(side)})`, { type: 'draw-offered', by: side, data: {} })}
      ${this.#confirmed(`${t('accept')} (${t(opponent)})`, { type: 'draw-accepted', by: opponent, data: {} })}
      ${this.#button(`${t('decline')} (${t(opponent)})`, { type: 'draw-declined', by: opponent, data: {} })}
      ${this.#button(`${t('claim-three')} (${t(side)})`, { type: 'draw-claimed', by: side, data: { basis: 'threefold' } })}
      ${this.#button(`${t('claim-50')} (${t(side)})`, { type: 'draw-claimed', by: side, data: { basis: 'fifty-moves' } })}
      ${SIDES.map((each) => claim(each, 'illegal-move'))}
      ${SIDES.map((each) => claim(each, 'flag-fall'))}
      ${SIDES.filter((each) => !this.#isDown(each)).map((each) => this.#noticeFlag(each))}
      ${SIDES.map((each) => this.#confirmed(`${t('resign')} (${t(each)})`, { type: 'resigned', by: each, data: {} }))}
    </div>`
  }

  #turn(): Side {
    return this.#parts.cursor.present.value?.state.turn ?? 'white'
  }

  #report(draft: EventDraft): Promise<boolean> {
    return this.#parts.reporter.report(proposalOf(draft))
  }

  #button(text: string, draft: EventDraft, className = ''): View {
    return html`<button type="button" class=${className} @click=${() => void this.#report(draft)}>${text}</button>`
  }

  #wide(text: string, draft: EventDraft): View {
    return this.#button(text, draft, 'wide')
  }

  /** A button for a report that ends the game: it is recorded after a confirmation. */
  #confirmed(text: string, draft: EventDraft): View {
    const { reporter } = this.#parts
    return html`<button type="button" @click=${() => reporter.confirm(proposalOf(draft))}>${text}</button>`
  }

  /** Whether a flag is down at present: its button then comes first. */
  #isDown(side: Side): boolean {
    const { at, flag } = this.#parts.cursor
    return at.value === null && (flag.value === side || flag.value === 'both')
  }

  #noticeFlag(side: Side): View {
    return this.#button(t('notice-flag', { side: t(side) }), {
      type: 'flag-noticed',
      by: sessionClaims.value?.role === 'operator' ? 'assistant' : 'arbiter',
      data: { side },
    })
  }

  #reportTouch(event: SubmitEvent): void {
    event.preventDefault()
    const text = this.#touched.peek()
    const squares = readSquares(text)
    if (squares === null) return
    const adjust = (event.submitter as HTMLButtonElement | null)?.value === 'adjust'
    const draft = {
      type: adjust ? 'adjust-announced' : 'piece-touched',
      by: this.#parts.cursor.present.peek()?.state.turn ?? 'white',
      data: { squares },
    } as EventDraft
    void this.#report(draft).then((done) => {
      if (done && this.#touched.peek() === text) this.#touched.value = ''
    })
  }

  #promotionDialog(data: MoveData): View {
    const { promoting } = this.#moves
    const choose =
      (promoted: Promotion | null) =>
      ({ currentTarget }: Event) => {
        dialogOf(currentTarget)?.close()
        this.#moves.make(promoted === null ? data : { ...data, promotion: promoted })
      }
    const close = () => {
      promoting.value = null
    }
    showDialog('promotion')
    return html`<dialog class="promotion" aria-label=${t('promote-to')} @close=${close}>
      <h2>${t('promote-to')}</h2>
      <div class="row">
        ${PROMOTIONS.map((each) => html`<button @click=${choose(each)}>${localSan(each)}</button>`)}
        <button @click=${choose(null)}>${t('none-promoted')}</button>
      </div>
    </dialog>`
  }
}
