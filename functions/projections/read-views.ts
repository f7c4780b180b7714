/**
 * Games and rounds read from their views, as they stand or as they were known at an instant: a round takes a query for each
 * megabyte of its items, however many boards it has. Each function returns null where there is no view that this program reads;
 * the caller then reads the record.
 */

import { LRUCache } from 'lru-cache'
import type { GameState } from '../../domain/game/index.ts'
import type { RoundId } from '../../domain/state/round.ts'
import type { Belonging } from '../app/stored-events.ts'
import { gameStream, roundStream } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'
import type { Document, Documents } from '../store/documents.ts'
import { createTtlValue } from '../ttl-value.ts'
import {
  type HistoryChunk,
  type KnownStep,
  onlyStateKnownAt,
  type SeqRange,
  stateKnownAt,
} from './history.ts'
import { type RoundIndex, roundIndex } from './round-index.ts'
import { createSharedIndexes, type SharedIndexes } from './shared-indexes.ts'
import {
  GAME_LINE_PREFIX,
  type GameLine,
  type GameView,
  gamePartition,
  gameViews,
  HISTORY_PREFIX,
  INDEX_PREFIX,
  isOwnFormat,
  PLACE_KEY,
  places,
  ROUND_ITEM_KEY,
  type RoundItem,
  readVersions,
  SEAT_PREFIX,
  STATE_PREFIX,
  seatItems,
  unpackState,
  VERSIONS_TTL_MS,
  viewKey,
} from './view.ts'
import type { ViewProgress } from './view-progress.ts'

type ViewPorts = Pick<Ports, 'views' | 'clock'>

export interface ViewedState {
  readonly state: GameState
  readonly seq: number
  readonly erased: number
}

/** Up to which event a view reaches, and how much had been erased by then. */
export type ViewReach = Pick<ViewProgress, 'seq' | 'erased'>

/** Where views are read: the version is looked up once for all that a request reads. */
export interface ViewReader {
  /** `instant` (ms): as it was known then, `late` (ms) before now; null: as it stands. */
  round(tournament: string, round: string, instant: number | null, late?: number): Promise<RoundIndex | null>
  /** From when on a round's first event counts as known (ms), without its boards; null: it has no view yet. */
  roundKnownFrom(tournament: string, round: string): Promise<number | null>
  /** How far the views of a round and of its games reach, by stream; null: there are none of the round. */
  reach(tournament: string, round: string): Promise<ReadonlyMap<string, ViewReach> | null>
  /**
   * The states of a round's games in the order of their ids, those that were known; `null` of a game: its views are not whole.
   * Only games whose ids come after `after`.
   */
  states(
    tournament: string,
    round: string,
    instant: number | null,
    after?: string,
  ): AsyncIterable<readonly [game: string, ViewedState | null]>
  /** A game as it was known, and after events before that; null where its views are not whole, or there are none. */
  steps(game: string, instant: number | null, range: SeqRange): Promise<ViewedSteps | null>
  /** Null also for a game that has not been projected. `belonging`: where it is known to belong. */
  game(game: string, instant: number | null, belonging?: Belonging): Promise<ViewedGame | null>
  /** Where a game of a round sat; `board` null: at none; null: no view tells. */
  seat(game: string, instant: number | null): Promise<ViewedPlace | null>
}

export interface ViewedSteps {
  readonly belonging: Belonging
  /** Null: nothing of it was known at the instant. */
  readonly known: KnownStep | null
  /** From when on its first event counts as known, ms. */
  readonly knownFrom: number
}

export interface ViewedPlace {
  readonly round: string | undefined
  readonly board: number | null
}

export interface ViewedGame {
  readonly belonging: Belonging
  /** From when on its first event counts as known, ms. */
  readonly knownFrom: number
  /** Null: nothing of it was known at the instant. */
  readonly viewed: ViewedState | null
}

/** Games whose partition is cached, which never changes. */
const MAX_PLACES = 20_000

/**
 * Read models for processes that do not hold the games in memory: feeds are read from views, which are shortly behind the
 * record.
 */
export interface ReadModels {
  /** Null where this program has no whole version of the views to read. */
  open(): Promise<ViewReader | null>
  /** Has the next call look up again which version is read. */
  forgetVersions(): void
}

interface ReadModelOptions {
  /** For how long requests of this process share the index of a round, ms; 0: each reads it. */
  readonly indexSharedForMs?: number
}

export function createReadModels(
  ports: ViewPorts,
  { indexSharedForMs = 0 }: ReadModelOptions = {},
): ReadModels {
  const indexes = createSharedIndexes(ports, indexSharedForMs)
  const places = new LRUCache<string, Belonging>({ max: MAX_PLACES })
  const versions = createTtlValue(ports.clock, VERSIONS_TTL_MS, () => readVersions(ports))
  return {
    async open() {
      const version = (await versions.get())?.live
      return isOwnFormat(version) ? readerOf(ports, version, { known: places, indexes }) : null
    },
    forgetVersions: versions.forget,
  }
}

type StateAt = (instant: number, range?: SeqRange) => KnownStep | 'unseen' | null

/** What readers of one process share. */
interface SharedReads {
  readonly known: LRUCache<string, Belonging>
  readonly indexes: SharedIndexes
}

function readerOf(ports: ViewPorts, version: string, { known, indexes }: SharedReads): ViewReader {
  const roundPartition = (tournament: string, round: string) =>
    viewKey(version, roundStream(tournament, round))

  /** Where a game has its items; an empty one also of a game that has none. */
  const placeOf = async (game: string): Promise<Belonging> => {
    const found =
      known.get(game) ?? (await places(ports).get(viewKey(version, gameStream(game)), PLACE_KEY))?.value
    if (found !== undefined) known.set(game, found)
    return found ?? {}
  }

  /** The states of a game by the instant at which each was known: by its chunks, or by its view where it became known at once. */
  const pastOf = async (game: string, belonging: Belonging): Promise<StateAt> => {
    const partition = gamePartition(version, game, belonging)
    const chunks = await chunksOf(ports, partition, game)
    if (chunks.length > 0) return (...at) => stateKnownAt(chunks, ...at)
    const view = (await gameViews(ports).get(partition, `${STATE_PREFIX}${game}`))?.value
    return view?.atOnce ? (...at) => onlyStateKnownAt(view, ...at) : () => null
  }

  return {
    async round(tournament, round, instant, late = 0) {
      const items = await indexes.read(roundPartition(tournament, round))
      return roundIndex(items, instant, late, ports.clock.now())
    },

    async roundKnownFrom(tournament, round) {
      const own = await (ports.views as Documents<RoundItem>).get(
        roundPartition(tournament, round),
        ROUND_ITEM_KEY,
      )
      return own?.value.steps[0]?.known ?? null
    },

    reach: (tournament, round) => roundReach(ports, roundPartition(tournament, round), { tournament, round }),

    async *states(tournament, round, instant, after) {
      const partition = roundPartition(tournament, round)
      if (instant === null) {
        const from = after === undefined ? undefined : `${STATE_PREFIX}${after}`
        for await (const { sk, value } of gameViews(ports).query(partition, STATE_PREFIX, from))
          yield [sk.slice(STATE_PREFIX.length), viewedState(value)]
        return
      }
      // Behind all chunks of that game: `$` comes after the `#` of their numbers.
      const from = after === undefined ? undefined : `${HISTORY_PREFIX}${after}$`
      const pasts = (ports.views as Documents<HistoryChunk>).query(partition, HISTORY_PREFIX, from)
      for await (const [game, chunks] of byGame(pasts)) {
        const viewed = stateKnownAt(chunks, instant)
        if (viewed !== 'unseen') yield [game, viewed]
      }
    },

    async game(game, instant, place) {
      const partition = gamePartition(version, game, place ?? (await placeOf(game)))
      const view = (await gameViews(ports).get(partition, `${STATE_PREFIX}${game}`))?.value
      if (view === undefined) return null
      const { belonging, knownFrom } = view
      known.set(game, belonging)
      if (instant === null) return { belonging, knownFrom, viewed: viewedState(view) }
      if (knownFrom > instant) return { belonging, knownFrom, viewed: null }
      if (view.atOnce) return { belonging, knownFrom, viewed: viewedState(view) }
      const chunks = await chunksOf(ports, partition, game)
      const viewed = stateKnownAt(chunks, instant)
      return viewed === null || viewed === 'unseen' ? null : { belonging, knownFrom, viewed }
    },

    async steps(game, instant, range) {
      const belonging = await placeOf(game)
      const stateAt = await pastOf(game, belonging)
      const known = stateAt(instant ?? Number.POSITIVE_INFINITY, range)
      if (known === null) return null
      if (known !== 'unseen') return { belonging, known, knownFrom: known.knownFrom }
      const first = stateAt(Number.POSITIVE_INFINITY)
      return first === null || first === 'unseen'
        ? null
        : { belonging, known: null, knownFrom: first.knownFrom }
    },

    async seat(game, instant) {
      const { tournament, round } = await placeOf(game)
      if (tournament === undefined || round === undefined)
        return known.has(game) ? { round, board: null } : null
      const found = await seatItems(ports).get(roundPartition(tournament, round), `${SEAT_PREFIX}${game}`)
      if (found === null) return null
      const steps = found.value.steps.filter(({ known }) => instant === null || known <= instant)
      return { round, board: steps.at(-1)?.board ?? null }
    },
  }
}

/** All chunks of a game's history, in their order. */
async function chunksOf(
  { views }: Pick<ViewPorts, 'views'>,
  partition: string,
  game: string,
): Promise<HistoryChunk[]> {
  const chunks: HistoryChunk[] = []
  for await (const { value } of views.query(partition, `${HISTORY_PREFIX}${game}#`))
    chunks.push(value as HistoryChunk)
  return chunks
}

/** How far the views of a round and of its games reach; null: it has none. */
async function roundReach(
  { views }: Pick<ViewPorts, 'views'>,
  partition: string,
  { tournament, round }: RoundId,
): Promise<Map<string, ViewReach> | null> {
  const reached = new Map<string, ViewReach>()
  let hasRound = false
  for await (const { sk, value } of views.query(partition, INDEX_PREFIX)) {
    if (sk === ROUND_ITEM_KEY) reached.set(roundStream(tournament, round), value as RoundItem)
    else if (sk.startsWith(GAME_LINE_PREFIX))
      reached.set(gameStream(sk.slice(GAME_LINE_PREFIX.length)), value as GameLine)
    hasRound ||= sk === ROUND_ITEM_KEY
  }
  return hasRound ? reached : null
}

const viewedState = ({ state, seq, erased }: GameView): ViewedState => ({
  state: unpackState(state),
  seq,
  erased,
})

/** The chunks of each game together: their keys begin with the game. */
async function* byGame(
  chunks: AsyncIterable<Document<HistoryChunk>>,
): AsyncGenerator<readonly [game: string, chunks: readonly HistoryChunk[]]> {
  let game = ''
  let found: HistoryChunk[] = []
  for await (const { sk, value } of chunks) {
    const own = sk.slice(HISTORY_PREFIX.length, sk.lastIndexOf('#'))
    if (own !== game && found.length > 0) yield [game, found]
    if (own !== game) found = []
    game = own
    found.push(value)
  }
  if (found.length > 0) yield [game, found]
}
