/** Reporting by hand, for a board without electronics: moves by dragging or in notation, presses, touches, offers. */
import { computed, signal } from '@preact/signals-core'
import { illegalityOf, parseFen, squareOf } from '../../../../domain/chess/index.ts'
import { reportOfText } from '../../../../domain/reports/move-made.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import { PROMOTIONS, type Promotion, type Side } from '../../../../events/vocabulary.ts'
import { claims, mayReport } from '../api/session.ts'
import type { Cursor } from '../game/cursor.ts'
import type { Reporter } from '../rulings/confirm.ts'
import type { Draft } from '../rulings/rulings.ts'
import { dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/say.ts'
import { remarkText } from '../words/laws.ts'
import { localSan } from '../words/san.ts'
import { language, t } from '../words/words.ts'
import { dragged, isLegalReport, type MoveData, movedBy } from './moved.ts'

interface Parts {
  readonly cursor: Cursor
  readonly reporter: Reporter
  events(): readonly StoredEvent[]
}

export interface Entry {
  view(): View
  dialogs(): View
  onMove(from: string, to: string): void
  /** Answers whether the square was taken for a touch. */
  onSquare(square: string): boolean
}

export function openEntry({ cursor, reporter, events }: Parts): Entry {
  const press = signal(true)
  const touching = signal(false)
  const touched = signal<readonly string[]>([])
  const promoting = signal<MoveData | null>(null)

  const position = computed(() => {
    const frame = cursor.frame.value
    const parsed = frame === null ? null : parseFen(frame.state.fen)
    return parsed?.ok ? parsed.value : null
  })
  const turn = (): Side => cursor.frame.value?.state.turn ?? 'white'
  const one = (draft: Draft) => void reporter.report([draft])

  const make = (data: MoveData) => {
    const board = position.peek()
    if (board === null) return
    cursor.toNow()
    const by = movedBy(board, data)
    const drafts: Draft[] = [{ type: 'move-made', by, data }]
    if (press.peek()) drafts.push({ type: 'clock-pressed', by, data: {} })
    const bar = illegality(data)
    if (bar === null) void reporter.report(drafts)
    else reporter.confirm(drafts, t('illegal-warning', { why: remarkText(bar).text }))
  }

  /** Why the move is not legal where play goes on; null: it is. */
  const illegality = (data: MoveData): string | null => {
    const board = position.peek()
    if (board === null) return null
    if (isLegalReport(board, data)) return null
    const { from, to, promotion = null, castling = null } = data
    return illegalityOf(board, squareOf(from), squareOf(to), promotion, castling).why
  }
  const typed = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const input = form.elements.namedItem('move') as HTMLInputElement
    const board = position.peek()
    if (board === null || input.value.trim() === '') return
    const local = reportOfText(board, input.value.trim(), language.peek())
    const read = local.ok ? local : reportOfText(board, input.value.trim())
    if (!read.ok) {
      notify(remarkText(read.error.message).text, 'bad')
      return
    }
    input.value = ''
    make(read.value)
  }

  const touchedNow = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const input = form.elements.namedItem('squares') as HTMLInputElement
    const squares = input.value.toLowerCase().match(/[a-h][1-8]/g) ?? []
    if (squares.length === 0) return
    const adjust = (event.submitter as HTMLButtonElement | null)?.value === 'adjust'
    one({ type: adjust ? 'adjust-announced' : 'piece-touched', by: turn(), data: { squares } } as Draft)
    touched.value = []
    input.value = ''
  }

  const undo = () => {
    const last = reporter.own.findLast((seqs) => seqs.length > 0) ?? ownLast()
    if (last === undefined) {
      notify(t('undo-nothing'), 'bad')
      return
    }
    const seqs = [...last]
    reporter.confirm([
      { type: 'report-corrected', by: correctedBy(), data: { seqs, reason: t('undo-reason') } },
    ])
  }
  const correctedBy = () => (claims.peek()?.role === 'operator' ? 'operator' : 'arbiter')
  /** What this reporter told last and nobody has taken back, after the page was loaded anew. */
  const ownLast = (): number[] | undefined => {
    const all = events()
    const gone = new Set(all.flatMap((event) => (event.type === 'report-corrected' ? event.data.seqs : [])))
    const mine = all.filter(({ principal }) => principal === claims.peek()?.sub)
    const last = mine.findLast(
      ({ type, seq }) => type !== 'report-corrected' && type !== 'game-opened' && !gone.has(seq),
    )
    if (last === undefined) return undefined
    const before = all[last.seq - 2]
    const pair = last.type === 'clock-pressed' && before?.type === 'move-made' && before.at === last.at
    return pair ? [last.seq - 1, last.seq] : [last.seq]
  }

  const button = (text: string, draft: Draft, className = ''): View =>
    html`<button type="button" class=${className} @click=${() => one(draft)}>${text}</button>`
  const wide = (text: string, draft: Draft): View => button(text, draft, 'wide')
  const SIDES: readonly Side[] = ['white', 'black']

  return {
    onMove(from, to) {
      const board = position.peek()
      if (board === null) return
      const data = dragged(board, from, to)
      if (data === 'promotion') promoting.value = { from, to }
      else make(data)
    },
    onSquare(square) {
      if (!touching.peek()) return false
      touched.value = [...touched.peek(), square]
      return true
    },
    dialogs: () => (promoting.value === null ? nothing : promotion(promoting.value)),
    view() {
      if (!mayReport.value) return html`<p class="empty">${t('enter-needs-role')}</p>`
      const side = turn()
      const opponent: Side = side === 'white' ? 'black' : 'white'
      const status = cursor.frame.value?.state.status
      return html`<div class="entry">
        <form class="line" @submit=${typed}>
          <label>${t('enter-move')} (${t(side)})<input name="move" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${t('enter-move-hint')} /></label>
          <button class="primary">${t('record')}</button>
        </form>
        <div class="after">
          <label class="check"><input type="checkbox" .checked=${press.value} @change=${(event: Event) => {
            press.value = (event.target as HTMLInputElement).checked
          }} /> ${t('and-press')}</label>
          <button type="button" class="undo" @click=${undo}>${t('undo')}</button>
        </div>
        <div class="grid">
          ${status === 'scheduled' ? wide(t('start-session'), { type: 'session-started', by: 'arbiter', data: {} }) : nothing}
          ${SIDES.map((each) => button(t('press', { side: t(each) }), { type: 'clock-pressed', by: each, data: {} }))}
          ${SIDES.map((each) => button(t('start-clock', { side: t(each) }), { type: 'clocks-started', by: 'arbiter', data: { side: each } }))}
          ${wide(t('stop-clocks'), { type: 'clocks-stopped', by: 'arbiter', data: {} })}
        </div>
        <form class="line" @submit=${touchedNow}>
          <label>${t('touch-squares')}<input name="squares" autocomplete="off" .value=${touched.value.join(' ')} placeholder="g1 f3" /></label>
          <button value="touch">${t('touch')}</button><button value="adjust">${t('adjust')}</button>
        </form>
        <label class="check"><input type="checkbox" .checked=${touching.value} @change=${(event: Event) => {
          touching.value = (event.target as HTMLInputElement).checked
        }} /> ${t('touch-by-click')}</label>
        <div class="grid">
          ${wide(`${t('offer-draw')} (${t(side)})`, { type: 'draw-offered', by: side, data: {} })}
          ${button(`${t('accept')} (${t(opponent)})`, { type: 'draw-accepted', by: opponent, data: {} })}
          ${button(`${t('decline')} (${t(opponent)})`, { type: 'draw-declined', by: opponent, data: {} })}
          ${button(`${t('claim-three')} (${t(side)})`, { type: 'draw-claimed', by: side, data: { basis: 'threefold' } })}
          ${button(`${t('claim-50')} (${t(side)})`, { type: 'draw-claimed', by: side, data: { basis: 'fifty-moves' } })}
          ${SIDES.map((each) => button(`${t('claim-illegal')} (${t(each)})`, { type: 'claim-made', by: each, data: { about: 'illegal-move' } }))}
          ${SIDES.map((each) => button(`${t('claim-flag-fall')} (${t(each)})`, { type: 'claim-made', by: each, data: { about: 'flag-fall' } }))}
          ${SIDES.map((each) =>
            button(t('notice-flag', { side: t(each) }), {
              type: 'flag-noticed',
              by: claims.value?.role === 'operator' ? 'assistant' : 'arbiter',
              data: { side: each },
            }),
          )}
          ${SIDES.map(
            (each) =>
              html`<button type="button" @click=${() => reporter.confirm([{ type: 'resigned', by: each, data: {} }])}>${t('resign')} (${t(each)})</button>`,
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
