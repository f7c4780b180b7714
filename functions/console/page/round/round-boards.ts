/** The boards of a round on the page, in order; those that wait for the arbiter are in a section of their own. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { GameListItem, StateResponse } from '../api/shapes.ts'
import { element } from '../ui/dom.ts'
import { announceText } from '../ui/notices.ts'
import { playTone } from '../ui/sound.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { needRank } from './need.ts'
import { order } from './preferences.ts'
import { type BoardTile, createTile } from './tile.ts'

interface Options {
  /** The text that is searched for: other boards are hidden. */
  readonly wanted: ReadonlySignal<string>
  /** The present as the reader sees it, ms since 1970. */
  instant(): number
  /** Called when a clock reaches zero after the last state. */
  onClockRanOut(listed: GameListItem): void
}

/** Whether a board waits for the arbiter: with a question, an open verdict or a fallen flag. */
const isWaiting = ({ need }: BoardTile): boolean => need.kind === 'arbiter' || need.kind === 'flag'

function comesBefore(a: BoardTile, b: BoardTile): boolean {
  if (order.peek() === 'clock' && a.timeLeft() !== b.timeLeft()) return a.timeLeft() < b.timeLeft()
  if (order.peek() === 'need' && needRank(a.need) !== needRank(b.need))
    return needRank(a.need) < needRank(b.need)
  return a.board < b.board
}

export class RoundBoards {
  readonly element = element('div')
  /** How many boards wait for the arbiter now. */
  readonly waits: ReadonlySignal<number>
  readonly #options: Options
  readonly #waiting = element('section', 'boards waiting')
  readonly #others = element('section', 'boards')
  readonly #tiles = new Map<string, BoardTile>()
  readonly #visible = new Set<BoardTile>()
  readonly #needing = signal<ReadonlySet<string>>(new Set())
  readonly #watcher: IntersectionObserver
  /** Whether arrivals are recorded in this round: a player without one has not come, on every board. */
  #arrivalsRecorded = false
  #isWhole = false

  constructor(options: Options) {
    this.#options = options
    this.waits = computed(() => this.#needing.value.size)
    this.#watcher = new IntersectionObserver((entries) => this.#noteVisible(entries))
    this.element.append(this.#waiting, this.#others)
  }

  /** Whether all boards have been shown once: boards that come to wait afterwards are announced. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  setWhole(): void {
    this.#isWhole = true
  }

  has(game: string): boolean {
    return this.#tiles.has(game)
  }

  /** Whether the board was drawn with a state. */
  isDrawn(game: string): boolean {
    return this.#tiles.get(game)?.element.dataset['drawn'] !== undefined
  }

  /** Shows a board; `state` is null before any is known. */
  show(listed: GameListItem, state: StateResponse | null): void {
    performance.mark('board')
    if (state !== null) this.#noteArrivals(state)
    const tile = this.#tiles.get(listed.game) ?? this.#create(listed)
    const before = tile.need.kind
    tile.update(listed, state)
    if (before !== tile.need.kind || state === null) this.#place(tile)
    this.#noteNeed(tile, listed.game)
    tile.element.hidden = !tile.matches(this.#options.wanted.peek())
    if (state !== null) tile.element.dataset['drawn'] = ''
    performance.measure('board update', 'board')
  }

  /** Removes the boards of other games, which were taken out of the round. */
  dropOthers(games: readonly { readonly game: string }[]): void {
    const seated = new Set(games.map(({ game }) => game))
    for (const [game, tile] of this.#tiles) {
      if (seated.has(game)) continue
      this.#tiles.delete(game)
      this.#visible.delete(tile)
      this.#watcher.unobserve(tile.element)
      tile.element.remove()
      this.#needing.value = new Set([...this.#needing.peek()].filter((each) => each !== game))
    }
  }

  /** Updates the running clocks of visible boards, and checks the flags of all: a board whose flag falls comes first. */
  tick(): void {
    for (const tile of this.#visible) tile.tick()
    for (const tile of this.#tiles.values()) tile.checkFlag()
  }

  /** Orders all boards again, after another order was chosen or while they are ordered by their clocks. */
  placeAll(): void {
    const all = [...this.#tiles.values()].sort((a, b) => (comesBefore(a, b) ? -1 : 1))
    for (const tile of all) this.#sectionOf(tile).append(tile.element)
  }

  focusFirstWaiting(): void {
    this.#waiting.querySelector<HTMLElement>('.tile')?.focus()
  }

  /** Follows the search, the order and the language; `noneFound` is shown where the search finds no board. */
  follow(noneFound: HTMLElement): () => void {
    const ends = [
      effect(() => {
        const text = this.#options.wanted.value
        const tiles = [...this.#tiles.values()]
        for (const tile of tiles) tile.element.hidden = !tile.matches(text)
        noneFound.textContent = t('none-found')
        noneFound.hidden = text === '' || tiles.some(({ element: { hidden } }) => !hidden)
      }),
      effect(() => {
        order.value
        this.placeAll()
      }),
      effect(() => {
        pageLanguage.value
        this.#waiting.setAttribute('aria-label', t('needs-arbiter'))
        this.#waiting.dataset['title'] = t('needs-arbiter')
        this.#others.setAttribute('aria-label', t('all-boards'))
        for (const tile of this.#tiles.values()) tile.redraw()
      }),
    ]
    return () => {
      this.#watcher.disconnect()
      for (const end of ends) end()
    }
  }

  #create(listed: GameListItem): BoardTile {
    const { instant, onClockRanOut } = this.#options
    const tile = createTile(listed, {
      instant,
      arrivalsRecorded: () => this.#arrivalsRecorded,
      onClockRanOut,
    })
    this.#tiles.set(listed.game, tile)
    this.#others.append(tile.element)
    this.#watcher.observe(tile.element)
    return tile
  }

  #sectionOf(tile: BoardTile): HTMLElement {
    return order.peek() === 'need' && isWaiting(tile) ? this.#waiting : this.#others
  }

  /** Moves a board to its place in the order; the others stay where they are. */
  #place(tile: BoardTile): void {
    const section = this.#sectionOf(tile)
    const next = [...section.querySelectorAll<HTMLElement>('.tile')].find((node) => {
      const other = this.#tileOf(node)
      return other !== undefined && other !== tile && comesBefore(tile, other)
    })
    if (tile.element.parentElement === section && tile.element.nextElementSibling === (next ?? null)) return
    const focused = tile.element === document.activeElement
    section.insertBefore(tile.element, next ?? null)
    if (focused) tile.element.focus()
  }

  #tileOf(node: HTMLElement): BoardTile | undefined {
    return this.#tiles.get(node.dataset['game'] ?? '')
  }

  #noteVisible(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const tile = this.#tileOf(target as HTMLElement)
      if (tile === undefined) continue
      if (isIntersecting) this.#visible.add(tile)
      else this.#visible.delete(tile)
    }
  }

  #noteArrivals({ arrived }: StateResponse): void {
    if (this.#arrivalsRecorded || arrived === undefined) return
    this.#arrivalsRecorded = true
    for (const tile of this.#tiles.values()) tile.redraw()
  }

  /** Announces a board that comes to wait for the arbiter, with a tone where that is switched on. */
  #noteNeed(tile: BoardTile, game: string): void {
    const before = this.#needing.peek()
    if (isWaiting(tile) === before.has(game)) return
    const next = new Set(before)
    if (isWaiting(tile)) next.add(game)
    else next.delete(game)
    this.#needing.value = next
    if (!next.has(game) || !this.#isWhole) return
    announceText(`${t('board', { board: tile.board })}: ${tile.need.text}`)
    playTone()
  }
}
