/**
 * Makes all views anew beside those that are read; the new ones are read once nothing is behind. Meanwhile the projector
 * projects into both, so that no commit is lost. A release whose views have another format begins this by itself, and until it has
 * ended reads the record (view.ts, `isOwnFormat`).
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { batchesAsRead, batchesOf } from '../batches.ts'
import { errorMessage } from '../error-message.ts'
import { failureFields, type Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import {
  advanceCheckpoint,
  checkpointOf,
  isCommitEntry,
  logTree,
  readLog,
  sequenceAppends,
} from '../store/append-log.ts'
import { StoreUnavailable } from '../store/commit-log.ts'
import type { ArchiveIndexer, Listings } from './archive-indexer.ts'
import type { Projector } from './projector.ts'
import { quarantineStream } from './quarantine.ts'
import {
  endPart,
  FIRST_CATEGORY,
  listMore,
  partsLeft,
  type RebuildPart,
  type RebuildPlan,
  type RebuildProgress,
  readLead,
  readPlan,
  rebuildProgress,
  streamsOfPart,
  writeLead,
  writePlan,
} from './rebuild-plan.ts'
import { type ReconcilerDeps, viewsConsumer } from './reconciler.ts'
import {
  isOwnFormat,
  openVersions,
  readVersions,
  VERSIONS_TTL_MS,
  VIEW_FORMAT,
  viewKey,
  writeVersions,
} from './view.ts'

export interface Rebuilt {
  readonly from: string | null
  readonly to: string
  readonly streams: number
  /** Streams that cannot be folded: in quarantine, not in the new views. */
  readonly setAside: readonly string[]
}

/** Longer than any process caches which versions are read and built, ms. */
const SWITCH_DELAY_MS = VERSIONS_TTL_MS + 500
/** Parts listed, and given to workers, at a time. */
const PARTS_AT_ONCE = 60
/** Streams of a part, and items to be deleted, taken at a time. */
const CONCURRENCY = 16
const PROGRESS_INTERVAL_MS = 10_000

export interface RebuildDeps extends ReconcilerDeps, Pick<Ports, 'ids' | 'inTurn' | 'singleWriter'> {}

export interface RebuildWork {
  readonly projector: Projector
  readonly archiveIndexer: ArchiveIndexer
  /** No other process writes to the store; threads of this one may. */
  readonly isOnlyProcess?: boolean
}

/** Does parts: one after the other in this process, or several at once in others. */
export type DoParts = (parts: readonly RebuildPart[]) => Promise<void>

export interface RebuilderOptions {
  readonly doParts?: DoParts
  readonly wait?: (ms: number) => Promise<unknown>
  /** Gets a line every ten seconds. */
  readonly log?: Pick<Log, 'write'> | undefined
}

/** What operators have of it. */
export interface RebuildControl {
  /** Begins, or goes on with what is under way; the progress once it has ended, or after a while. */
  start(): Promise<RebuildProgress>
  /** Null: views were never made anew. */
  progress(): Promise<RebuildProgress | null>
}

export interface ViewRebuilder extends RebuildControl {
  /**
   * Makes the views anew to the end. A second call while one is running gets its result; what a killed process left half made is
   * gone on with.
   */
  rebuild(): Promise<Rebuilt>
}

/** How long the caller of `start` waits for the end, ms. */
const START_TIMEOUT_MS = 15_000

export function createViewRebuilder(
  service: RebuildDeps,
  work: RebuildWork,
  options: RebuilderOptions = {},
): ViewRebuilder {
  /** Under which others that share the store know that this process leads the rebuild. */
  const leader = service.singleWriter ? null : service.ids.next()
  let running: Promise<Rebuilt> | null = null

  const rebuild = () => {
    running ??= runRebuild(service, work, leader, options).finally(() => {
      running = null
    })
    return running
  }

  return {
    rebuild,
    async start() {
      const timeout = new AbortController()
      const whole = rebuild()
      // A caller that has stopped waiting finds the failure in the log.
      whole.catch((error: unknown) => options.log?.write('error', 'rebuild-failed', failureFields(error)))
      const waited = sleep(START_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined)
      await Promise.race([whole, waited])
      timeout.abort()
      return (await rebuildProgress(service))!
    },
    progress: () => rebuildProgress(service),
  }
}

/** Begins a rebuild, or goes on with one, and does its parts until none is left. */
async function runRebuild(
  service: RebuildDeps,
  work: RebuildWork,
  leader: string | null,
  { doParts = oneByOne(service, work), wait = sleep, log }: RebuilderOptions,
): Promise<Rebuilt> {
  const reportProgress = progressReporter(service, log)
  await beginRebuild(service)
  for (;;) {
    const { plan, parts } = await nextParts(service, work, PARTS_AT_ONCE, leader)
    await reportProgress()
    const { from, to, phase, setAside } = plan
    if (phase === 'done') {
      logSetAside(log, setAside)
      return { from, to, streams: plan.streams, setAside }
    }
    if (parts.length > 0) await doParts(parts)
    else await wait(Math.max(1_000, plan.notBefore - service.clock.now()))
  }
}

const oneByOne =
  (service: RebuildDeps, work: RebuildWork): DoParts =>
  async (parts) => {
    for (const part of parts) await rebuildPart(service, work, part)
  }

/** Sets the metric at each call, and logs a line every ten seconds. */
function progressReporter(service: RebuildDeps, log: RebuilderOptions['log']): () => Promise<void> {
  let loggedAt = service.clock.now()
  return async () => {
    const progress = await rebuildProgress(service)
    if (progress === null) return
    const { to, phase, streams, done, isListed } = progress
    service.metrics?.set('touchmove_views_to_rebuild', phase === 'fold' ? streams - done : 0)
    const now = service.clock.now()
    if (now < loggedAt + PROGRESS_INTERVAL_MS) return
    loggedAt = now
    log?.write('info', 'views-rebuilding', { to, phase, streams, done, isListed })
  }
}

/** Where others do the work (lambda/rebuilder.ts). */
export function createRebuildStarter(service: RebuildDeps): RebuildControl {
  return {
    async start() {
      await beginRebuild(service)
      return (await rebuildProgress(service))!
    },
    progress: () => rebuildProgress(service),
  }
}

/** Whether the views that are read have another format than this program's, or others beside them are half made. */
export async function needsRebuild(service: Pick<Ports, 'registry' | 'views'>): Promise<boolean> {
  const { live, building } = await openVersions(service)
  if (building !== null || !isOwnFormat(live)) return true
  const plan = await readPlan(service)
  return plan !== null && plan.to === live && plan.phase !== 'done'
}

/** Says which version is made, so that the projector projects into it too; one that is being made is gone on with. */
export async function beginRebuild(service: RebuildDeps): Promise<RebuildPlan> {
  const before = await readVersions(service)
  const half = before?.building ?? null
  const known = await readPlan(service)
  if (known !== null && known.phase !== 'done' && isOwnFormat(known.to))
    if (known.to === (known.phase === 'fold' ? half : before?.live)) return known
  const to = isOwnFormat(half) ? half : nextVersion(before?.live, half, known?.to)
  await sequenceAppends(service)
  // What is appended from now on is read from the log at the end.
  await advanceCheckpoint(service, viewsConsumer(to), (await logTree(service)).size)
  await writeVersions(service, { live: before?.live ?? to, building: to })
  const now = service.clock.now()
  const plan: RebuildPlan = {
    ...{ from: before?.live ?? null, to, phase: 'fold', setAside: [] },
    ...{ startedAt: new Date(now).toISOString(), finishedAt: null },
    former: [...new Set([before?.live, half, known?.to])].filter(
      (version) => version != null && version !== to,
    ) as string[],
    ...LISTED_NOTHING,
    notBefore: now + SWITCH_DELAY_MS,
  }
  await writePlan(service, plan)
  return plan
}

const LISTED_NOTHING = { streams: 0, parts: 0, next: { category: FIRST_CATEGORY, since: '' } } as const

/**
 * The parts to be done next; none until `notBefore`, where another process leads, and once the plan is done. `leader`: who asks;
 * null: no other process may.
 */
export async function nextParts(
  service: RebuildDeps,
  work: RebuildWork,
  most: number,
  leader: string | null,
): Promise<{ readonly plan: RebuildPlan; readonly parts: readonly RebuildPart[] }> {
  let plan = (await readPlan(service)) ?? (await beginRebuild(service))
  if (leader !== null && !(await takeLead(service, leader))) return { plan, parts: [] }
  for (;;) {
    if (plan.phase === 'done' || service.clock.now() < plan.notBefore) return { plan, parts: [] }
    if (plan.next !== null) plan = await listMore(service, plan, most)
    const parts = await partsLeft(service, plan, most)
    if (parts.length > 0) return { plan, parts }
    if (plan.next !== null) continue
    plan = plan.phase === 'fold' ? await readNewViews(service, work, plan) : await endRebuild(service, plan)
  }
}

/** Longer than any process takes for the parts that it is given at a time, ms. */
const LEAD_MS = 5 * 60_000

/** Two that ask at once may both lead: they do the same, and it comes to the same. */
async function takeLead(service: RebuildDeps, leader: string): Promise<boolean> {
  const now = service.clock.now()
  const known = await readLead(service)
  if (known !== null && known.leader !== leader && known.until > now) return false
  await writeLead(service, { leader, until: now + LEAD_MS })
  return true
}

/** All parts are folded: what was appended meanwhile is made good, and the new views are read. */
async function readNewViews(
  service: RebuildDeps,
  work: RebuildWork,
  plan: RebuildPlan,
): Promise<RebuildPlan> {
  await sequenceAppends(service)
  await foldNews(service, work, plan.to)
  await writeVersions(service, { live: plan.to, building: null })
  const now = service.clock.now()
  const clearing: RebuildPlan = {
    ...((await readPlan(service)) ?? plan),
    phase: 'clear',
    ...LISTED_NOTHING,
    notBefore: plan.former.length > 0 ? now + SWITCH_DELAY_MS : now,
    ...(plan.former.length === 0 && { next: null, streams: plan.streams }),
  }
  await writePlan(service, clearing)
  return clearing
}

/** Folds what was appended since the rebuild began: whole, since parts may have written over what was projected meanwhile. */
async function foldNews(service: RebuildDeps, work: RebuildWork, version: string): Promise<void> {
  const consumer = viewsConsumer(version)
  for await (const { entries, tree } of readLog(service, await checkpointOf(service, consumer))) {
    const streams = new Set(entries.filter(isCommitEntry).map(({ stream }) => stream))
    const aside = await foldStreams([...streams], (stream) =>
      foldAnew(service, stream, async () => {
        await work.projector.project(stream, version, 'whole-if-newer')
        await work.archiveIndexer.indexAnew(stream)
      }),
    )
    if (aside.length > 0) await noteSetAside(service, aside)
    await advanceCheckpoint(service, consumer, tree.size)
  }
}

/** Those that cannot be folded. */
async function foldStreams(
  streams: readonly string[],
  fold: (stream: string) => Promise<boolean>,
): Promise<string[]> {
  const aside: string[] = []
  for (const batch of batchesOf(streams, CONCURRENCY))
    await Promise.all(
      batch.map(async (stream) => {
        if (!(await fold(stream))) aside.push(stream)
      }),
    )
  return aside
}

async function endRebuild(service: RebuildDeps, plan: RebuildPlan): Promise<RebuildPlan> {
  const done: RebuildPlan = {
    ...plan,
    phase: 'done',
    finishedAt: new Date(service.clock.now()).toISOString(),
  }
  await writePlan(service, done)
  return done
}

/** Does a part; done twice, also at once, it comes to the same. */
export async function rebuildPart(service: RebuildDeps, work: RebuildWork, part: RebuildPart): Promise<void> {
  const plan = await readPlan(service)
  if (plan === null || plan.to !== part.to || plan.phase !== part.phase) return
  const streams = await streamsOfPart(service, part)
  if (part.phase === 'clear') await clearViews(service, plan.former, streams)
  else {
    const listings: Listings = new Map()
    const aside = await foldStreams(streams, (stream) => makeViews(service, work, stream, part.to, listings))
    await work.archiveIndexer.list(listings)
    if (aside.length > 0) await noteSetAside(service, aside)
  }
  await endPart(service, part)
}

/** Several processes may note at once: what one of them overwrites is in quarantine all the same. */
async function noteSetAside(service: RebuildDeps, streams: readonly string[]): Promise<void> {
  const plan = await readPlan(service)
  if (plan !== null)
    await writePlan(service, { ...plan, setAside: [...new Set([...plan.setAside, ...streams])] })
}

/** A line for each stream that a rebuild could not fold. */
export function logSetAside(log: Pick<Log, 'write'> | undefined, streams: readonly string[]): void {
  for (const stream of streams)
    log?.write('error', 'stream-set-aside', { stream, message: 'a rebuild of the views could not fold it' })
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
  // Another process may have come further, and what it wrote must not be written over: it may be read before this one has ended.
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

/** Of this program's format, and with a number that no version had. */
function nextVersion(...used: (string | null | undefined)[]): string {
  const numbers = used.map((version) => Number(version?.split('-')[1] ?? 0))
  return `${VIEW_FORMAT}-${Math.max(0, ...numbers) + 1}`
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
