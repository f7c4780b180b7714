/** Follows a round: by the service's stream, or by requests where there is none. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../../../domain/formats/change-messages.ts'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import { delayOfRefusal } from '../api/late.ts'
import { isSignedIn } from '../api/session.ts'
import type { GameListItem, RoundResponse, StateResponse, TournamentResponse } from '../api/shapes.ts'
import { setConnectionState } from '../live/connection.ts'
import { presentInstant } from '../live/present.ts'
import { type StreamMessage, type StreamSubscription, subscribeStream } from '../live/subscription.ts'
import { lastMoveOf } from './need.ts'
import { queueRequests } from './request-queue.ts'
import type { RoundBoards } from './round-boards.ts'

/** Games that are requested at once, and how many unchanged ones are requested again with each poll. */
const CONCURRENT_REQUESTS = 6
const RECHECKED_PER_POLL = 12
const BOARDS_PAINTED_FIRST = 12
/** Games that are requested at once because their clocks have reached zero: after a pause they may be all of a round. */
const FLAGS_ASKED_AT_ONCE = 2

/** A game in a message of the round's stream. */
type SeatedGame = Pick<GameListItem, 'game' | 'board' | 'white' | 'black'> & { readonly state: StateResponse }

/** The boards in a message of the round's stream. */
interface RoundBoardList {
  readonly boards: readonly { readonly board: number; readonly game: string }[]
}

interface Place {
  readonly tournament: string
  readonly round: string
}

export class RoundFeed {
  readonly info = signal<TournamentResponse | null>(null)
  readonly problem = signal<ApiRefusal | null>(null)
  /** The reader's delay, minutes. */
  readonly late: ReadonlySignal<number>
  readonly #place: Place
  readonly #boards: RoundBoards
  /** Called once every board has been shown. */
  readonly #onWhole: () => void
  /** The delay, minutes, of a reader whose token is for another round. */
  readonly #refusedFor = signal(0)
  readonly #games = new Map<string, SeatedGame>()
  /** What the list said about each game when its state was last requested. */
  readonly #listed = new Map<string, string>()
  #nextRechecked = 0
  #subscription: StreamSubscription | null = null
  #isClosed = false

  constructor(place: Place, boards: RoundBoards, onWhole: () => void) {
    this.#place = place
    this.#boards = boards
    this.#onWhole = onWhole
    this.late = computed(() => (isSignedIn.value ? this.#refusedFor.value : (this.info.value?.delay ?? 0)))
  }

  /** The present as the reader sees it, ms since 1970. */
  instant(): number {
    return presentInstant(this.late.peek())
  }

  async open(): Promise<void> {
    const answer = await requestJson<TournamentResponse>(`/tournaments/${this.#place.tournament}`)
    if (this.#isClosed) return
    if (answer.ok) this.info.value = answer.value
    else this.problem.value = answer
    // A round may still be opened, and is followed; a tournament that does not exist is not.
    if (!answer.ok && answer.status === 404) setConnectionState('read')
    else this.#subscribe()
  }

  close(): void {
    this.#isClosed = true
    this.#subscription?.close()
  }

  /** Requests the state after a clock has reached zero: that is no event, so no message reports it. */
  readonly askFlag = queueRequests(
    FLAGS_ASKED_AT_ONCE,
    ({ game }: GameListItem) => game,
    async (listed: GameListItem): Promise<void> => {
      const at = new Date(this.instant()).toISOString()
      const path = `${this.#prefix()}/games/${listed.game}/state?at=${at}`
      const answer = await requestJson<StateResponse>(path)
      if (!answer.ok || answer.value.clocks === null) return
      const { seq, clocks } = answer.value
      const { running, flag } = clocks
      // A move may have been made meanwhile; and a state in which the flag is not down yet is not shown.
      if ((this.#games.get(listed.game)?.state.seq ?? seq) > seq) return
      if (flag !== null || (running !== null && clocks[running] > 0)) this.#boards.show(listed, answer.value)
    },
  )

  #prefix(): string {
    return this.late.peek() > 0 ? `/delayed/${this.late.peek()}` : ''
  }

  #subscribe(): void {
    const { tournament, round } = this.#place
    this.#subscription?.close()
    this.#subscription = subscribeStream(
      `${this.#prefix()}/tournaments/${tournament}/rounds/${round}/stream?moves=last`,
      (message) => this.#onMessage(message),
    )
  }

  /** Handles a message of the round's stream: the whole round first, then changes of one game after another. */
  async #onMessage({ event, data }: StreamMessage): Promise<boolean> {
    if (event === 'poll') return this.#refresh()
    if (event === 'snapshot') await this.#takeWhole(data as { readonly games: readonly SeatedGame[] })
    else if (event === 'game') this.#take(data as SeatedGame)
    else if (event === 'round') this.#dropOthers((data as RoundBoardList).boards)
    else if (event !== 'end') return this.#takeChange(event as MessageName, data)
    return true
  }

  async #takeWhole({ games }: { readonly games: readonly SeatedGame[] }): Promise<void> {
    for (const [k, each] of games.entries()) {
      // The boards at the top of the page are painted before the others are created.
      if (k === BOARDS_PAINTED_FIRST && !this.#boards.isWhole)
        await new Promise((resolve) => setTimeout(resolve))
      if (this.#isClosed) return
      this.#take(each)
    }
    this.#dropOthers(games)
    this.#setWhole()
  }

  #takeChange(name: MessageName, data: unknown): boolean | Promise<boolean> {
    const { game, board, ...message } = data as Record<string, unknown> & Partial<SeatedGame>
    if (game === undefined) return true
    const known = this.#games.get(game)
    if (known === undefined) return this.#refresh()
    const state = applyChangeMessage(known.state as unknown as GameDocument, name, message)
    this.#take({ ...known, board: board ?? known.board, state: state as unknown as StateResponse })
    return true
  }

  #take({ game, board, white, black, state }: SeatedGame): void {
    this.#games.set(game, { game, board, white, black, state })
    this.#boards.show(listedOf({ game, board, white, black, state }), state)
  }

  #dropOthers(games: readonly { readonly game: string }[]): void {
    const seated = new Set(games.map(({ game }) => game))
    for (const game of this.#games.keys()) if (!seated.has(game)) this.#games.delete(game)
    for (const game of this.#listed.keys()) if (!seated.has(game)) this.#listed.delete(game)
    this.#boards.dropOthers(games)
  }

  #setWhole(): void {
    if (this.#boards.isWhole) return
    this.#boards.setWhole()
    this.#onWhole()
  }

  /** Requests the round and the games that have changed; returns whether the service was reached. */
  async #refresh(): Promise<boolean> {
    const { tournament, round } = this.#place
    if (this.info.peek() === null) {
      const answer = await requestJson<TournamentResponse>(`/tournaments/${tournament}`)
      if (answer.ok) this.info.value = answer.value
      else if (answer.status === 0) return false
    }
    const path = `${this.#prefix()}/tournaments/${tournament}/rounds/${round}/games`
    const answer = await requestJson<RoundResponse>(path)
    if (!answer.ok) return this.#takeRefusal(answer)
    this.problem.value = null
    const { games } = answer.value
    this.#dropOthers(games)
    const asked = this.#changedAndRechecked(games)
    for (const game of asked) if (!this.#boards.has(game.game)) this.#boards.show(game, null)
    const reached = await this.#fetchStates(asked)
    if (reached) this.#setWhole()
    return reached
  }

  #takeRefusal(answer: ApiRefusal): boolean {
    const minutes = delayOfRefusal(answer.status, answer.problem)
    if (minutes !== null && this.late.peek() === 0) {
      this.#refusedFor.value = minutes
      if (!this.#isClosed) this.#subscribe()
      return true
    }
    this.problem.value = answer
    return answer.status !== 0
  }

  /** The games that have changed by the list, and some of the others, in turn. */
  #changedAndRechecked(games: readonly GameListItem[]): readonly GameListItem[] {
    const changed = games.filter((game) => this.#listed.get(game.game) !== keyOf(game))
    const others = games.filter((game) => game.status !== 'ended' && !changed.includes(game))
    const rechecked = Array.from(
      { length: Math.min(RECHECKED_PER_POLL, others.length) },
      (_, k) => others[(this.#nextRechecked + k) % others.length]!,
    )
    this.#nextRechecked += RECHECKED_PER_POLL
    return [...changed, ...rechecked]
  }

  async #fetchStates(games: readonly GameListItem[]): Promise<boolean> {
    const queue = [...games]
    let reached = true
    const work = async () => {
      for (let game = queue.shift(); game !== undefined; game = queue.shift()) {
        const answer = await requestJson<StateResponse>(`${this.#prefix()}/games/${game.game}`)
        if (!answer.ok) {
          reached &&= answer.status !== 0
          continue
        }
        this.#listed.set(game.game, keyOf(game))
        if (answer.changed || !this.#boards.isDrawn(game.game)) this.#boards.show(game, answer.value)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, work))
    return reached
  }
}

const listedOf = ({ state, ...seat }: SeatedGame): GameListItem => ({
  ...seat,
  status: state.status,
  plies: lastMoveOf(state)?.ply ?? 0,
  result: state.result,
})

const keyOf = ({ status, plies, result }: GameListItem): string => `${status} ${plies} ${result?.white ?? ''}`
