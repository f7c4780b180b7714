/** One board of the round: built once, then only what changed is touched. */
import type { ClockFace } from '../../../../domain/clock/index.ts'
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
  /** Running clocks go on. */
  tick(): void
  /** Looks whether the running clock has come to nothing. */
  checkFlag(): void
  /** All words again. */
  redraw(): void
  matches(text: string): boolean
  /** Ms left on the clock that runs; infinite where none does. */
  timeLeft(): number
}

const set = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text
}

interface TileOptions {
  /** The present, ms since 1970. */
  instant(): number
  /** Arrivals are recorded in this round. */
  arrivalsRecorded(): boolean
  /** A clock has come to nothing, of which the last state does not know. */
  onClockRanOut(listed: GameListItem): void
}

export function createTile(
  first: GameListItem,
  { instant, arrivalsRecorded, onClockRanOut }: TileOptions,
): BoardTile {
  const root = element('a', 'tile', {
    href: formatRoute({ view: 'game', game: first.game, pointInTime: {} }),
  })
  root.dataset['game'] = first.game
  const number = element('span', 'number')
  const badge = element('span', 'badge')
  const head = element('span', 'head')
  head.append(number, badge)
  const board = createBoard()
  const rows = { black: playerRow(), white: playerRow() }
  const foot = element('span', 'foot')
  root.append(head, rows.black.root, board.element, rows.white.root, foot)

  let listed = first
  let state: StateResponse | null = null
  /** The state after which it was asked whether a flag has fallen. */
  let asked: StateResponse | null = null

  const tile: BoardTile = {
    element: root,
    board: first.board,
    need: { kind: 'none', text: '' },
    update(nextListed, nextState) {
      listed = nextListed
      if (nextState !== null) state = nextState
      draw()
    },
    tick() {
      const on = state === null ? null : clocksOf(state, instant())
      if (state === null || on === null) return
      for (const side of ['white', 'black'] as const) {
        set(rows[side].clock, formatClockTime(on[side]))
        rows[side].root.classList.toggle('low', on[side] < 60_000 && state.status === 'running')
      }
    },
    checkFlag() {
      if (state === null || asked === state) return
      const on = clocksOf(state, instant())
      if (on === null || on.running === null || on[on.running] > 0) return
      if (on.flag === on.running || on.flag === 'both') return
      asked = state
      onClockRanOut(listed)
    },
    redraw: () => draw(),
    timeLeft() {
      const on = state === null ? null : clocksOf(state, instant())
      return on === null || on.running === null || state?.status !== 'running'
        ? Number.POSITIVE_INFINITY
        : on[on.running]
    },
    matches(text) {
      const wanted = searchText(text)
      if (wanted === '') return true
      if ([String(listed.board), searchText(t('board', { board: listed.board }))].includes(wanted))
        return true
      const words = [listed.white.name, listed.black.name, listed.game].map(searchText)
      return words.some((each) => each.includes(wanted))
    },
  }

  function draw(): void {
    set(number, t('board', { board: listed.board }))
    for (const side of ['white', 'black'] as const) {
      set(rows[side].name, listed[side].name)
      set(rows[side].title, [listed[side].title, listed[side].rating].filter(Boolean).join(' '))
      rows[side].root.classList.toggle('running', state?.clocks?.running === side)
    }
    if (state === null) return
    const last = lastMoveOf(state)
    board.show({ fen: state.boardFen, marks: lastMarks(state) })
    tile.need = needOf(state, arrivalsRecorded())
    const { kind, text } = tile.need
    const className = `badge ${kind}`
    if (badge.className !== className) badge.className = className
    const ended = state.result === null ? '' : formatScore(state.result)
    set(badge, text === '' ? (ended === '' ? t(`status-${state.status}`) : ended) : text)
    root.classList.toggle('waits', kind === 'arbiter')
    root.classList.toggle('ended', state.status === 'ended')
    set(
      foot,
      last === undefined
        ? ''
        : `${moveNumberText(last.ply, blackBegan({ plies: last.ply, turn: state.turn }))} ${localSan(last.san)}`,
    )
    tile.tick()
  }

  return tile
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
