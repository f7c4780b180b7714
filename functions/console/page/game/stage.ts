/** The board with its players and clocks, at the shown instant. */
import { computed, effect, signal } from '@preact/signals-core'
import type { ClockFace } from '../../../../domain/clock/index.ts'
import { offeringSides } from '../../../../domain/formats/standing-offers.ts'
import type { Side } from '../../../../events/vocabulary.ts'
import type { PlayerDetails } from '../api/shapes.ts'
import { type BoardOptions, createBoard } from '../board/board.ts'
import { formatClockTime, formatDuration } from '../clock/text.ts'
import { absentSides } from '../replay/absent.ts'
import type { GameFrame } from '../replay/frame.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { announceText } from '../ui/notices.ts'
import { formatScore } from '../words/describe.ts'
import { moveNotation } from '../words/notation.ts'
import { pieceText, placementText } from '../words/position.ts'
import { t } from '../words/texts.ts'
import type { Cursor } from './cursor.ts'
import { boardContentOf, differingSquares } from './marks.ts'

export interface BoardStage {
  readonly element: HTMLElement
  readonly board: ReturnType<typeof createBoard>
  flipBoard(): void
  close(): void
}

export type PlayerPair = Readonly<Record<Side, PlayerDetails>>

export function openBoardStage(
  cursor: Cursor,
  players: () => PlayerPair | null,
  options: BoardOptions,
): BoardStage {
  const board = createBoard({
    large: true,
    onCursor: (square, piece) => announceText(piece === undefined ? square : pieceText(piece, square)),
    ...options,
  })
  const { root, upper, lower, facts, spoken } = createStageElements(board.element)
  const flipped = signal(false)
  const { tenth, close } = openTenths(cursor)
  const faces = computed(() => {
    tenth.value
    return cursor.frame.value?.clockAt(cursor.instant()) ?? null
  })
  /** Changes each minute, for times that are shown in minutes. */
  const minute = computed(() => {
    tenth.value
    return Math.floor(cursor.instant() / 60_000)
  })
  const bar = (side: Side): View =>
    playerBar(side, { player: players()?.[side], frame: cursor.frame.value, face: faces.value })

  const ends = [
    mount(upper, () => bar(flipped.value ? 'white' : 'black')),
    mount(lower, () => bar(flipped.value ? 'black' : 'white')),
    effect(() => board.flip(flipped.value)),
    effect(() => {
      const frame = cursor.frame.value
      if (frame === null) return
      board.show(boardContentOf(frame))
      spoken.textContent = t('a11y-board', {
        position: `${placementText(frame.state.boardFen)} ${t('to-move', { side: t(frame.state.turn) })}.`,
      })
    }),
    mount(facts, () =>
      cursor.frame.value === null
        ? nothing
        : factsOf(cursor.frame.value, cursor.flag.value, minute.value === 0 ? 0 : cursor.instant()),
    ),
  ]
  return {
    element: root,
    board,
    flipBoard() {
      flipped.value = !flipped.value
    },
    close() {
      close()
      for (const end of ends) end()
    },
  }
}

function createStageElements(board: HTMLElement) {
  const root = element('section', 'stage')
  const upper = element('div', 'bar')
  const lower = element('div', 'bar')
  const frameOfBoard = element('div', 'board-frame')
  const facts = element('div', 'facts')
  const spoken = element('p', 'spoken')
  frameOfBoard.append(board, spoken)
  root.append(upper, frameOfBoard, lower, facts)
  return { root, upper, lower, facts, spoken }
}

/** `tenth` rises with each tenth of a second while a clock runs. */
function openTenths(cursor: Cursor) {
  const tenth = signal(0)
  const timer = setInterval(() => {
    const frame = cursor.frame.peek()
    if (cursor.at.peek() === null && frame?.state.clocks?.running != null && !document.hidden) tenth.value++
  }, 100)
  return { tenth, close: () => clearInterval(timer) }
}

interface BarParts {
  readonly player: PlayerDetails | undefined
  readonly frame: GameFrame | null
  /** Both clocks; null where there is none. */
  readonly face: ClockFace | null
}

/** A player with the clock, a draw offer and the number of illegal moves. */
function playerBar(side: Side, { player, frame, face }: BarParts): View {
  const count = frame?.state.counters.illegalMoves?.[side] ?? 0
  return html`<span class="who ${side} ${frame?.state.turn === side ? 'turn' : ''}">
        <i class="colour"></i>
        <span class="title">${player?.title ?? ''}</span>
        <strong>${player?.name ?? t(side)}</strong>
        <span class="rating">${player?.rating ?? ''}</span>
      </span>
      ${count > 0 ? html`<span class="chip bad" title=${t('illegal-count', counts(frame!))}>✕ ${count}</span>` : nothing}
      ${offeringSides(frame?.state ?? {}).includes(side) ? html`<span class="chip warn">½ ?</span>` : nothing}
      ${face === null ? nothing : clockView(side, face)}`
}

function clockView(side: Side, face: ClockFace): View {
  const flag = face.flag === side || face.flag === 'both'
  return html`<time class="clock ${face.running === side ? 'running' : ''} ${flag ? 'flag' : ''} ${face[side] < 60_000 ? 'low' : ''}" data-side=${side}
              >${formatClockTime(face[side], true)}${flag ? html`<span class="fallen" title=${t('flag-down', { side: t(side) })}>⚑</span>` : nothing}</time
            >`
}

/** The players who have not come, with the time since play began. `at`: ms since 1970. */
function absent(
  { state, gameState }: GameFrame,
  at: number,
): readonly { readonly side: Side; readonly time: string }[] {
  const startedAt = gameState?.startedAt ?? null
  if (startedAt === null) return []
  const minutes = Math.max(0, Math.floor((at - startedAt) / 60_000))
  const sides = absentSides({ ...state, plies: state.moves.length }, state.arrived !== undefined)
  return sides.map((side) => ({ side, time: formatDuration(minutes * 60_000) }))
}

const counts = (frame: GameFrame) => frame.state.counters.illegalMoves ?? { white: 0, black: 0 }

function factsOf(frame: GameFrame, flag: ClockFace['flag'], at: number): View {
  const { state, touches } = frame
  const differs = differingSquares(frame)
  const { repetitions = 1, quietPlies = 0 } = state.counters
  const ended = state.result
  const offering = offeringSides(state)
  return html`
    <span class="chip status ${state.status}"
      >${ended === null ? `${t('to-move', { side: t(state.turn) })} · ${t(`status-${state.status}`)}` : html`${t('result')} <b>${formatScore(ended)}</b>`}</span
    >
    ${flag === null ? nothing : html`<span class="chip bad">${t('flag-down', { side: t(flag) })}</span>`}
    ${offering.length === 0 ? nothing : html`<span class="chip warn">${t('offer-by', { side: offering.map((side) => t(side)).join(', ') })}</span>`}
    ${absent(frame, at).map(({ side, time }) => html`<span class="chip warn">${t('not-arrived', { side: t(side), time })}</span>`)}
    ${touches.length === 0 ? nothing : html`<span class="chip touch">${t('touched', { squares: touches.map(({ square }) => square).join(' ') })}</span>`}
    ${state.mustPlay === null ? nothing : html`<span class="chip touch">${t('must-play', { moves: state.mustPlay.map((uci) => moveNotation(state.fen, uci)).join(' ') })}</span>`}
    ${state.question === undefined ? nothing : html`<span class="chip warn">${t('question-short')}</span>`}
    ${differs.length === 0 ? nothing : html`<span class="chip warn">${t('board-differs', { squares: differs.join(' ') })}</span>`}
    ${repetitions > 1 ? html`<span class="chip">${t('repetitions', { count: repetitions })}</span>` : nothing}
    ${quietPlies >= 20 ? html`<span class="chip">${t('quiet', { count: Math.floor(quietPlies / 2) })}</span>` : nothing}
  `
}
