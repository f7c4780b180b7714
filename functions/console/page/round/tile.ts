/** One board of the round: built once, then only what changed is touched. */
import type { ClockFace } from '../../../../domain/clock/index.ts'
import type { ListedGame, ShownState } from '../api/shapes.ts'
import { createBoard, type Mark } from '../board/board.ts'
import { runOn } from '../clock/run-on.ts'
import { clockText } from '../clock/text.ts'
import { blackBegan, moveNumber } from '../replay/turns.ts'
import { hashOf } from '../route.ts'
import { element } from '../ui/dom.ts'
import { scoreText } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/words.ts'
import { type Need, needOf } from './need.ts'

export interface Tile {
  readonly element: HTMLElement
  readonly board: number
  need: Need
  update(listed: ListedGame, state: ShownState | null): void
  /** Running clocks go on. */
  tick(): void
  /** Looks whether the running clock has come to nothing. */
  watch(): void
  /** All words again. */
  retell(): void
  matches(text: string): boolean
}

const set = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text
}

interface Surroundings {
  /** The present, ms since 1970. */
  instant(): number
  /** A clock has come to nothing, of which the last state does not know. */
  ranOut(listed: ListedGame): void
}

export function createTile(first: ListedGame, { instant, ranOut }: Surroundings): Tile {
  const root = element('a', 'tile', { href: hashOf({ view: 'game', game: first.game, moment: {} }) })
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
  let state: ShownState | null = null
  /** The state after which it was asked whether a flag has fallen. */
  let asked: ShownState | null = null

  const tile: Tile = {
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
        set(rows[side].clock, clockText(on[side]))
        rows[side].root.classList.toggle('low', on[side] < 60_000 && state.status === 'running')
      }
    },
    watch() {
      if (state === null || asked === state) return
      const on = clocksOf(state, instant())
      if (on === null || on.running === null || on[on.running] > 0) return
      if (on.flag === on.running || on.flag === 'both') return
      asked = state
      ranOut(listed)
    },
    retell: () => draw(),
    matches(text) {
      const wanted = text.trim().toLocaleLowerCase()
      if (wanted === '') return true
      if (String(listed.board) === wanted) return true
      return [listed.white.name, listed.black.name].some((name) => name.toLocaleLowerCase().includes(wanted))
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
    const last = state.moves.at(-1)
    board.show({ fen: state.boardFen, marks: lastMarks(state) })
    tile.need = needOf(state)
    const { kind, text } = tile.need
    const className = `badge ${kind}`
    if (badge.className !== className) badge.className = className
    const ended = state.result === null ? '' : scoreText(state.result)
    set(badge, text === '' ? (ended === '' ? t(`status-${state.status}`) : ended) : text)
    root.classList.toggle('waits', kind === 'arbiter')
    root.classList.toggle('ended', state.status === 'ended')
    set(foot, last === undefined ? '' : `${moveNumber(last.ply, blackBegan(state))} ${localSan(last.san)}`)
    tile.tick()
  }

  return tile
}

function clocksOf({ clocks, status, at }: ShownState, instant: number): ClockFace | null {
  return clocks === null || status !== 'running' ? clocks : runOn(clocks, instant - Date.parse(at))
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

function lastMarks({ moves }: ShownState): Map<string, readonly Mark[]> {
  const last = moves.at(-1)
  if (last === undefined) return new Map()
  const kinds: readonly Mark[] = last.legal ? ['last'] : ['wrong']
  return new Map([
    [last.uci.slice(0, 2), kinds],
    [last.uci.slice(2, 4), kinds],
  ])
}
