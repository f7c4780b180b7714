/**
 * A part of a rebuild: the views of its streams are made anew, or those of former versions are deleted. A stream that cannot be
 * folded goes into quarantine, and the others go on.
 */
import { batchesAsRead, batchesOf } from '../batches.ts'
import { errorMessage } from '../error-message.ts'
import type { Ports } from '../ports.ts'
import { advanceCheckpoint, checkpointOf, isCommitEntry, readLog } from '../store/append-log.ts'
import { StoreUnavailable } from '../store/commit-log.ts'
import type { ArchiveIndexer, Listings } from './archive-indexer.ts'
import type { Projector } from './projector.ts'
import { quarantineStream } from './quarantine.ts'
import { endPart, type RebuildPart, readPlan, streamsOfPart, writePlan } from './rebuild-plan.ts'
import { type ReconcilerDeps, viewsConsumer } from './reconciler.ts'
import { viewKey } from './view.ts'

export interface RebuildDeps extends ReconcilerDeps, Pick<Ports, 'ids' | 'inTurn' | 'singleWriter'> {}

export interface RebuildWork {
  readonly projector: Projector
  readonly archiveIndexer: ArchiveIndexer
  /** No other process writes to the store; threads of this one may. */
  readonly isOnlyProcess?: boolean
}

/** Streams of a part, and items to be deleted, taken at a time. */
const CONCURRENCY = 16

/** Does a part. It is idempotent, also where two processes do it at the same time. */
export async function rebuildPart(service: RebuildDeps, work: RebuildWork, part: RebuildPart): Promise<void> {
  const plan = await readPlan(service)
  if (plan === null || plan.to !== part.to || plan.phase !== part.phase) return
  const streams = await streamsOfPart(service, part)
  if (part.phase === 'clear') await clearViews(service, plan.former, streams)
  else {
    const listings: Listings = new Map()
    const unfoldable = await foldStreams(streams, (stream) =>
      makeViews(service, work, stream, part.to, listings),
    )
    await work.archiveIndexer.list(listings)
    if (unfoldable.length > 0) await noteQuarantined(service, unfoldable)
  }
  await endPart(service, part)
}

/**
 * Folds what was appended since the rebuild began, each stream as a whole, since parts may have overwritten what was projected
 * meanwhile.
 */
export async function foldNews(service: RebuildDeps, work: RebuildWork, version: string): Promise<void> {
  const consumer = viewsConsumer(version)
  for await (const { entries, tree } of readLog(service, await checkpointOf(service, consumer))) {
    const streams = new Set(entries.filter(isCommitEntry).map(({ stream }) => stream))
    const unfoldable = await foldStreams([...streams], (stream) =>
      foldAnew(service, stream, async () => {
        await work.projector.project(stream, version, 'whole-if-newer')
        await work.archiveIndexer.indexAnew(stream)
      }),
    )
    if (unfoldable.length > 0) await noteQuarantined(service, unfoldable)
    await advanceCheckpoint(service, consumer, tree.size)
  }
}

/** Folds streams, some at a time; returns those that cannot be folded. */
async function foldStreams(
  streams: readonly string[],
  fold: (stream: string) => Promise<boolean>,
): Promise<string[]> {
  const unfoldable: string[] = []
  for (const batch of batchesOf(streams, CONCURRENCY))
    await Promise.all(
      batch.map(async (stream) => {
        if (!(await fold(stream))) unfoldable.push(stream)
      }),
    )
  return unfoldable
}

/** Several processes may note at once: what one of them overwrites is in quarantine all the same. */
async function noteQuarantined(service: RebuildDeps, streams: readonly string[]): Promise<void> {
  const plan = await readPlan(service)
  if (plan !== null)
    await writePlan(service, { ...plan, setAside: [...new Set([...plan.setAside, ...streams])] })
}

/** Makes a stream's views, and its rows of the archive's index; false: it cannot be folded. */
async function makeViews(
  service: RebuildDeps,
  { projector, archiveIndexer, isOnlyProcess = false }: RebuildWork,
  stream: string,
  version: string,
  listings: Listings,
): Promise<boolean> {
  if (isOnlyProcess)
    return foldAnew(service, stream, async () => {
      await projector.project(stream, version, 'whole')
      await archiveIndexer.indexRead(stream, listings)
    })
  // Another process may have projected further, and its views must not be overwritten, since they may be read before the
  // rebuild ends.
  const head = await service.log.head(stream)
  if (head === null) return true
  return foldAnew(service, stream, async () => {
    if ((await projector.checkpoint(stream, version)) < head.n) await projector.project(stream, version)
    await archiveIndexer.indexAnew(stream)
  })
}

/** False: the stream cannot be folded, and is in quarantine. */
async function foldAnew(service: RebuildDeps, stream: string, fold: () => Promise<void>): Promise<boolean> {
  try {
    await fold()
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    await quarantineStream(service, stream, errorMessage(error))
    return false
  }
}

async function clearViews(
  service: RebuildDeps,
  former: readonly string[],
  streams: readonly string[],
): Promise<void> {
  for (const batch of batchesOf(streams, CONCURRENCY))
    await Promise.all(
      batch.map(async (stream) => {
        for (const version of former) await deleteViews(service, version, stream)
      }),
    )
}

/** A round's items lie in its own partition, those of its games with it. */
async function deleteViews(service: RebuildDeps, version: string, stream: string): Promise<void> {
  for await (const batch of batchesAsRead(service.views.query(viewKey(version, stream)), CONCURRENCY))
    await Promise.all(batch.map(({ pk, sk }) => service.views.delete(pk, sk)))
}
