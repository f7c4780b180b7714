/**
 * What an arbiter needs to judge a claim: equal positions beside each other, the number of moves without a capture or pawn move, and
 * whether a side can still mate.
 */

import { parseFen, parseUci, play, positionKey, writeFen } from '../../../../domain/chess/index.ts'
import { fenOf, type GameState, type Point, pathOf } from '../../../../domain/game/index.ts'
import { parseSan, writeSanAndPlay } from '../../../../domain/notation/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'
import { createBoard } from '../board/board.ts'
import type { Cursor } from '../game/cursor.ts'
import { moveNumberText } from '../replay/turns.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { placementText } from '../words/position.ts'
import { localSan } from '../words/san.ts'
import { t, tDynamic } from '../words/texts.ts'
import { mateSearchState, searchMate } from './mate-search.ts'

const SIDES: readonly Side[] = ['white', 'black']

export function claimsHelper(cursor: Cursor): View {
  const frame = cursor.frame.value
  const whole = frame?.gameState ?? null
  if (frame === null || whole === null) return html`<p class="empty">${t('loading')}</p>`
  const flag = cursor.flag.value
  // Once a flag is down, the game depends on whether the other side can mate (6.9), so the search starts by itself.
  if (flag !== null)
    for (const side of SIDES)
      if (flag === 'both' || flag !== side) queueMicrotask(() => searchMate(frame.state.fen, side))
  return html`<div class="claims">
    <section><h3>${t('claim-repetition')}</h3>${repetitionView(whole, cursor)}</section>
    <section><h3>${t('claim-fifty')}</h3>${fiftyMovesView(whole, cursor)}</section>
    <section><h3>${t('claim-flag')}</h3>${SIDES.map((side) => mateSearchView(frame.state.fen, side))}</section>
  </div>`
}

const keyOf = (fen: string): string | null => {
  const parsed = parseFen(fen)
  return parsed.ok ? positionKey(parsed.value) : null
}

/** The points of the game at which this position stood, as Article 9.2.2 compares positions. */
export function equalPositions(state: GameState, fen: string): Point[] {
  const key = keyOf(fen)
  return pathOf(state).filter((point) => {
    const here = fenOf(state.points, point)
    return here === fen || (key !== null && keyOf(here) === key)
  })
}

/** The position after the move that a claim has written, if the last claim wrote one. */
function claimedPosition(state: GameState): { fen: string; move: string } | null {
  const entry = state.log.findLast(({ type }) => type === 'draw-claimed')
  const text = (entry?.data as { move?: string } | undefined)?.move
  const here = state.points[state.here]
  if (entry === undefined || text === undefined || here === undefined || here.seq > entry.seq) return null
  const position = parseFen(fenOf(state.points, here))
  if (!position.ok) return null
  const move = parseSan(position.value, text)
  if (!move.ok) return null
  play(position.value, move.value)
  return { fen: writeFen(position.value), move: text }
}

function repetitionView(state: GameState, cursor: Cursor): View {
  const here = state.points[state.here]
  if (here === undefined) return nothing
  const written = claimedPosition(state)
  const points = equalPositions(state, written?.fen ?? fenOf(state.points, here))
  const count = points.length + (written === null ? 0 : 1)
  if (count < 2) return html`<p class="note">${t('occurs-once')}</p>`
  return html`<p class="note">${t('occurs-times', { count })}</p>
    <ol class="equal">
      ${points.map((point, k) => occurrenceView(state, point, k + 1, cursor))}
      ${written === null ? nothing : html`<li>${boardPicture(written.fen)}<span>${t('written-move', { move: localSan(written.move) })}</span></li>`}
    </ol>`
}

function occurrenceView({ points }: GameState, point: Point, number: number, cursor: Cursor): View {
  const { move } = point
  const began = fenOf(points, points[0]).split(' ')[1] === 'b'
  const text = move === null ? '' : `${moveNumberText(point.ply, began)}\u00a0${localSan(move.san)}`
  return html`<li>
    ${boardPicture(fenOf(points, point))}
    <button class="seq" @click=${() => cursor.toSeq(point.seq)}>#${point.seq}</button>
    <span>${t('occurrence', { count: number })}${text === '' ? '' : ` · ${text}`}</span>
  </li>`
}

/** A small board that shows one position. */
function boardPicture(fen: string): HTMLElement {
  const board = createBoard()
  board.show({ fen })
  board.element.setAttribute('role', 'img')
  board.element.setAttribute('aria-label', placementText(fen))
  return board.element
}

function fiftyMovesView(state: GameState, cursor: Cursor): View {
  const path = pathOf(state)
  const here = path.at(-1)
  if (here === undefined) return nothing
  const since = path.findLast(({ quiet }) => quiet === 0) ?? path[0]!
  const full = Math.floor(here.quiet / 2)
  return html`<p class="note">
      ${t('fifty-count', { count: `${full}${here.quiet % 2 === 1 ? '½' : ''}` })}
      <button class="seq" @click=${() => cursor.toSeq(since.seq)}>${t('fifty-since', { seq: since.seq })}</button>
    </p>
    <meter min="0" max="100" value=${Math.min(100, here.quiet)} aria-label=${t('claim-fifty')}></meter>`
}

function mateSearchView(fen: string, side: Side): View {
  const answer = mateSearchState(fen, side)
  const name = t(side)
  if (answer === null)
    return html`<p class="mates"><b>${name}</b> <button @click=${() => searchMate(fen, side)}>${t('can-mate-ask')}</button></p>`
  if (answer === 'searching') return html`<p class="mates"><b>${name}</b> <span>${t('searching')}</span></p>`
  if (answer === 'unreadable' || answer.answer === 'undetermined')
    return html`<p class="mates warn" data-answer="undetermined">${t('can-mate-open', { side: name })}</p>`
  if (answer.answer === 'no')
    return html`<p class="mates" data-answer="no"><b>${t('can-mate-no', { side: name })}</b>: ${tDynamic(`proof-${answer.proof}`)}</p>`
  return html`<p class="mates" data-answer="yes"><b>${t('can-mate-yes', { side: name })}</b></p>
    ${answer.line.length === 0 ? nothing : html`<p class="line">${t('can-mate-line')}: ${lineText(fen, answer.line)}</p>`}`
}

/** Moves in UCI as they are written down: `1. e4 e5 2. Qh5 …`. */
function lineText(fen: string, line: readonly string[]): string {
  const parsed = parseFen(fen)
  if (!parsed.ok) return line.join(' ')
  const position = parsed.value
  let blacks = fen.split(' ')[1] === 'b'
  let number = Number(fen.split(' ')[5]) || 1
  return line
    .map((uci, k) => {
      const move = parseUci(position, uci)
      const san = move.ok ? localSan(writeSanAndPlay(position, move.value)) : uci
      const text = blacks ? (k === 0 ? `${number}… ${san}` : san) : `${number}. ${san}`
      if (blacks) number++
      blacks = !blacks
      return text
    })
    .join(' ')
}
