/** The projector: notified that a stream has something new, it brings the stream's views up to its head. */

import type { Consumer } from '../app/change-notifier.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import { RecordDamaged } from '../app/stored-events.ts'
import { errorMessage } from '../error-message.ts'
import type { Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { categoryOf, StoreUnavailable } from '../store/commit-log.ts'
import { createTtlValue } from '../ttl-value.ts'
import { createTurns } from '../turns.ts'
import { gameProjection, type ProjectionMode } from './project-game.ts'
import { projectRound } from './project-round.ts'
import { quarantineStream, releaseStream } from './quarantine.ts'
import {
  GAME_LINE_PREFIX,
  gameLines,
  gamePartition,
  isOwnFormat,
  openVersions,
  PLACE_KEY,
  places,
  ROUND_ITEM_KEY,
  roundItems,
  VERSIONS_TTL_MS,
  viewKey,
} from './view.ts'
import { openProgressCache } from './view-progress.ts'

export interface Projector extends Consumer {
  /** Projects into a version, whether or not it is the one that is read. Throws where the stream is at fault (RecordDamaged …). */
  project(stream: string, version: string, mode?: ProjectionMode): Promise<void>
  /** The commit a stream's views reach to, 0 without any. */
  checkpoint(stream: string, version: string): Promise<number>
  /** Has the versions read again that notified changes are projected into; resolves when no change goes by the former ones. */
  forgetVersions(): Promise<void>
}

interface ProjectorDeps
  extends GameLoader,
    RoundLoader,
    Pick<Ports, 'alertLog' | 'clock' | 'metrics' | 'registry' | 'singleWriter' | 'views'> {}

/** `log` gets a line for each stream in quarantine. */
export function createProjector(
  service: ProjectorDeps,
  log: Pick<Log, 'write'> | undefined = service.alertLog,
): Projector {
  const versions = cachedVersions(service)
  const progress = openProgressCache()
  const projectGame = gameProjection(service, progress, versions.isLive)
  const inTurn = createTurns()
  const failing = new Set<string>()
  /** Changes that are being projected. */
  const underWay = new Set<Promise<void>>()

  const project: Projector['project'] = (stream, version, mode = 'changes') =>
    inTurn(stream, async () => {
      const id = idOf(stream)
      if (categoryOf(stream) === 'game') return projectGame(id, version, mode)
      const [tournament = '', round = ''] = id.split('/')
      if (categoryOf(stream) === 'round')
        return projectRound(service, progress, [tournament, round], version, mode)
    })

  const projectChange = async (stream: string): Promise<void> => {
    try {
      for (const version of await versions.current()) await project(stream, version)
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
  }

  return {
    name: 'projector',
    debounced: true,
    project,
    onChange(stream) {
      const projected = projectChange(stream).finally(() => underWay.delete(projected))
      underWay.add(projected)
      return projected
    },
    checkpoint: (stream, version) => checkpointOf(service, stream, version),
    async forgetVersions() {
      versions.forget()
      // Who is notified of a change is told of its failure.
      await Promise.allSettled(underWay)
    },
  }
}

const idOf = (stream: string): string => stream.slice(stream.indexOf('#') + 1)

/** The versions to be projected into: the one that is read, and the one being built. Asked for anew after `VERSIONS_TTL_MS`. */
function cachedVersions(service: Pick<Ports, 'clock' | 'registry' | 'views'>) {
  const { get, peek, forget } = createTtlValue(service.clock, VERSIONS_TTL_MS, () => openVersions(service))
  return {
    async current(): Promise<readonly string[]> {
      const { live, building } = await get()
      // Versions of another format belong to another release.
      return [live, building].filter(isOwnFormat)
    },
    forget,
    /** Whether it was the version that is read, when the versions were read last. */
    isLive: (version: string): boolean => version === peek()?.live,
  }
}

async function checkpointOf(service: Pick<Ports, 'views'>, stream: string, version: string): Promise<number> {
  const own = viewKey(version, stream)
  if (categoryOf(stream) === 'round')
    return Math.floor((await roundItems(service).get(own, ROUND_ITEM_KEY))?.n ?? 0)
  const game = idOf(stream)
  const place = (await places(service).get(own, PLACE_KEY))?.value ?? {}
  const partition = gamePartition(version, game, place)
  return Math.floor((await gameLines(service).get(partition, `${GAME_LINE_PREFIX}${game}`))?.n ?? 0)
}
