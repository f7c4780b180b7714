/** The scoresheet: both players' moves, with what the clock showed and how long each took. */
import type { PublicMove } from '../../../../domain/game/index.ts'
import { formatClockTime, formatDuration } from '../clock/text.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { GameSource } from '../replay/source.ts'
import { fullMoveNumber, sideOfPly } from '../replay/turns.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'

/**
 * The moves of the game as it stands now; where the shown instant has moves that were taken back later, the moves of that instant.
 */
export function sheetMoves(source: GameSource | null, cursor: Cursor): readonly PublicMove[] {
  const final = source?.frame(source.head)?.state.moves ?? []
  const then = cursor.frame.value?.state.moves ?? []
  const last = then.at(-1)
  const stayed = last === undefined || final[last.ply - 1]?.seq === last.seq
  return stayed ? final : then
}

/** Marks the last move of the shown position, without drawing the sheet again. */
export function markCurrentMove(sheet: HTMLElement, { state }: GameFrame): HTMLElement | null {
  const ply = state.moves.at(-1)?.ply
  const next = sheet.querySelector<HTMLElement>(`[data-ply="${ply}"]`)
  const marked = sheet.querySelector<HTMLElement>('.move.here')
  if (marked === next) return next
  marked?.classList.remove('here')
  marked?.removeAttribute('aria-current')
  next?.classList.add('here')
  next?.setAttribute('aria-current', 'step')
  return next
}

/** `began`: Black made the first move. */
export function scoresheetView(moves: readonly PublicMove[], began: boolean, cursor: Cursor): View {
  if (moves.length === 0) return html`<p class="empty">${t('no-moves')}</p>`
  const rows: { number: number; white?: PublicMove; black?: PublicMove }[] = []
  for (const move of moves) {
    const number = fullMoveNumber(move.ply, began)
    const row = rows.at(-1)?.number === number ? rows.at(-1)! : { number }
    if (rows.at(-1) !== row) rows.push(row)
    if (sideOfPly(move.ply, began) === 'white') row.white = move
    else row.black = move
  }
  return html`<table class="sheet">
    <thead>
      <tr><th scope="col"><span class="hide">№</span></th><th scope="col">${t('white')}</th><th scope="col">${t('black')}</th></tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ number, white, black }) =>
          html`<tr><th scope="row">${number}</th>${cell(white, moves, cursor)}${cell(black, moves, cursor)}</tr>`,
      )}
    </tbody>
  </table>`
}

function cell(move: PublicMove | undefined, moves: readonly PublicMove[], cursor: Cursor): View {
  if (move === undefined) return html`<td></td>`
  const before = moves[move.ply - 2]
  const took = before === undefined ? null : move.at - before.at
  return html`<td>
    <button
      class=${move.legal ? 'move' : 'move illegal'}
      data-ply=${move.ply}
      title=${took === null ? nothing : formatDuration(took)}
      @click=${() => cursor.toMove(move)}
    >
      <span class="san">${localSan(move.san)}</span>
      ${move.clock === null ? nothing : html`<span class="left">${formatClockTime(move.clock)}</span>`}
    </button>
  </td>`
}
