/** Projects a game: its state, its states by the instants they were known, and its line among those of its round. */
import { LRUCache } from 'lru-cache'
import { isArchived } from '../../domain/formats/pgn-source.ts'
import { loadCurrent } from '../app/access.ts'
import type { GameLoader } from '../app/dependencies.ts'
import type { FoldedGame } from '../app/games.ts'
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
  PLACE_KEY,
  packState,
  places,
  resultLine,
  STATE_PREFIX,
  viewKey,
} from './view.ts'
import { type ProgressCache, progressKey, progressTo, viewNumber } from './view-progress.ts'

/** Histories cached to be extended: each takes about as much memory as its game. */
const MAX_HISTORIES = 512

type GameItem = HistoryChunk | GameView | Belonging | GameLine

/**
 * How a stream's views are written. `changes`: what goes beyond the views that there are. `whole`: all of them and in one go, over
 * whatever is there: for views that are being built, where no other process writes; what a notification has projected meanwhile may
 * be written over, and `whole-if-newer` makes that good, item by item.
 */
export type ProjectionMode = 'changes' | 'whole' | 'whole-if-newer'

/** `isLive`: whether a version is the one that is read. */
export function gameProjection(
  service: GameLoader & Pick<Ports, 'clock' | 'views'>,
  progress: ProgressCache,
  isLive: (version: string) => boolean,
): (game: string, version: string, mode: ProjectionMode) => Promise<void> {
  const histories = new LRUCache<string, { readonly erased: number; readonly history: GameHistory }>({
    max: MAX_HISTORIES,
  })

  /** The history of a game up to the record's head; rebuilt when a person was erased from it. */
  const historyOf = (game: string, erased: number): GameHistory => {
    const known = histories.get(game)
    if (known !== undefined && known.erased === erased) return known.history
    const history = openHistory()
    histories.set(game, { erased, history })
    return history
  }

  /**
   * Nobody else writes the version that is read where this process writes alone, and it projects a stream once at a time: one request
   * is enough. Into a version that is being built, worker threads write too.
   */
  const putNewer = async (
    version: string,
    pk: string,
    n: number,
    items: readonly { readonly sk: string; readonly value: GameItem }[],
  ): Promise<void> => {
    const views = service.views as Documents<GameItem>
    if (service.singleWriter && isLive(version))
      return views.putAll(items.map(({ sk, value }) => ({ pk, sk, n, value })))
    for (const { sk, value } of items) await views.putIfNewer(pk, sk, n, value)
  }

  const storedProgress = async (partition: string, game: string) =>
    (await gameLines(service).get(partition, `${GAME_LINE_PREFIX}${game}`))?.value ?? null

  /** Its line comes last: how far that reaches says how far all of them do. */
  return async (game, version, mode) => {
    const stream = gameStream(game)
    const record = await loadCurrent<FoldedGame>(service, service.games, stream)
    if (record.seq === 0) return
    const { seq, erased, head, known } = record
    const { fold, belonging } = record.folded
    const partition = gamePartition(version, game, belonging)
    const number = viewNumber(head.n, erased)
    // The record may go on during what is awaited below.
    const result = { ...resultLine(game, fold.state), known: increments(known) }
    const view = { seq, erased, belonging, knownFrom: known[0]!, state: packState(fold.state) }
    const history = historyOf(game, erased)
    history.grow(fold.state, known)
    const periods = history.periods()
    const key = progressKey(version, stream)
    const before = mode === 'changes' ? (progress.get(key) ?? (await storedProgress(partition, game))) : null
    const chunks = history.chunksAfter(before?.erased === erased ? before.seq : 0)
    const items = [
      ...chunks.map(({ number: chunk, steps }) => ({ sk: chunkKey(game, chunk), value: { erased, steps } })),
      { sk: `${STATE_PREFIX}${game}`, value: view },
    ]
    const reached = progressTo({ seq, erased }, before, service.clock.now())
    const line = { ...result, ...reached, ...(periods.length > 0 && { periods }) }
    const sk = `${GAME_LINE_PREFIX}${game}`
    const place = { pk: viewKey(version, stream), sk: PLACE_KEY, value: belonging }
    const needsPlace = partition !== place.pk && before === null
    if (mode === 'whole') {
      const own = [...items, { sk, value: line }].map((item) => ({ ...item, pk: partition, n: number }))
      await (service.views as Documents<GameItem>).putAll([...(needsPlace ? [place] : []), ...own])
    } else {
      if (needsPlace) await places(service).put(place.pk, place.sk, place.value)
      await putNewer(version, partition, number, items)
      if (service.singleWriter && isLive(version))
        await gameLines(service).putAll([{ pk: partition, sk, n: number, value: line }])
      else await gameLines(service).putIfNewer(partition, sk, number, line)
    }
    progress.set(key, reached)
    // An ended game hardly ever goes on, and then its history can be made again; so it is where all views are made anew.
    if (fold.state.result !== null || mode !== 'changes') histories.delete(game)
    // Thousands of imported games would fill the memory with states that hardly anybody asks for; who does has them folded again.
    if (mode === 'changes' && isArchived(fold.state.details)) {
      histories.delete(game)
      service.games.release(stream)
    }
  }
}
