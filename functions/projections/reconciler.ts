/**
 * The reconciler: brings up to date what lost notifications left behind. First it projects streams that have newer entries in the
 * log of appends, then it compares streams of the catalogue with their views and with the log.
 */
import { batchesAsRead, batchesOf } from '../batches.ts'
import type { Ports } from '../ports.ts'
import {
  advanceCheckpoint,
  auditPosition,
  checkpointOf,
  isCommitEntry,
  queueAppends,
  readLog,
  sequencedHead,
  setAuditPosition,
} from '../store/append-log.ts'
import { StoreUnavailable } from '../store/commit-log.ts'
import { ItemDamaged } from '../store/document-item.ts'
import type { Projector } from './projector.ts'
import { quarantinedStreams } from './quarantine.ts'
import { isOwnFormat, openVersions } from './view.ts'

export interface ReconcilerDeps
  extends Pick<Ports, 'clock' | 'log' | 'metrics' | 'pause' | 'registry' | 'views'> {}

export interface Reconciled {
  readonly looked: number
  /** Streams whose views were behind, in the order they were found. */
  readonly behind: readonly string[]
}

const CATEGORIES = ['round', 'game'] as const

/** Every stream opened at `since` (RFC 3339) or later. */
export async function* streamsSince(service: Pick<Ports, 'log'>, since?: string): AsyncGenerator<string> {
  for (const category of CATEGORIES)
    for await (const { stream } of service.log.streams(category, since)) yield stream
}

/** Streams of a category that one call compares in turn, so that all are compared in some number of calls. */
const STREAMS_IN_TURN = 100
/** Streams compared or projected at a time. */
const CONCURRENCY = 16

/** The next streams of the catalogue, from where the last call ended; behind the last one it begins again. */
async function* nextStreams(service: Pick<Ports, 'log' | 'registry'>): AsyncGenerator<string> {
  for (const category of CATEGORIES) {
    const from = await auditPosition(service, category)
    let [count, last] = [0, from]
    for await (const { stream, openedAt } of service.log.streams(category, new Date(from).toISOString())) {
      if (count++ === STREAMS_IN_TURN) break
      last = Date.parse(openedAt)
      yield stream
    }
    // Past an instant at which more streams were opened than one call takes.
    const next = last === from ? from + 1 : last
    await setAuditPosition(service, category, count > STREAMS_IN_TURN ? next : 0)
  }
}

/** The name under which a version's views read the log of appends. */
export const viewsConsumer = (version: string): string => `views ${version}`

interface CaughtUp extends Reconciled {
  /** `at` (ms) of the oldest commit that was missing; null: none was. */
  readonly oldest: number | null
}

/** Brings one version's views up to date with what the log of appends has beyond their checkpoint, until `isOver`. */
async function catchUpWithLog(
  service: ReconcilerDeps,
  projector: Projector,
  version: string,
  isOver: () => boolean = () => false,
): Promise<CaughtUp> {
  const catchUp = await openCatchUp(service, projector, version)
  const consumer = viewsConsumer(version)
  for await (const { entries, tree } of readLog(service, await checkpointOf(service, consumer))) {
    const news = new Map(entries.filter(isCommitEntry).map(({ stream, n }) => [stream, n]))
    for (const batch of batchesOf([...news], CONCURRENCY)) {
      if (isOver()) return catchUp.result()
      await Promise.all(batch.map(([stream, n]) => catchUp.stream(stream, n)))
    }
    await advanceCheckpoint(service, consumer, tree.size)
  }
  return catchUp.result()
}

/** Compares streams with one version's views, and notes what was found. */
async function openCatchUp(service: ReconcilerDeps, projector: Projector, version: string) {
  const quarantined = new Set(await quarantinedStreams(service))
  const behind: string[] = []
  let looked = 0
  let oldest: number | null = null
  return {
    async stream(stream: string, head: number): Promise<void> {
      looked++
      if (quarantined.has(stream)) return
      const reached = await reachedBy(projector, stream, version)
      if (reached >= head) return
      behind.push(stream)
      const at = await firstMissedAt(service, stream, reached)
      if (!Number.isNaN(at)) oldest = Math.min(oldest ?? at, at)
      await projector.onChange(stream)
    },
    result: (): CaughtUp => ({ looked, behind, oldest }),
  }
}

/** How far a stream's views reach; 0 where their own items are damaged: the projector sets it aside, so that it holds up no other. */
async function reachedBy(projector: Projector, stream: string, version: string): Promise<number> {
  try {
    return await projector.checkpoint(stream, version)
  } catch (error) {
    if (error instanceof ItemDamaged) return 0
    throw error
  }
}

/** `at` (ms) of a stream's first commit that was missing; NaN where it cannot be read, for which the projector sets it aside. */
async function firstMissedAt(service: Pick<Ports, 'log'>, stream: string, reached: number): Promise<number> {
  try {
    const [missed] = await service.log.load(stream, reached)
    return missed === undefined ? Number.NaN : Date.parse((JSON.parse(missed.body) as { at: string }).at)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return Number.NaN
  }
}

/**
 * Brings the views up to date until `isOver`: of streams with new entries in the log of appends, and then of those that were not
 * queued for the log. `since` (RFC 3339): all streams opened then or later are compared; undefined: all streams; null: none.
 * Unless it is undefined, some further streams are compared in turn. A stream in quarantine waits for its release. Views of another
 * format are left to the rebuild.
 */
export async function reconcileViews(
  service: ReconcilerDeps,
  projector: Projector,
  since?: string | null,
  isOver: () => boolean = () => false,
): Promise<Reconciled> {
  const { live } = await openVersions(service)
  if (!isOwnFormat(live)) return { looked: 0, behind: [] }
  const news = await catchUpWithLog(service, projector, live, isOver)
  const others = await openCatchUp(service, projector, live)
  const compare = async (streams: AsyncIterable<string>): Promise<void> => {
    for await (const batch of batchesAsRead(streams, CONCURRENCY)) {
      if (isOver()) return
      await Promise.all(
        batch.map(async (stream) => {
          const head = await service.log.head(stream)
          if (head === null) return
          await others.stream(stream, head.n)
          if ((await sequencedHead(service, stream)) < head.n) await queueAppends(service, stream)
        }),
      )
    }
  }
  if (since !== null) await compare(streamsSince(service, since))
  if (since !== undefined) await compare(nextStreams(service))
  const found = [news, others.result()]
  const oldest = Math.min(...found.map(({ oldest }) => oldest ?? Number.POSITIVE_INFINITY))
  const lag = oldest === Number.POSITIVE_INFINITY ? 0 : (service.clock.now() - oldest) / 1000
  service.metrics?.set('touchmove_projection_lag_seconds', lag)
  service.metrics?.set('touchmove_quarantined_streams', (await quarantinedStreams(service)).length)
  return {
    looked: found.reduce((sum, { looked }) => sum + looked, 0),
    behind: [...new Set(found.flatMap(({ behind }) => behind))],
  }
}
