/** Reporting by hand, for a board without electronics: moves by dragging or in notation, presses, touches, offers. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { live } from 'lit-html/directives/live.js'
import { illegalityOf, parseFen, squareOf } from '../../../../domain/chess/index.ts'
import type { Remark } from '../../../../domain/reasons.ts'
import { reportOfText } from '../../../../domain/reports/move-made.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import { PROMOTIONS, type Promotion, type Side } from '../../../../events/vocabulary.ts'
import { canReport, sessionClaims } from '../api/session.ts'
import type { Cursor } from '../game/cursor.ts'
import { correctedSeqs, isCorrectable } from '../rulings/correction.ts'
import { type EventDraft, type Propose, proposalOf } from '../rulings/proposal.ts'
import type { ReportSender } from '../rulings/report-sender.ts'
import { dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { describeWithActor } from '../words/describe.ts'
import { refusalText, remarkInPageLanguage } from '../words/laws.ts'
import { localSan } from '../words/san.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { isLegalReport, type MoveData, moveOfDrag, moverOf } from './move-input.ts'

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
  /** Answers whether the square was taken for a touch. */
  onSquare(square: string): boolean
}

const MOST_RECENT = 4

export function openEntryPanel({ cursor, reporter, events, sans, correct }: Parts): EntryPanel {
  const press = signal(true)
  const touching = signal(false)
  const touched = signal('')
  const promoting = signal<MoveData | null>(null)

  /** What was typed, until it is recorded. */
  const typedMove = signal('')

  /** Of now: what is entered is reported now, whatever instant is shown. */
  const position = computed(() => {
    const frame = cursor.present.value
    const parsed = frame === null ? null : parseFen(frame.state.fen)
    return parsed?.ok ? parsed.value : null
  })
  const turn = (): Side => cursor.present.value?.state.turn ?? 'white'
  const one = (draft: EventDraft): Promise<boolean> => reporter.report(proposalOf(draft))

  /** Answers whether it is now that is shown; an earlier board is no ground to enter a move on. */
  const showsNow = (): boolean => {
    if (cursor.at.peek() === null) return true
    cursor.toNow()
    notify(t('back-to-now'), 'bad')
    return false
  }

  /** `recorded` is called once the move is in the record. */
  const make = (data: MoveData, recorded: () => void = () => {}) => {
    const pressed = press.peek()
    const propose: Propose = () => {
      const board = position.peek()
      if (board === null) return null
      const by = moverOf(board, data)
      const drafts: EventDraft[] = [{ type: 'move-made', by, data }]
      if (pressed) drafts.push({ type: 'clock-pressed', by, data: {} })
      const bar = illegality(data)
      return bar === null
        ? { drafts }
        : { drafts, warning: t('illegal-warning', { why: remarkInPageLanguage(bar).text }) }
    }
    if (illegality(data) !== null) reporter.confirm(propose, { recorded })
    else void reporter.report(propose).then((done) => done && recorded())
  }

  /** Why the move is not legal where play goes on; null: it is. */
  const illegality = (data: MoveData): Remark | null => {
    const board = position.peek()
    if (board === null) return null
    if (isLegalReport(board, data)) return null
    const { from, to, promotion = null, castling = null } = data
    return illegalityOf(board, squareOf(from), squareOf(to), promotion, castling).why
  }
  const typed = (event: SubmitEvent) => {
    event.preventDefault()
    const text = typedMove.peek().trim()
    const board = position.peek()
    if (board === null || text === '') return
    const local = reportOfText(board, text, pageLanguage.peek())
    const read = local.ok ? local : reportOfText(board, text)
    if (!read.ok) {
      notify(refusalText(read.error), 'bad')
      return
    }
    if (!showsNow()) return
    make(read.value, () => {
      if (typedMove.peek().trim() === text) typedMove.value = ''
    })
  }

  const touchedNow = (event: SubmitEvent) => {
    event.preventDefault()
    const text = touched.peek()
    const squares = text.toLowerCase().match(/[a-h][1-8]/g) ?? []
    if (squares.length === 0) return
    const adjust = (event.submitter as HTMLButtonElement | null)?.value === 'adjust'
    void one({
      type: adjust ? 'adjust-announced' : 'piece-touched',
      by: turn(),
      data: { squares },
    } as EventDraft).then((done) => {
      if (done && touched.peek() === text) touched.value = ''
    })
  }

  /** What was reported last and stands: each can be corrected where it was entered. */
  const recent = (): readonly StoredEvent[] => {
    const gone = correctedSeqs(events())
    return events()
      .filter((event) => isCorrectable(event) && !gone.has(event.seq))
      .slice(-MOST_RECENT)
      .reverse()
  }

  const typing =
    (field: Signal<string>) =>
    ({ target }: Event) => {
      field.value = (target as HTMLInputElement).value
    }
  const button = (text: string, draft: EventDraft, className = ''): View =>
    html`<button type="button" class=${className} @click=${() => void one(draft)}>${text}</button>`
  const wide = (text: string, draft: EventDraft): View => button(text, draft, 'wide')
  const SIDES: readonly Side[] = ['white', 'black']
  /** A flag that is down now comes first: it is what somebody enters then. */
  const isDown = (side: Side): boolean =>
    cursor.at.value === null && (cursor.flag.value === side || cursor.flag.value === 'both')
  const noticeFlag = (side: Side): View =>
    button(t('notice-flag', { side: t(side) }), {
      type: 'flag-noticed',
      by: sessionClaims.value?.role === 'operator' ? 'assistant' : 'arbiter',
      data: { side },
    })

  return {
    onMove(from, to) {
      const board = position.peek()
      if (board === null || !showsNow()) return
      const data = moveOfDrag(board, from, to)
      if (data === 'promotion') promoting.value = { from, to }
      else make(data)
    },
    onSquare(square) {
      if (!touching.peek()) return false
      touched.value = `${touched.peek()} ${square}`.trim()
      return true
    },
    dialogs: () => (promoting.value === null ? nothing : promotion(promoting.value)),
    view() {
      if (!canReport.value) return html`<p class="empty">${t('enter-needs-role')}</p>`
      const side = turn()
      const opponent: Side = side === 'white' ? 'black' : 'white'
      const status = cursor.present.value?.state.status
      const fallen = SIDES.filter(isDown)
      return html`<div class="entry">
        ${fallen.length === 0 ? nothing : html`<div class="grid">${fallen.map(noticeFlag)}</div>`}
        <form class="line" @submit=${typed}>
          <label>${t('enter-move')} (${t(side)})<input name="move" .value=${live(typedMove.value)} @input=${typing(typedMove)} autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${t('enter-move-hint')} /></label>
          <button class="primary">${t('record')}</button>
        </form>
        <div class="after">
          <label class="check"><input type="checkbox" .checked=${press.value} @change=${(event: Event) => {
            press.value = (event.target as HTMLInputElement).checked
          }} /> ${t('and-press')}</label>
        </div>
        <div class="grid">
          ${status === 'scheduled' ? wide(t('start-session'), { type: 'session-started', by: 'arbiter', data: {} }) : nothing}
          ${SIDES.map((each) => button(t('press', { side: t(each) }), { type: 'clock-pressed', by: each, data: {} }))}
          ${SIDES.map((each) => button(t('start-clock', { side: t(each) }), { type: 'clocks-started', by: 'arbiter', data: { side: each } }))}
          ${wide(t('stop-clocks'), { type: 'clocks-stopped', by: 'arbiter', data: {} })}
        </div>
        <section class="recent" aria-label=${t('recent')}>
          <h3>${t('recent')}</h3>
          <ul>${recent().map(
            (event) =>
              html`<li><span class="seq">#${event.seq}</span> <span class="text">${describeWithActor(event, sans.value.get(event.seq))}</span> <button type="button" aria-label=${t('correct-event', { seq: event.seq })} @click=${() => correct(event.seq)}>${t('correct')}</button></li>`,
          )}</ul>
        </section>
        <form class="line" @submit=${touchedNow}>
          <label>${t('touch-squares')}<input name="squares" autocomplete="off" .value=${live(touched.value)} @input=${typing(touched)} placeholder="g1 f3" /></label>
          <button value="touch">${t('touch')}</button><button value="adjust">${t('adjust')}</button>
        </form>
        <label class="check"><input type="checkbox" .checked=${touching.value} @change=${(event: Event) => {
          touching.value = (event.target as HTMLInputElement).checked
        }} /> ${t('touch-by-click')}</label>
        <div class="grid">
          ${wide(`${t('offer-draw')} (${t(side)})`, { type: 'draw-offered', by: side, data: {} })}
          <button type="button" @click=${() => reporter.confirm(proposalOf({ type: 'draw-accepted', by: opponent, data: {} }))}>${t('accept')} (${t(opponent)})</button>
          ${button(`${t('decline')} (${t(opponent)})`, { type: 'draw-declined', by: opponent, data: {} })}
          ${button(`${t('claim-three')} (${t(side)})`, { type: 'draw-claimed', by: side, data: { basis: 'threefold' } })}
          ${button(`${t('claim-50')} (${t(side)})`, { type: 'draw-claimed', by: side, data: { basis: 'fifty-moves' } })}
          ${SIDES.map((each) => button(`${t('claim-illegal')} (${t(each)})`, { type: 'claim-made', by: each, data: { about: 'illegal-move' } }))}
          ${SIDES.map((each) => button(`${t('claim-flag-fall')} (${t(each)})`, { type: 'claim-made', by: each, data: { about: 'flag-fall' } }))}
          ${SIDES.filter((each) => !isDown(each)).map(noticeFlag)}
          ${SIDES.map(
            (each) =>
              html`<button type="button" @click=${() => reporter.confirm(proposalOf({ type: 'resigned', by: each, data: {} }))}>${t('resign')} (${t(each)})</button>`,
          )}
        </div>
      </div>`
    },
  }

  function promotion(data: MoveData): View {
    const choose =
      (promoted: Promotion | null) =>
      ({ currentTarget }: Event) => {
        dialogOf(currentTarget)?.close()
        make(promoted === null ? data : { ...data, promotion: promoted })
      }
    showDialog('promotion')
    return html`<dialog class="promotion" aria-label=${t('promote-to')} @close=${() => {
      promoting.value = null
    }}>
      <h2>${t('promote-to')}</h2>
      <div class="row">
        ${PROMOTIONS.map((each) => html`<button @click=${choose(each)}>${localSan(each)}</button>`)}
        <button @click=${choose(null)}>${t('none-promoted')}</button>
      </div>
    </dialog>`
  }
}
