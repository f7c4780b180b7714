/**
 * Views: what readers need of the record, stored so that they need not fold it. A round is one partition: an item of its own,
 * and of each game a few items of its own, so that a change of one board writes that board's items alone and a reader has
 * the whole round with one query. Every view is put only if it is newer, and can be made again from the record.
 *
 * | partition                     | sort key            | what                                              |
 * | ----------------------------- | ------------------- | ------------------------------------------------- |
 * | `view@V#round#T/R`            | `index#round`       | the round itself, by the instants it was known    |
 * |                               | `index#seat#G`      | at which board a game sits, by the same instants  |
 * |                               | `index#game#G`      | how far a game's views reach                      |
 * |                               | `state#G`           | its state now                                     |
 * |                               | `past#G#0000` …     | its states by the instants they were known        |
 * | `view@V#game#G`               | `place`             | where a game of a round has its items             |
 * |                               | the last three      | the items of a game that belongs to no round; its |
 * |                               |                     | past begins with its second commit                |
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { type GameState, pathOf, REDUCER_VERSION } from '../../domain/game/index.ts'
import { type Belonging, gameStream, roundStream } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'
import { isLogEmpty } from '../store/append-log.ts'
import type { Documents } from '../store/documents.ts'

/** Must be raised when the format of views, or of the archive's index, changes; all views are then made anew. */
const VIEW_VERSION = 6

/** The format of views that this program reads and writes. A version is the format, a dash and a count of rebuilds: `23.6-1`. */
export const VIEW_FORMAT = `${REDUCER_VERSION}.${VIEW_VERSION}`

/** Up to which event a view reached, and since when (ms). */
export type ShownStep = readonly [seq: number, at: number]

/** A game's line in the index of its round: how far its views reach, and when each event was known. Lists and standings read states. */
export interface GameLine {
  /** The last few, in their order; what was erased since is in none of them. */
  readonly shown: readonly ShownStep[]
  readonly seq: number
  readonly erased: number
  /** By event: how much later (ms) than the one before it each was known; the first counts from 1970. */
  readonly known: readonly number[]
  /** Periods that the clock began by itself after an event, and those that it will begin after the last one. */
  readonly periods?: readonly PeriodStart[]
}

/** A period that begins without an event: after which one, and when (ms). */
export type PeriodStart = readonly [seq: number, at: number]

/** A game in a view: its state is gzipped JSON in base64, since the path of a game is mostly repetition. */
export interface GameView {
  readonly seq: number
  readonly erased: number
  readonly belonging: Belonging
  /** From when on its first event counts as known, ms. */
  readonly knownFrom: number
  /**
   * All its events became known in one commit, as those of an imported game: no earlier state was ever seen, and it has no
   * history.
   */
  readonly atOnce?: true
  readonly state: string
}

/** What a round says of itself after one of its events, and from when on that counts as known (ms). */
export interface RoundStep {
  readonly seq: number
  readonly known: number
  readonly start: string | null
  readonly publishedAt: string | null
  readonly closedAt: string | null
}

export interface RoundItem {
  /** The seats' steps up to this event are all stored. */
  readonly seq: number
  readonly erased: number
  readonly shown: readonly ShownStep[]
  readonly steps: readonly RoundStep[]
}

/** A game's board after an event of its round, and from when on that counts as known (ms); null: it has none any more. */
export interface SeatStep {
  readonly seq: number
  readonly known: number
  readonly board: number | null
}

export interface SeatItem {
  readonly game: string
  readonly steps: readonly SeatStep[]
}

/** Which version is read, and which is being made beside it. */
export interface LiveVersions {
  readonly live: string
  readonly building: string | null
}

/** The partition of a stream's views. */
export const viewKey = (version: string, stream: string): string => `view@${version}#${stream}`

/** The partition that holds a game's items: that of its round, or its own. */
export const gamePartition = (version: string, game: string, { tournament, round }: Belonging): string =>
  viewKey(
    version,
    tournament === undefined || round === undefined ? gameStream(game) : roundStream(tournament, round),
  )

/** Sort keys. Items from which changes can be seen begin with `index#`. */
export const INDEX_PREFIX = 'index#'
export const ROUND_ITEM_KEY = `${INDEX_PREFIX}round`
export const SEAT_PREFIX = `${INDEX_PREFIX}seat#`
export const GAME_LINE_PREFIX = `${INDEX_PREFIX}game#`
export const STATE_PREFIX = 'state#'
export const HISTORY_PREFIX = 'past#'
export const PLACE_KEY = 'place'
export const chunkKey = (game: string, number: number): string =>
  `${HISTORY_PREFIX}${game}#${String(number).padStart(4, '0')}`

const POINTER = { pk: 'views', sk: 'versions' } as const

export const gameViews = ({ views }: Pick<Ports, 'views'>) => views as Documents<GameView>
export const gameLines = ({ views }: Pick<Ports, 'views'>) => views as Documents<GameLine>
export const roundItems = ({ views }: Pick<Ports, 'views'>) => views as Documents<RoundItem>
export const seatItems = ({ views }: Pick<Ports, 'views'>) => views as Documents<SeatItem>
export const places = ({ views }: Pick<Ports, 'views'>) => views as Documents<Belonging>
const pointers = ({ views }: Pick<Ports, 'views'>) => views as Documents<LiveVersions>

/** How long a process caches which versions are read and built, ms. */
export const VERSIONS_TTL_MS = 2_000

/** Null before anything was projected. */
export async function readVersions(ports: Pick<Ports, 'views'>): Promise<LiveVersions | null> {
  return (await pointers(ports).get(POINTER.pk, POINTER.sk))?.value ?? null
}

/** The live version where views were lost: no program reads it. */
const LOST = 'lost-0'

/**
 * The versions that are read and built. Where none is stored the first one begins, unless the record has commits: then its views
 * were deleted, and none is read until they are made anew.
 */
export async function openVersions(ports: Pick<Ports, 'registry' | 'views'>): Promise<LiveVersions> {
  const known = await readVersions(ports)
  if (known !== null) return known
  const versions = { live: (await isLogEmpty(ports)) ? `${VIEW_FORMAT}-1` : LOST, building: null }
  await pointers(ports).putIfAbsent(POINTER.pk, POINTER.sk, versions)
  return (await readVersions(ports)) ?? versions
}

export const writeVersions = (ports: Pick<Ports, 'views'>, versions: LiveVersions): Promise<void> =>
  pointers(ports).put(POINTER.pk, POINTER.sk, versions)

/** Whether a version has the format that this program reads and writes. */
export const isOwnFormat = (version: string | null | undefined): version is string =>
  version?.startsWith(`${VIEW_FORMAT}-`) === true

/** Steps that a view retains, and for how long besides the last two (ms): readers poll more often. */
const MAX_SHOWN_STEPS = 32
const SHOWN_FOR_MS = 60_000

/** A view's steps with one more, where it goes on; `before` is left out after an erasure. */
export function withShownStep(
  before: readonly ShownStep[] | undefined,
  seq: number,
  now: number,
): readonly ShownStep[] {
  const last = before?.at(-1)
  if (before === undefined || last === undefined) return [[seq, now]]
  if (last[0] >= seq) return before
  // A clock may be behind that of another process.
  const at = Math.max(now, last[1])
  const retained = before.slice(1 - MAX_SHOWN_STEPS)
  const oldest = retained.findLastIndex(([, since]) => since <= at - SHOWN_FOR_MS)
  return [...retained.slice(Math.max(0, oldest)), [seq, at]]
}

/** Up to which event a view reached at an instant (ms); 0: its steps do not go back so far. */
export const shownAt = (shown: readonly ShownStep[], instant: number): number =>
  shown.findLast(([, at]) => at <= instant)?.[0] ?? 0

/** Since when a view has reached an event (ms), as far back as its steps go. */
export const shownSince = (shown: readonly ShownStep[], seq: number): number =>
  shown.find(([reached]) => reached >= seq)?.[1] ?? 0

/** The differences between instants, as a line holds them. */
export const increments = (instants: readonly number[]): number[] =>
  instants.map((instant, k) => instant - (instants[k - 1] ?? 0))

/** Seq of the last event that was known at an instant (ms); 0: none was. */
export function seqKnownAt(known: readonly number[], instant: number): number {
  let at = 0
  for (const [k, later] of known.entries()) {
    at += later
    if (at > instant) return k
  }
  return known.length
}

/**
 * The state as feeds read it: the path of the game without moves that were taken back, and without the log. A fold cannot
 * be resumed from it; the record serves for that.
 */
export function stateWithoutHistory(state: GameState): GameState {
  const points = pathOf(state).map((point, index) => ({ ...point, parent: index - 1 }))
  return { ...state, points, here: points.length - 1, returns: [], log: [] }
}

export const packState = (state: GameState): string =>
  gzipSync(JSON.stringify(stateWithoutHistory(state)), { level: 1 }).toString('base64')

export const unpackState = (packed: string): GameState =>
  JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as GameState
