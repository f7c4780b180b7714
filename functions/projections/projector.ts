/** The projector: hears that a stream has something new, and puts the stream's view up to its head. */
import { LRUCache } from 'lru-cache'
import { loadCurrent, loadUnlessDamaged } from '../app/access.ts'
import type { Consumer } from '../app/change-notifier.ts'
import type { FoldedGame } from '../app/games.ts'
import { boardsOf, type FoldedRound } from '../app/round-state.ts'
import { roundViewOf } from '../app/rounds.ts'
import type { Service } from '../app/service.ts'
import { gameStream, RecordDamaged, roundStream } from '../app/stored-events.ts'
import type { Log } from '../observability/log.ts'
import { categoryOf, StoreUnavailable } from '../store/commit-log.ts'
import { quarantineStream, releaseStream } from './quarantine.ts'
import {
  type GameView,
  gameViews,
  packState,
  type ResultLine,
  readVersions,
  resultLine,
  roundsKey,
  roundViews,
  VIEW_FORMAT,
  viewKey,
  writeVersions,
} from './view.ts'

export interface Projector extends Consumer {
  /** Projects into one version, whatever is read now. Throws on what is wrong with the stream itself (RecordDamaged …). */
  project(stream: string, version: string): Promise<void>
  /** The commit a stream's view reaches to, 0 without one. */
  checkpoint(stream: string, version: string): Promise<number>
}

const MAX_LINES = 20_000

/**
 * A view's number: the commits it reaches to, and between them more the more was erased, for an erasure is no commit and
 * what was made before it must not come after.
 */
const versionNumber = (n: number, erased: number): number => n + erased / (erased + 1)

/** How long the pointer to the live version is believed, ms. */
const VERSIONS_TTL_MS = 2_000

const projectors = new WeakMap<Service, Projector>()

/** The projector of a service; `log` hears of what is set aside. */
export function projectorOf(service: Service, log?: Log): Projector {
  const projector = projectors.get(service) ?? openProjector(service, log)
  projectors.set(service, projector)
  return projector
}

function openProjector(service: Service, log?: Log): Projector {
  let believed: { readonly versions: readonly string[]; readonly until: number } | null = null
  /** Lines that the rounds' views have: a round's view is put only when one of them changes. */
  const lines = new LRUCache<string, string>({ max: MAX_LINES })
  const failing = new Set<string>()

  /** Those that are to be kept up: the one that is read, and the one being made. */
  const versionsNow = async (): Promise<readonly string[]> => {
    const now = service.clock.now()
    if (believed === null || now >= believed.until) {
      const versions = (await readVersions(service)) ?? { live: `${VIEW_FORMAT}-1`, building: null }
      if ((await readVersions(service)) === null) await writeVersions(service, versions)
      const { live, building } = versions
      // Another shape than this program's is another program's to keep up.
      const own = [live, building].filter((version) => version?.startsWith(`${VIEW_FORMAT}-`) === true)
      believed = { versions: own as string[], until: now + VERSIONS_TTL_MS }
    }
    return believed.versions
  }

  const projectGame = async (game: string, version: string): Promise<void> => {
    const stream = gameStream(game)
    const record = await loadCurrent<FoldedGame>(service, service.games, stream)
    if (record.seq === 0) return
    const { fold, belonging } = record.folded
    const line = resultLine(game, fold.state)
    const view: GameView = {
      seq: record.seq,
      erased: record.erased,
      belonging,
      line,
      state: packState(fold.state),
    }
    await gameViews(service).putIfNewer(
      viewKey(version, stream),
      'view',
      versionNumber(record.head.n, record.erased),
      view,
    )
    const { tournament, round } = belonging
    if (tournament === undefined || round === undefined) return
    const key = `${version} ${game}`
    const text = JSON.stringify(line)
    if (lines.get(key) === text) return
    await projectRound(tournament, round, version)
    lines.set(key, text)
  }

  /** From the warm game, or where games are not kept warm from its view: a round has hundreds. */
  const lineOfGame = async (
    game: string,
    version: string,
  ): Promise<{ readonly line: ResultLine; readonly seq: number; readonly erased: number } | null> => {
    const stream = gameStream(game)
    if (!service.soleWriter)
      return (await gameViews(service).get(viewKey(version, stream), 'view'))?.value ?? null
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, stream)
    if (record === null || record.seq === 0) return null
    return { line: resultLine(game, record.folded.fold.state), seq: record.seq, erased: record.erased }
  }

  /** Its number counts the round's events and its games', so that a later look is never overwritten by an earlier one. */
  const projectRound = async (tournament: string, round: string, version: string): Promise<void> => {
    const stream = roundStream(tournament, round)
    const record = await loadCurrent<FoldedRound>(service, service.rounds, stream)
    if (record.seq === 0) return
    const found = await Promise.all(boardsOf(record.folded).map(({ game }) => lineOfGame(game, version)))
    const shown = found.flatMap((each) => (each === null ? [] : [each.line]))
    const count = found.reduce((sum, each) => sum + (each?.seq ?? 0), record.seq)
    const erased = found.reduce((sum, each) => sum + (each?.erased ?? 0), record.erased)
    const view = { ...roundViewOf({ tournament, round }, record.folded), seq: record.seq, lines: shown }
    await roundViews(service).putIfNewer(
      roundsKey(version, tournament),
      round,
      versionNumber(count, erased),
      view,
    )
    await roundViews(service).putIfNewer(
      viewKey(version, stream),
      'view',
      versionNumber(record.head.n, record.erased),
      { ...view, lines: [] },
    )
  }

  const project: Projector['project'] = async (stream, version) => {
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
        // The store's trouble is everybody's and passes; the stream's own is put aside, so that it holds up nobody else.
        if (error instanceof StoreUnavailable) throw error
        const message = error instanceof Error ? error.message : String(error)
        const kind = error instanceof RecordDamaged ? 'damaged' : 'unfoldable'
        const { times } = await quarantineStream(service, stream, message)
        failing.add(stream)
        log?.write('error', 'stream-set-aside', { stream, kind, message, times })
        return
      }
      if (failing.delete(stream)) await releaseStream(service, stream)
    },
    async checkpoint(stream, version) {
      return Math.floor((await gameViews(service).get(viewKey(version, stream), 'view'))?.n ?? 0)
    },
  }
}
