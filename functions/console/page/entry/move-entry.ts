/** Moves entered by hand: dragged, or typed in notation; an illegal one is recorded after a confirmation. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { illegalityOf, type Position, parseFen, squareOf } from '../../../../domain/chess/index.ts'
import type { Remark } from '../../../../domain/reasons.ts'
import { reportOfText } from '../../../../domain/reports/move-made.ts'
import type { Cursor } from '../game/cursor.ts'
import type { EventDraft, Propose } from '../rulings/proposal.ts'
import type { ReportSender } from '../rulings/report-sender.ts'
import { notify } from '../ui/notices.ts'
import { parseFaultText, remarkInPageLanguage } from '../words/laws.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { isLegalReport, type MoveData, moveOfDrag, moverOf } from './move-input.ts'

interface Parts {
  readonly cursor: Cursor
  readonly reporter: ReportSender
}

export class MoveEntry {
  /** Whether a press of the clock is reported with each move. */
  readonly withPress = signal(true)
  /** What was typed, until it is recorded. */
  readonly typed = signal('')
  /** A pawn's move for which a piece is to be chosen. */
  readonly promoting = signal<MoveData | null>(null)
  readonly #parts: Parts
  /** The present position: what is entered is reported now, whatever instant is shown. */
  readonly #position: ReadonlySignal<Position | null>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#position = computed(() => {
      const frame = parts.cursor.present.value
      const parsed = frame === null ? null : parseFen(frame.state.fen)
      return parsed?.ok ? parsed.value : null
    })
  }

  drag(from: string, to: string): void {
    const board = this.#position.peek()
    if (board === null || !this.#showsNow()) return
    const data = moveOfDrag(board, from, to)
    if (data === 'promotion') this.promoting.value = { from, to }
    else this.make(data)
  }

  /** Enters the move that was typed, in the letters of the page's language or in English. */
  enterTyped(): void {
    const text = this.typed.peek().trim()
    const board = this.#position.peek()
    if (board === null || text === '') return
    const local = reportOfText(board, text, pageLanguage.peek())
    const read = local.ok ? local : reportOfText(board, text)
    if (!read.ok) {
      notify(parseFaultText(read.error), 'bad')
      return
    }
    if (!this.#showsNow()) return
    this.make(read.value, () => {
      if (this.typed.peek().trim() === text) this.typed.value = ''
    })
  }

  /** `recorded` is called once the move is in the record. */
  make(data: MoveData, recorded: () => void = () => {}): void {
    const { reporter } = this.#parts
    const pressed = this.withPress.peek()
    const propose: Propose = () => {
      const board = this.#position.peek()
      if (board === null) return null
      const by = moverOf(board, data)
      const drafts: EventDraft[] = [{ type: 'move-made', by, data }]
      if (pressed) drafts.push({ type: 'clock-pressed', by, data: {} })
      const bar = this.#illegality(data)
      return bar === null
        ? { drafts }
        : { drafts, warning: t('illegal-warning', { why: remarkInPageLanguage(bar).text }) }
    }
    if (this.#illegality(data) !== null) reporter.confirm(propose, { recorded })
    else void reporter.report(propose).then((done) => done && recorded())
  }

  /** Why the move is not legal in the present position; null where it is. */
  #illegality(data: MoveData): Remark | null {
    const board = this.#position.peek()
    if (board === null || isLegalReport(board, data)) return null
    const { from, to, promotion = null, castling = null } = data
    return illegalityOf(board, squareOf(from), squareOf(to), promotion, castling).why
  }

  /** Whether the present is shown: else it is shown, with a notice, and no move is entered on an earlier board. */
  #showsNow(): boolean {
    const { cursor } = this.#parts
    if (cursor.at.peek() === null) return true
    cursor.toNow()
    notify(t('back-to-now'), 'bad')
    return false
  }
}
