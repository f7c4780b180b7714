/** The projector: notified that a stream has something new, it brings the stream's views up to its head. */

import { LRUCache } from 'lru-cache'
import type { RoundState } from '../../domain/state/round.ts'
import { loadCurrent } from '../app/access.ts'
import type { Consumer } from '../app/change-notifier.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import type { FoldedGame } from '../app/games.ts'
import { gameStream, RecordDamaged, roundStream } from '../app/stored-events.ts'
import { createTurns } from '../app/turns.ts'
import { errorMessage } from '../error-message.ts'
import type { Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { categoryOf, StoreUnavailable } from '../store/commit-log.ts'
import type { Documents } from '../store/documents.ts'
import { type GameHistory, type HistoryChunk, openHistory } from './history.ts'
import { quarantineStream, releaseStream } from './quarantine.ts'
import { roundHistory } from './round-history.ts'
import {
  chunkKey,
  type GameLine,
  type GameView,
  gameLines,
  gamePartition,
  increments,
  isOwnFormat,
  LINES,
  openVersions,
  PLACE,
  packState,
  places,
  ROUND_ITEM,
  resultLine,
  roundItems,
  SEATS,
  STATES,
  seatItems,
  VERSIONS_TTL_MS,
  viewKey,
  withShownStep,
} from './view.ts'

export interface Projector extends Consumer {
  /** Projects into one version, whatever is read now. Throws on what is wrong with the stream itself (RecordDamaged …). */
  project(stream: string, version: string): Promise<void>
  /** The commit a stream's views reach to, 0 without any. */
  checkpoint(stream: string, version: string): Promise<number>
}

/** Histories cached to be extended: each takes about as much memory as its game. */
const MAX_HISTORIES = 512
/** Streams of which is remembered how far their views reach. */
const MAX_REMEMBERED = 20_000
/** Items of a round written at a time. */
const CONCURRENCY = 16

/**
 * A view's number: the commits it reaches to, and between them more the more was erased, for an erasure is no commit and
 * what was made before it must not come after.
 */
const versionNumber = (n: number, erased: number): number => n + erased / (erased + 1)

/** How far a stream's views reach. */
type Reached = Pick<GameLine, 'seq' | 'erased' | 'shown'>

interface ProjectorDeps
  extends GameLoader,
    RoundLoader,
    Pick<Ports, 'alertLog' | 'clock' | 'metrics' | 'registry' | 'singleWriter' | 'views'> {}

/** `log` gets a line for each stream in quarantine. */
export function createProjector(
  service: ProjectorDeps,
  log: Pick<Log, 'write'> | undefined = service.alertLog,
): Projector {
  let believed: {
    readonly versions: readonly string[]
    readonly live: string | null
    readonly until: number
  } | null = null
  const histories = new LRUCache<string, { readonly erased: number; readonly history: GameHistory }>({
    max: MAX_HISTORIES,
  })
  /** By version and stream: up to which event, and with how much erased, its views are stored. */
  const stored = new LRUCache<string, Reached>({ max: MAX_REMEMBERED })
  const failing = new Set<string>()

  /** The versions to be projected into: the one that is read, and the one being built. */
  const versionsNow = async (): Promise<readonly string[]> => {
    const now = service.clock.now()
    if (believed === null || now >= believed.until) {
      const versions = await openVersions(service)
      // Versions of another format are another program's.
      const own = [versions.live, versions.building].filter(isOwnFormat)
      believed = { versions: own, live: versions.live, until: now + VERSIONS_TTL_MS }
    }
    return believed.versions
  }

  /** The history of a game up to the record's head; rebuilt when a person was erased from it. */
  const historyOf = (game: string, erased: number): GameHistory => {
    const known = histories.get(game)
    if (known !== undefined && known.erased === erased) return known.history
    const history = openHistory()
    histories.set(game, { erased, history })
    return history
  }

  /** Its line comes last: how far that reaches says how far all of them do. */
  const projectGame = async (game: string, version: string): Promise<void> => {
    const stream = gameStream(game)
    const record = await loadCurrent<FoldedGame>(service, service.games, stream)
    if (record.seq === 0) return
    const { seq, erased, head, known } = record
    const { fold, belonging } = record.folded
    const partition = gamePartition(version, game, belonging)
    const number = versionNumber(head.n, erased)
    // The record may go on during what is awaited below.
    const result = { ...resultLine(game, fold.state), seq, erased, known: increments(known) }
    const view = { seq, erased, belonging, knownFrom: known[0]!, state: packState(fold.state) }
    const history = historyOf(game, erased)
    history.grow(fold.state.log, known)
    const periods = history.periods()
    const key = `${version} ${stream}`
    const before = stored.get(key) ?? (await storedBefore(partition, game))
    if (partition !== viewKey(version, stream) && before === null)
      await places(service).put(viewKey(version, stream), PLACE, belonging)
    const after = before?.erased === erased ? before.seq : 0
    const items = [
      ...history
        .chunksAfter(after)
        .map(({ number: chunk, steps }) => ({ sk: chunkKey(game, chunk), value: { erased, steps } })),
      { sk: `${STATES}${game}`, value: view },
    ]
    await putNewer(version, partition, number, items)
    const shown = shownWith(before, seq, erased)
    await gameLines(service).putIfNewer(partition, `${LINES}${game}`, number, {
      ...result,
      shown,
      ...(periods.length > 0 && { periods }),
    })
    stored.set(key, { seq, erased, shown })
    // An ended game hardly ever goes on, and then its history can be made again.
    if (fold.state.result !== null) histories.delete(game)
  }

  /**
   * Nobody else writes the version that is read where this process writes alone, and it projects a stream once at a time: one request
   * is enough. Into a version that is being built, worker threads write too.
   */
  const putNewer = async (
    version: string,
    pk: string,
    n: number,
    items: readonly { readonly sk: string; readonly value: HistoryChunk | GameView }[],
  ): Promise<void> => {
    const views = service.views as Documents<HistoryChunk | GameView>
    if (service.singleWriter && version === believed?.live)
      return views.putAll(items.map(({ sk, value }) => ({ pk, sk, n, value })))
    for (const { sk, value } of items) await views.putIfNewer(pk, sk, n, value)
  }

  const shownWith = (before: Reached | undefined | null, seq: number, erased: number) =>
    withShownStep(before?.erased === erased ? before.shown : undefined, seq, service.clock.now())

  const storedBefore = async (partition: string, game: string) =>
    (await gameLines(service).get(partition, `${LINES}${game}`))?.value ?? null

  /** Only seats that changed are written; the round's own item comes last. */
  const projectRound = async (tournament: string, round: string, version: string): Promise<void> => {
    const stream = roundStream(tournament, round)
    const record = await loadCurrent<RoundState>(service, service.rounds, stream)
    if (record.seq === 0) return
    const { seq, erased, head } = record
    const partition = viewKey(version, stream)
    const key = `${version} ${stream}`
    const { steps, seats } = roundHistory(record)
    const before = stored.get(key) ?? (await roundItems(service).get(partition, ROUND_ITEM))?.value
    const changed = [...seats].filter(([, steps]) => steps.at(-1)!.seq > (before?.seq ?? 0))
    for (let next = 0; next < changed.length; next += CONCURRENCY)
      await Promise.all(
        changed
          .slice(next, next + CONCURRENCY)
          .map(([game, steps]) =>
            seatItems(service).putIfNewer(partition, `${SEATS}${game}`, steps.at(-1)!.seq, { game, steps }),
          ),
      )
    const shown = shownWith(before, seq, erased)
    const item = { seq, erased, shown, steps }
    await roundItems(service).putIfNewer(partition, ROUND_ITEM, versionNumber(head.n, erased), item)
    stored.set(key, { seq, erased, shown })
  }

  const inTurn = createTurns()
  const project: Projector['project'] = (stream, version) => inTurn(stream, () => projectNow(stream, version))

  const projectNow: Projector['project'] = async (stream, version) => {
    const id = stream.slice(stream.indexOf('#') + 1)
    if (categoryOf(stream) === 'game') return projectGame(id, version)
    const [tournament = '', round = ''] = id.split('/')
    if (categoryOf(stream) === 'round') return projectRound(tournament, round, version)
  }

  return {
    name: 'projector',
    debounced: true,
    project,
    async onChange(stream) {
      try {
        for (const version of await versionsNow()) await project(stream, version)
      } catch (error) {
        // A failure of the store concerns all streams and passes. A failure of the stream itself puts it into quarantine, so that
        // it holds up no other.
        if (error instanceof StoreUnavailable) throw error
        const message = errorMessage(error)
        const kind = error instanceof RecordDamaged ? 'damaged' : 'unfoldable'
        const { times } = await quarantineStream(service, stream, message)
        failing.add(stream)
        log?.write('error', 'stream-set-aside', { stream, kind, message, times })
        return
      }
      if (failing.delete(stream)) await releaseStream(service, stream)
    },
    async checkpoint(stream, version) {
      const own = viewKey(version, stream)
      if (categoryOf(stream) === 'round')
        return Math.floor((await roundItems(service).get(own, ROUND_ITEM))?.n ?? 0)
      const game = stream.slice(stream.indexOf('#') + 1)
      const place = (await places(service).get(own, PLACE))?.value ?? {}
      const partition = gamePartition(version, game, place)
      return Math.floor((await gameLines(service).get(partition, `${LINES}${game}`))?.n ?? 0)
    },
  }
}
