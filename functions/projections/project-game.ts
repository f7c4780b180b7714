/** Projects a game: its state, its states by the instants at which they became known, and its line in the index of its round. */
import { LRUCache } from 'lru-cache'
import { canRetract } from '../../domain/formats/change-messages.ts'
import { isArchived } from '../../domain/formats/pgn-source.ts'
import { loadCurrent } from '../app/access.ts'
import type { GameLoader } from '../app/dependencies.ts'
import { periodsAhead } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { type Belonging, gameStream } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { type GameHistory, type HistoryChunk, openHistory } from './history.ts'
import {
  chunkKey,
  GAME_LINE_PREFIX,
  type GameLine,
  type GameView,
  gameLines,
  gamePartition,
  increments,
  type PeriodStart,
  PLACE_KEY,
  packState,
  places,
  STATE_PREFIX,
  viewKey,
} from './view.ts'
import { type ProgressCache, progressKey, progressTo, viewNumber } from './view-progress.ts'

/** Histories cached to be extended: each takes about as much memory as its game. */
const MAX_HISTORIES = 512

type GameItem = HistoryChunk | GameView | Belonging | GameLine

/**
 * How a stream's views are written. `changes`: only what is newer than the stored views. `whole`: all of them at once, without
 * conditions, for a version that is being built while no other process writes; it may overwrite what a notification has projected
 * meanwhile. `whole-if-newer`: all of them, item by item where they are newer, which repairs such overwriting.
 */
export type ProjectionMode = 'changes' | 'whole' | 'whole-if-newer'

/** A game's items and its line, ready to be written. */
interface ProjectedGame {
  readonly game: string
  readonly stream: string
  readonly version: string
  readonly partition: string
  readonly belonging: Belonging
  /** The version of its items (`viewNumber`). */
  readonly n: number
  readonly items: readonly { readonly sk: string; readonly value: GameItem }[]
  readonly line: GameLine
  /** Nothing of it was written before. */
  readonly isFirst: boolean
}

/** `isLive`: whether a version is the one that is read. */
export function gameProjection(
  service: GameLoader & Pick<Ports, 'clock' | 'views'>,
  progress: ProgressCache,
  isLive: (version: string) => boolean,
): (game: string, version: string, mode: ProjectionMode) => Promise<void> {
  const histories = openHistories()
  return async (game, version, mode) => {
    const stream = gameStream(game)
    const record = await loadCurrent<FoldedGame>(service, service.games, stream)
    if (record.seq === 0) return
    const { seq, erased, head, known } = record
    const { fold, belonging } = record.folded
    const partition = gamePartition(version, game, belonging)
    // The record may go on during what is awaited below.
    const knownSince = increments(known)
    const isAlone = partition === viewKey(version, stream)
    // A round's games are read by their pasts.
    const atOnce = isAlone && head.n === 1 && !fold.state.log.some(canRetract)
    const view: GameView = {
      ...{ seq, erased, belonging, knownFrom: known[0]!, state: packState(fold.state) },
      ...(atOnce && { atOnce }),
    }
    const key = progressKey(version, stream)
    const before =
      mode === 'changes' ? (progress.get(key) ?? (await storedProgress(service, partition, game))) : null
    // After what became known at once there are no chunks yet.
    const isGoingOn = before?.erased === erased && !(isAlone && known[0] === known[before.seq - 1])
    const { chunks, periods } = atOnce
      ? { chunks: [], periods: periodsAhead(fold.state).map((at): PeriodStart => [seq, at]) }
      : histories.after(game, record, isGoingOn ? before.seq : 0)
    const reached = progressTo({ seq, erased }, before, service.clock.now())
    const projected: ProjectedGame = {
      ...{ game, stream, version, partition, belonging, n: viewNumber(head.n, erased) },
      items: [
        ...chunks.map(({ number: chunk, steps }) => ({
          sk: chunkKey(game, chunk),
          value: { erased, steps },
        })),
        { sk: `${STATE_PREFIX}${game}`, value: view },
      ],
      line: { known: knownSince, ...reached, ...(periods.length > 0 && { periods }) },
      isFirst: before === null,
    }
    if (mode === 'whole') await writeWhole(service, projected)
    else await writeNewer(service, projected, service.singleWriter && isLive(version))
    progress.set(key, reached)
    // An ended game hardly ever goes on, and then its history can be made again; so it is where all views are made anew.
    if (fold.state.result !== null || mode !== 'changes') histories.drop(game)
    // Thousands of imported games would fill the memory with states that hardly anybody asks for; who does has them folded again.
    if (mode === 'changes' && isArchived(fold.state.details)) {
      histories.drop(game)
      service.games.release(stream)
    }
  }
}

/** Histories of games up to the record's head, cached to be extended. */
function openHistories() {
  const histories = new LRUCache<string, { readonly erased: number; readonly history: GameHistory }>({
    max: MAX_HISTORIES,
  })
  /** Begun anew when a person was erased from the game. */
  const historyOf = (game: string, erased: number): GameHistory => {
    const known = histories.get(game)
    if (known !== undefined && known.erased === erased) return known.history
    const history = openHistory()
    histories.set(game, { erased, history })
    return history
  }
  return {
    /** The chunks that hold steps behind event `seq`, and the periods that the clock begins by itself. */
    after(game: string, { erased, known, folded }: GameRecord, seq: number) {
      const history = historyOf(game, erased)
      history.grow(folded.fold.state, known)
      return { chunks: history.chunksAfter(seq), periods: history.periods() }
    },
    drop(game: string): void {
      histories.delete(game)
    },
  }
}

async function storedProgress(
  service: Pick<Ports, 'views'>,
  partition: string,
  game: string,
): Promise<GameLine | null> {
  return (await gameLines(service).get(partition, lineKey(game)))?.value ?? null
}

const lineKey = (game: string): string => `${GAME_LINE_PREFIX}${game}`

/** The item that says where the others are; null where they lie in the game's own partition, or it was written before. */
function placeItem({ stream, version, partition, belonging, isFirst }: ProjectedGame) {
  const pk = viewKey(version, stream)
  return partition === pk || !isFirst ? null : { pk, sk: PLACE_KEY, value: belonging }
}

/** Writes all items in one go, over whatever is there. */
async function writeWhole({ views }: Pick<Ports, 'views'>, projected: ProjectedGame): Promise<void> {
  const { game, partition, n, items, line } = projected
  const place = placeItem(projected)
  const own = [...items, { sk: lineKey(game), value: line }].map((item) => ({ ...item, pk: partition, n }))
  await (views as Documents<GameItem>).putAll([...(place === null ? [] : [place]), ...own])
}

/**
 * Writes what is newer than what is there. The line comes last: how far that reaches says how far all of them do.
 * `isOnlyWriter`: nobody else writes the version that is read where this process writes alone, and it projects a stream once at
 * a time: one request is enough. Into a version that is being built, worker threads write too.
 */
async function writeNewer(
  service: Pick<Ports, 'views'>,
  projected: ProjectedGame,
  isOnlyWriter: boolean,
): Promise<void> {
  const { game, partition, n, items, line } = projected
  const views = service.views as Documents<GameItem>
  const place = placeItem(projected)
  const sk = lineKey(game)
  if (place !== null) await places(service).put(place.pk, place.sk, place.value)
  if (isOnlyWriter) {
    await views.putAll(items.map((item) => ({ ...item, pk: partition, n })))
    await views.putAll([{ pk: partition, sk, n, value: line }])
  } else {
    for (const item of items) await views.putIfNewer(partition, item.sk, n, item.value)
    await views.putIfNewer(partition, sk, n, line)
  }
}
