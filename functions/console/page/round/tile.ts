/** The tile of a board in the round: created once, then only what has changed is updated. */
import type { ClockFace } from '../../../../domain/clock/index.ts'
import { SIDES } from '../../../../events/vocabulary.ts'
import type { GameListItem, StateResponse } from '../api/shapes.ts'
import { createBoard, type SquareMark } from '../board/board.ts'
import { extrapolateClock } from '../clock/extrapolate.ts'
import { formatClockTime } from '../clock/text.ts'
import { blackBegan, moveNumberText } from '../replay/turns.ts'
import { formatRoute } from '../route.ts'
import { element } from '../ui/dom.ts'
import { formatScore } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import { type BoardNeed, lastMoveOf, needOf } from './need.ts'
import { searchText } from './search-text.ts'

export interface BoardTile {
  readonly element: HTMLElement
  readonly board: number
  need: BoardNeed
  update(listed: GameListItem, state: StateResponse | null): void
  /** Updates the running clock. */
  tick(): void
  /** Checks whether the running clock has reached zero. */
  checkFlag(): void
  /** Writes all texts again, in another language. */
  redraw(): void
  matches(text: string): boolean
  /** Ms left on the clock that runs; infinite where none does. */
  timeLeft(): number
}

const setText = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text
}

interface TileOptions {
  /** The present, ms since 1970. */
  instant(): number
  /** Whether arrivals are recorded in this round. */
  arrivalsRecorded(): boolean
  /** Called when a clock reaches zero after the last state. */
  onClockRanOut(listed: GameListItem): void
}

export function createTile(
  first: GameListItem,
  { instant, arrivalsRecorded, onClockRanOut }: TileOptions,
): BoardTile {
  const parts = createTileElements(first.game)
  let listed = first
  let state: StateResponse | null = null
  /** The state for which `onClockRanOut` was called. */
  let asked: StateResponse | null = null
  const clocks = (): ClockFace | null => (state === null ? null : clocksOf(state, instant()))

  const draw = () => {
    showListed(parts, listed, state)
    if (state === null) return
    tile.need = needOf(state, arrivalsRecorded())
    showState(parts, state, tile.need)
    tile.tick()
  }
  const tile: BoardTile = {
    element: parts.root,
    board: first.board,
    need: { kind: 'none', text: '' },
    update(nextListed, nextState) {
      listed = nextListed
      if (nextState !== null) state = nextState
      draw()
    },
    tick() {
      const face = clocks()
      if (state !== null && face !== null) showClocks(parts, face, state.status)
    },
    checkFlag() {
      const face = asked === state ? null : clocks()
      if (face === null || face.running === null || face[face.running] > 0) return
      if (face.flag === face.running || face.flag === 'both') return
      asked = state
      onClockRanOut(listed)
    },
    redraw: draw,
    timeLeft() {
      const face = clocks()
      return face === null || face.running === null || state?.status !== 'running'
        ? Number.POSITIVE_INFINITY
        : face[face.running]
    },
    matches: (text) => isMatch(listed, text),
  }
  return tile
}

type TileElements = ReturnType<typeof createTileElements>

function createTileElements(game: string) {
  const root = element('a', 'tile', { href: formatRoute({ view: 'game', game, pointInTime: {} }) })
  root.dataset['game'] = game
  const number = element('span', 'number')
  const badge = element('span', 'badge')
  const head = element('span', 'head')
  head.append(number, badge)
  const board = createBoard()
  const rows = { black: playerRow(), white: playerRow() }
  const foot = element('span', 'foot')
  root.append(head, rows.black.root, board.element, rows.white.root, foot)
  return { root, number, badge, board, rows, foot }
}

/** Shows what is known of a board before its state is fetched. */
function showListed({ number, rows }: TileElements, listed: GameListItem, state: StateResponse | null): void {
  setText(number, t('board', { board: listed.board }))
  for (const side of SIDES) {
    setText(rows[side].name, listed[side].name)
    setText(rows[side].title, [listed[side].title, listed[side].rating].filter(Boolean).join(' '))
    rows[side].root.classList.toggle('running', state?.clocks?.running === side)
  }
}

function showState(
  { root, badge, board, foot }: TileElements,
  state: StateResponse,
  { kind, text }: BoardNeed,
): void {
  board.show({ fen: state.boardFen, marks: lastMarks(state) })
  const className = `badge ${kind}`
  if (badge.className !== className) badge.className = className
  const outcome = state.result === null ? t(`status-${state.status}`) : formatScore(state.result)
  setText(badge, text === '' ? outcome : text)
  root.classList.toggle('waits', kind === 'arbiter')
  root.classList.toggle('ended', state.status === 'ended')
  setText(foot, lastMoveText(state))
}

function lastMoveText(state: StateResponse): string {
  const last = lastMoveOf(state)
  if (last === undefined) return ''
  const began = blackBegan({ plies: last.ply, turn: state.turn })
  return `${moveNumberText(last.ply, began)} ${localSan(last.san)}`
}

function showClocks({ rows }: TileElements, face: ClockFace, status: StateResponse['status']): void {
  for (const side of SIDES) {
    setText(rows[side].clock, formatClockTime(face[side]))
    rows[side].root.classList.toggle('low', face[side] < 60_000 && status === 'running')
  }
}

/** Whether the text is part of a player's name or of the game's id, or is the board. */
function isMatch({ board, white, black, game }: GameListItem, text: string): boolean {
  const wanted = searchText(text)
  if (wanted === '') return true
  if ([String(board), searchText(t('board', { board }))].includes(wanted)) return true
  return [white.name, black.name, game].some((each) => searchText(each).includes(wanted))
}

function clocksOf({ clocks, status, at }: StateResponse, instant: number): ClockFace | null {
  return clocks === null || status !== 'running' ? clocks : extrapolateClock(clocks, instant - Date.parse(at))
}

function playerRow() {
  const root = element('span', 'player')
  const title = element('span', 'title')
  const name = element('span', 'name')
  const clock = element('span', 'clock')
  const who = element('span', 'who')
  who.append(name, title)
  root.append(who, clock)
  return { root, title, name, clock }
}

function lastMarks(state: StateResponse): Map<string, readonly SquareMark[]> {
  const last = lastMoveOf(state)
  if (last === undefined) return new Map()
  const kinds: readonly SquareMark[] = last.legal ? ['last'] : ['wrong']
  return new Map([
    [last.uci.slice(0, 2), kinds],
    [last.uci.slice(2, 4), kinds],
  ])
}
