/** One board of the round: built once, then only what changed is touched. */
import type { ListedGame, ShownState } from '../api/shapes.ts'
import { createBoard, type Mark } from '../board/board.ts'
import { runOn } from '../clock/run-on.ts'
import { clockText } from '../clock/text.ts'
import { blackBegan, moveNumber } from '../replay/turns.ts'
import { hashOf } from '../route.ts'
import { element } from '../ui/dom.ts'
import { scoreText } from '../words/describe.ts'
import { localSan } from '../words/notation.ts'
import { t } from '../words/words.ts'
import { type Need, needOf } from './need.ts'

export interface Tile {
  readonly element: HTMLElement
  readonly board: number
  need: Need
  update(listed: ListedGame, state: ShownState | null): void
  /** Running clocks go on; `now` in ms since 1970. */
  tick(now: number): void
  /** All words again. */
  retell(): void
  matches(text: string): boolean
}

const set = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text
}

export function createTile(first: ListedGame): Tile {
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

  const tile: Tile = {
    element: root,
    board: first.board,
    need: { kind: 'none', text: '' },
    update(nextListed, nextState) {
      listed = nextListed
      if (nextState !== null) state = nextState
      draw()
    },
    tick(now) {
      if (state?.clocks == null) return
      const on = state.status === 'running' ? runOn(state.clocks, now - Date.parse(state.at)) : state.clocks
      for (const side of ['white', 'black'] as const) {
        set(rows[side].clock, clockText(on[side]))
        rows[side].root.classList.toggle('low', on[side] < 60_000 && state.status === 'running')
      }
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
    tile.tick(nowOf(state))
  }

  return tile
}

/** Ticks come once a second; until then the clocks are those of the state. */
const nowOf = (state: ShownState): number => (state.status === 'running' ? Date.now() : Date.parse(state.at))

function playerRow() {
  const root = element('span', 'player')
  const title = element('span', 'title')
  const name = element('span', 'name')
  const clock = element('span', 'clock')
  root.append(name, title, clock)
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
