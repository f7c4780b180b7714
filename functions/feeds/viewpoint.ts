/** The viewpoint of a request for a feed: its principal, delay and instant; and what the record shows of a game from there. */
import { canRetract } from '../../domain/formats/change-messages.ts'
import type { GameState } from '../../domain/game/index.ts'
import { loadUnlessDamaged } from '../app/access.ts'
import type { GameReader, RoundReader } from '../app/dependencies.ts'
import { type AsOf, asOfInstant, stateAfter, visibleSeq, withPeriodBegun } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { gameStream } from '../app/stored-events.ts'
import type { Principal } from '../auth/roles.ts'
import type { SeqRange } from '../projections/history.ts'
import type { ReadModels, ViewReader } from '../projections/read-views.ts'
import type { ResponseCache } from '../response-cache.ts'
import { sha256OfText } from '../store/hash.ts'
import type { BoardSnapshot, GameSteps, SeenRounds } from './snapshots.ts'

/** Who reads, when, and with which delay; a RouteRequest has all of it. */
export interface Viewer {
  readonly principal: Principal | null
  /** When the request came, ms since 1970. */
  readonly receivedAt: number
  /** Minutes. */
  readonly delay: number
}

/** What feeds read: the record, or the views where a process has read models. */
export interface FeedSources extends GameReader, RoundReader {
  readonly readModels?: ReadModels | undefined
  /** Where this process alone writes the record. */
  readonly seenRounds?: SeenRounds | undefined
  /** The views that such a process makes: of games that are not in memory, where the views reach as far as the record. */
  readonly ownViews?: ReadModels | undefined
}

/** Feeds whose documents are rendered once for each state. */
export interface RenderedFeeds extends FeedSources {
  readonly responses: ResponseCache
}

export interface Viewpoint {
  readonly service: FeedSources
  readonly principal: Principal | null
  /** Minutes. */
  readonly delay: number
  readonly asOf: AsOf
  /** The instant looked at, ms since 1970. */
  readonly instant: number
  /** The same as views take it: null for now. */
  readonly viewedAt: number | null
  /** Readers with the same delay share the work. */
  readonly follower: string
}

export function viewpointOf(service: FeedSources, { principal, receivedAt, delay }: Viewer): Viewpoint {
  const asOf: AsOf = { delay, now: receivedAt }
  return { service, principal, delay, follower: `delay ${delay}`, ...instantsOf(asOf) }
}

const instantsOf = (asOf: AsOf): Pick<Viewpoint, 'asOf' | 'instant' | 'viewedAt'> => {
  const instant = asOfInstant(asOf)
  return { asOf, instant, viewedAt: asOf.delay === 0 ? null : instant }
}

/** The same reader's at another time. */
export const viewpointAt = (viewpoint: Viewpoint, asOf: AsOf): Viewpoint => ({
  ...viewpoint,
  ...instantsOf(asOf),
})

/** The name of what is seen from there: it stays when its record goes on. */
export const nameFrom = ({ delay }: Viewpoint, thing: string): string =>
  delay === 0 ? thing : `delayed ${delay} ${thing}`

/** The views to read from; null: this process has none. */
export const viewsFrom = async ({ service }: Viewpoint): Promise<ViewReader | null> =>
  (await service.readModels?.open()) ?? null

/**
 * The version of a game in tags: `g1:12`, `g1:12-1` after an erasure, which is no event, `g1:12@1773500000000` where a period
 * of the clock has begun since the last event (`periodBegunAt`, ms; 0: none).
 */
export const versionOf = (
  game: string,
  { erased }: Pick<GameRecord, 'erased'>,
  seq: number,
  periodBegunAt = 0,
): string =>
  `${game}:${seq}${erased === 0 ? '' : `-${erased}`}${periodBegunAt === 0 ? '' : `@${periodBegunAt}`}`

/** One version for the versions of many games. */
export const versionsDigest = (versions: readonly string[]): string => sha256OfText(versions.join(' '))

/** A game's state as it is seen from there, with a period that began since its last event, and the version of both. */
export function seenState(
  { instant }: Pick<Viewpoint, 'instant'>,
  { game, state, seq, erased }: { game: string; state: GameState; seq: number; erased: number },
): { readonly state: GameState; readonly periodBegunAt: number; readonly version: string } {
  const shown = withPeriodBegun(state, instant)
  const periodBegunAt = shown === state ? 0 : shown.at
  return { state: shown, periodBegunAt, version: versionOf(game, { erased }, seq, periodBegunAt) }
}

/** A game's state from the record: for one whose views are not whole. Null: it cannot be read, or is not to be seen. */
export async function recordedState(
  viewpoint: Viewpoint,
  game: string,
): Promise<Pick<BoardSnapshot, 'game' | 'state' | 'version'> | null> {
  const { service } = viewpoint
  const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
  return record && stateOfRecord(viewpoint, game, record)
}

/** A game's state from its record; null: it is not to be seen. */
export function stateOfRecord(
  viewpoint: Viewpoint,
  game: string,
  record: GameRecord,
): Pick<BoardSnapshot, 'game' | 'state' | 'version'> | null {
  const { asOf, follower } = viewpoint
  const seq = visibleSeq(record, asOf)
  if (seq === 0) return null
  const { erased } = record
  const seen = seenState(viewpoint, { game, state: stateAfter(record, seq, follower), seq, erased })
  return { game, state: seen.state, version: seen.version }
}

/** As `recordedState`, with what the game was after some of its events. */
export async function recordedSteps(
  viewpoint: Viewpoint,
  game: string,
  range: SeqRange,
): Promise<GameSteps | null> {
  const { service, asOf } = viewpoint
  const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
  const last = record === null ? 0 : visibleSeq(record, asOf)
  return record === null || last === 0 ? null : stepsOf(viewpoint, record, last, range)
}

/** A game as it stood after event `last`, and after those of the range before it. */
export function stepsOf(
  { follower, instant }: Viewpoint,
  record: GameRecord,
  last: number,
  [from, to]: SeqRange,
): GameSteps {
  const earlier: GameState[] = []
  for (let seq = Math.max(1, from); seq <= Math.min(to, last); seq++)
    earlier.push(structuredClone({ ...stateAfter(record, seq, 'asked'), log: [] }))
  const causes = record.folded.fold.state.log.slice(from, last).filter(canRetract)
  return { state: withPeriodBegun(stateAfter(record, last, follower), instant), earlier, causes }
}
