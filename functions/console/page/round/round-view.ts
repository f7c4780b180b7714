/** All boards of a round, live: those that need the arbiter first. */
import { computed, effect, signal } from '@preact/signals-core'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../../../domain/formats/change-messages.ts'
import { type ApiRefusal, requestJson, serverNow } from '../api/client.ts'
import { delayOfRefusal } from '../api/late.ts'
import { refusalView } from '../api/refusal.ts'
import { isSignedIn } from '../api/session.ts'
import type { GameListItem, RoundResponse, StateResponse, TournamentResponse } from '../api/shapes.ts'
import { setConnectionState } from '../live/connection.ts'
import { presentInstant } from '../live/present.ts'
import { type StreamMessage, type StreamSubscription, subscribeStream } from '../live/subscription.ts'
import { element, html, mount, nothing } from '../ui/dom.ts'
import { announceText } from '../ui/notices.ts'
import { rove } from '../ui/roving.ts'
import { playTone } from '../ui/sound.ts'
import { setTitle } from '../ui/title.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { inTurn } from './in-turn.ts'
import { needRank } from './need.ts'
import { layout, leftRound, order, rememberLeft } from './preferences.ts'
import { roundHead, wallClock } from './round-head.ts'
import { roundLinks } from './round-links.ts'
import { type BoardTile, createTile, lastMoveOf } from './tile.ts'

/** Games asked for at once, and how many unchanged ones are looked at again with each poll. */
const CONCURRENT_REQUESTS = 6
const RECHECKED_PER_POLL = 12
const BOARDS_PAINTED_FIRST = 12
/** Boards whose clocks have run out that are asked for at once: after a pause they may be all of a round. */
const FLAGS_ASKED_AT_ONCE = 2
/** Half seconds after which boards ordered by their clocks are put in order again. */
const TICKS_BETWEEN_ORDERS = 10

export function openRoundView(root: HTMLElement, tournament: string, round: string): () => void {
  const heading = element('header', 'round-head')
  const waiting = element('section', 'boards waiting')
  const others = element('section', 'boards')
  const trouble = element('div', 'trouble')
  const main = element('main', 'round', { id: 'content', tabindex: '-1' })
  const boardsOf = element('div')
  boardsOf.append(waiting, others)
  const foot = element('footer', 'round-foot')
  const noneFound = element('p', 'empty', { role: 'status' })
  noneFound.hidden = true
  main.append(heading, trouble, noneFound, boardsOf, foot)
  root.replaceChildren(main)

  const info = signal<TournamentResponse | null>(null)
  const list = signal<RoundResponse | null>(null)
  const problem = signal<ApiRefusal | null>(null)
  const place = `${tournament}/${round}`
  const left = leftRound(place)
  const wanted = signal(left.filter)
  /** Boards that need the arbiter now. */
  const needing = signal<ReadonlySet<string>>(new Set())
  const waits = computed(() => needing.value.size)
  const tiles = new Map<string, BoardTile>()
  const visible = new Set<BoardTile>()
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const tile = tiles.get((target as HTMLElement).dataset['game'] ?? '')
      if (tile === undefined) continue
      if (isIntersecting) visible.add(tile)
      else visible.delete(tile)
    }
  })

  /** Minutes after which somebody sees the round whose token opens another. */
  const refusedFor = signal(0)
  /** Minutes by which the reader sees the round late. */
  const late = computed(() => (isSignedIn.value ? refusedFor.value : (info.value?.delay ?? 0)))
  const prefix = (): string => (late.peek() > 0 ? `/delayed/${late.peek()}` : '')
  const instant = (): number => presentInstant(late.peek())

  const toFoot = () => {
    foot.scrollIntoView()
    foot.querySelector<HTMLElement>('a')?.focus()
  }

  const waitingTiles = () => [...waiting.querySelectorAll<HTMLElement>('.tile')]

  const comesBefore = (a: BoardTile, b: BoardTile): boolean => {
    if (order.peek() === 'clock' && a.timeLeft() !== b.timeLeft()) return a.timeLeft() < b.timeLeft()
    if (order.peek() === 'need' && needRank(a.need) !== needRank(b.need))
      return needRank(a.need) < needRank(b.need)
    return a.board < b.board
  }
  const isWaiting = ({ need }: BoardTile): boolean => need.kind === 'arbiter' || need.kind === 'flag'

  /** Puts a board where it belongs; the others stay where they are. */
  const seat = (tile: BoardTile) => {
    const section = order.peek() === 'need' && isWaiting(tile) ? waiting : others
    const place = [...section.querySelectorAll<HTMLElement>('.tile')].find((node) => {
      const other = tiles.get(node.dataset['game'] ?? '')
      return other !== undefined && other !== tile && comesBefore(tile, other)
    })
    if (tile.element.parentElement === section && tile.element.nextElementSibling === (place ?? null)) return
    const focused = tile.element === document.activeElement
    section.insertBefore(tile.element, place ?? null)
    if (focused) tile.element.focus()
  }

  /** All boards anew, after another order was chosen or while clocks decide it. */
  const seatAll = () => {
    const all = [...tiles.values()].sort((a, b) => (comesBefore(a, b) ? -1 : 1))
    for (const tile of all)
      (order.peek() === 'need' && isWaiting(tile) ? waiting : others).append(tile.element)
  }

  /** A board that comes to need the arbiter is announced, with a tone where that is switched on. */
  const noteNeed = (tile: BoardTile, game: string) => {
    const before = needing.peek()
    if (isWaiting(tile) === before.has(game)) return
    const next = new Set(before)
    if (isWaiting(tile)) next.add(game)
    else next.delete(game)
    needing.value = next
    if (!next.has(game) || !complete) return
    announceText(`${t('board', { board: tile.board })}: ${tile.need.text}`)
    playTone()
  }
  /** The round has been seen whole once: what comes to wait from then on is new. */
  let complete = false

  const show = (listed: GameListItem, state: StateResponse | null) => {
    performance.mark('board')
    let tile = tiles.get(listed.game)
    if (tile === undefined) {
      tile = createTile(listed, { instant, onClockRanOut: askFlagInTurn })
      tiles.set(listed.game, tile)
      others.append(tile.element)
      watcher.observe(tile.element)
    }
    const before = tile.need.kind
    tile.update(listed, state)
    if (before !== tile.need.kind || state === null) seat(tile)
    noteNeed(tile, listed.game)
    tile.element.hidden = !tile.matches(wanted.peek())
    performance.measure('board update', 'board')
  }

  const known = new Map<string, string>()
  let nextTile = 0

  /** Asks for the round and for the games that changed. */
  const refresh = async (): Promise<boolean> => {
    if (info.peek() === null) {
      const answer = await requestJson<TournamentResponse>(`/tournaments/${tournament}`)
      if (answer.ok) info.value = answer.value
      else if (answer.status === 0) return false
    }
    const path = `${prefix()}/tournaments/${tournament}/rounds/${round}/games`
    const answer = await requestJson<RoundResponse>(path)
    if (!answer.ok) {
      const minutes = delayOfRefusal(answer.status, answer.problem)
      if (minutes !== null && late.peek() === 0) {
        refusedFor.value = minutes
        if (!closed) subscribe()
        return true
      }
      problem.value = answer
      return answer.status !== 0
    }
    problem.value = null
    list.value = answer.value
    const { games } = answer.value
    const changed = games.filter((game) => known.get(game.game) !== keyOf(game))
    const looked = games.filter((game) => game.status !== 'ended' && !changed.includes(game))
    const again = Array.from(
      { length: Math.min(RECHECKED_PER_POLL, looked.length) },
      (_, k) => looked[(nextTile + k) % looked.length]!,
    )
    nextTile += RECHECKED_PER_POLL
    for (const game of changed) if (!tiles.has(game.game)) show(game, null)
    const reached = await fetchStates([...changed, ...again])
    if (reached) whole()
    return reached
  }

  const fetchStates = async (games: readonly GameListItem[]): Promise<boolean> => {
    const queue = [...games]
    let reached = true
    const work = async () => {
      for (let game = queue.shift(); game !== undefined; game = queue.shift()) {
        const answer = await requestJson<StateResponse>(`${prefix()}/games/${game.game}`)
        if (!answer.ok) {
          reached &&= answer.status !== 0
          continue
        }
        known.set(game.game, keyOf(game))
        if (answer.changed || tiles.get(game.game)?.element.dataset['drawn'] === undefined) {
          show(game, answer.value)
          tiles.get(game.game)!.element.dataset['drawn'] = ''
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, work))
    return reached
  }

  /** What stands after a clock has come to nothing: no event and so no message tells of that. */
  const askFlag = async (listed: GameListItem): Promise<void> => {
    const at = new Date(instant()).toISOString()
    const answer = await requestJson<StateResponse>(`${prefix()}/games/${listed.game}/state?at=${at}`)
    if (!answer.ok || answer.value.clocks === null) return
    const { seq, clocks } = answer.value
    const { running, flag } = clocks
    // Meanwhile somebody may have moved; and what is not known yet is not asked for again and again.
    if ((seatedGames.get(listed.game)?.state.seq ?? seq) > seq) return
    if (flag !== null || (running !== null && clocks[running] > 0)) show(listed, answer.value)
  }
  const askFlagInTurn = inTurn(FLAGS_ASKED_AT_ONCE, ({ game }: GameListItem) => game, askFlag)

  /** What is not there: the tournament, the round, or boards that are shown. */
  const missingText = (): string => {
    const rounds = info.value?.rounds
    if (info.value === null) return t('no-tournament')
    return rounds === undefined || rounds.includes(round) ? t('no-round') : t('no-such-round', { round })
  }

  const seatedGames = new Map<string, Seated>()
  const takeGame = ({ game, board, white, black, state }: Seated) => {
    seatedGames.set(game, { game, board, white, black, state })
    show(listedOf({ game, board, white, black, state }), state)
    tiles.get(game)!.element.dataset['drawn'] = ''
  }

  /** The round's stream: the whole, then what changes in one game after another. */
  const hear = async ({ event, data }: StreamMessage): Promise<boolean> => {
    if (event === 'poll') return refresh()
    const { game, board, ...message } = data as Record<string, unknown> & Partial<Seated>
    if (event === 'snapshot') {
      const { games } = data as { readonly games: readonly Seated[] }
      for (const [k, each] of games.entries()) {
        // The boards that are seen at once are painted before the others are made.
        if (k === BOARDS_PAINTED_FIRST && !complete) await new Promise((resolve) => setTimeout(resolve))
        if (closed) return true
        takeGame(each)
      }
      whole()
    }
    if (event === 'game') takeGame(data as Seated)
    else if (event !== 'snapshot' && event !== 'round' && event !== 'end' && game !== undefined) {
      const known = seatedGames.get(game)
      if (known === undefined) return refresh()
      const state = applyChangeMessage(known.state as unknown as GameDocument, event as MessageName, message)
      takeGame({ ...known, board: board ?? known.board, state: state as unknown as StateResponse })
    }
    return true
  }

  /** Every board has been shown: back to where the round was left. */
  const whole = () => {
    if (complete) return
    complete = true
    if (left.scroll > 0) requestAnimationFrame(() => scrollTo(0, left.scroll))
  }

  let subscription: StreamSubscription | null = null
  let closed = false
  const follow = async () => {
    const answer = await requestJson<TournamentResponse>(`/tournaments/${tournament}`)
    if (closed) return
    if (answer.ok) info.value = answer.value
    else problem.value = answer
    // A round may still be opened; nobody follows what no tournament has.
    if (!answer.ok && answer.status === 404) setConnectionState('read')
    else subscribe()
  }
  const subscribe = () => {
    subscription?.close()
    subscription = subscribeStream(
      `${prefix()}/tournaments/${tournament}/rounds/${round}/stream?moves=last`,
      hear,
    )
  }
  void follow()
  let ticks = 0
  const ticking = setInterval(() => {
    wallClock.value = serverNow()
    if (order.peek() === 'clock' && ++ticks % TICKS_BETWEEN_ORDERS === 0) seatAll()
    for (const tile of visible) tile.tick()
    // Where nobody looks a flag may fall too, and its board comes first then.
    for (const tile of tiles.values()) tile.checkFlag()
  }, 500)

  const ends = [
    rove(boardsOf, '.tile', { rows: true }),
    mount(
      heading,
      () =>
        html`${roundHead({ round, tournament, info, late, waits, wanted, toWaiting: () => waitingTiles()[0]?.focus(), toFoot })}${roundLinks(tournament, round)}`,
    ),
    mount(foot, () => roundLinks(tournament, round)),
    mount(trouble, () =>
      problem.value === null
        ? nothing
        : html`<p class="empty">${refusalView(problem.value, missingText())}</p>`,
    ),
    effect(() => {
      const text = wanted.value
      for (const tile of tiles.values()) tile.element.hidden = !tile.matches(text)
      noneFound.textContent = t('none-found')
      noneFound.hidden = text === '' || [...tiles.values()].some(({ element: { hidden } }) => !hidden)
    }),
    effect(() => {
      order.value
      seatAll()
    }),
    effect(() => {
      main.classList.toggle('dense', layout.value === 'list')
    }),
    effect(() => {
      const name = info.value?.name ?? tournament
      const some = waits.value > 0 ? `(${waits.value}) ` : ''
      setTitle(`${some}${name}, ${t('round', { round })}`)
    }),
    effect(() => {
      pageLanguage.value
      waiting.setAttribute('aria-label', t('needs-arbiter'))
      waiting.dataset['title'] = t('needs-arbiter')
      others.setAttribute('aria-label', t('all-boards'))
      for (const tile of tiles.values()) tile.redraw()
    }),
  ]
  return () => {
    closed = true
    rememberLeft(place, { filter: wanted.peek(), scroll: scrollY })
    subscription?.close()
    clearInterval(ticking)
    watcher.disconnect()
    for (const end of ends) end()
  }
}

/** A game of the round's stream. */
type Seated = Pick<GameListItem, 'game' | 'board' | 'white' | 'black'> & { readonly state: StateResponse }

const listedOf = ({ state, ...seat }: Seated): GameListItem => ({
  ...seat,
  status: state.status,
  plies: lastMoveOf(state)?.ply ?? 0,
  result: state.result,
})

const keyOf = ({ status, plies, result }: GameListItem): string => `${status} ${plies} ${result?.white ?? ''}`
