/**
 * Makes all views anew beside those that are read; readers are switched to the new ones once these are complete. Meanwhile the
 * projector projects into both, so that no commit is lost. A release whose views have another format begins this by itself, and
 * until it has ended reads the record (view.ts, `isOwnFormat`).
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { failureFields, type Log } from '../observability/log.ts'
import { logQuarantined } from './quarantine.ts'
import { type RebuildDeps, type RebuildWork, rebuildPart } from './rebuild-part.ts'
import { beginRebuild, nextParts, type VersionCaches } from './rebuild-phases.ts'
import { type RebuildPart, type RebuildProgress, rebuildProgress } from './rebuild-plan.ts'

/** Parts listed, and given to workers, at a time. */
const PARTS_AT_ONCE = 60
const PROGRESS_INTERVAL_MS = 10_000

export interface Rebuilt {
  readonly from: string | null
  readonly to: string
  readonly streams: number
  /** Streams that cannot be folded: in quarantine, not in the new views. */
  readonly setAside: readonly string[]
}

/** Does parts: one after the other in this process, or several at once in others. */
export type DoParts = (parts: readonly RebuildPart[]) => Promise<void>

export interface RebuilderOptions {
  readonly doParts?: DoParts
  readonly wait?: (ms: number) => Promise<unknown>
  /** Gets a line every ten seconds. */
  readonly log?: Pick<Log, 'write'> | undefined
}

/** Starting a rebuild and following its progress, as routes offer it to operators. */
export interface RebuildControl {
  /** Begins, or goes on with what is under way; the progress once it has ended, or after a while. */
  start(): Promise<RebuildProgress>
  /** Null: views were never made anew. */
  progress(): Promise<RebuildProgress | null>
}

export interface ViewRebuilder extends RebuildControl {
  /**
   * Makes all views anew. A second call while one is running gets its result; a rebuild that another process left unfinished is
   * continued.
   */
  rebuild(): Promise<Rebuilt>
}

/** How long the caller of `start` waits for the end, ms. */
const START_TIMEOUT_MS = 15_000

export function createViewRebuilder(
  service: RebuildDeps,
  work: RebuildWork & VersionCaches,
  options: RebuilderOptions = {},
): ViewRebuilder {
  /** The id by which other processes know that this one leads the rebuild. */
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
  work: RebuildWork & VersionCaches,
  leader: string | null,
  { doParts = oneByOne(service, work), wait = sleep, log }: RebuilderOptions,
): Promise<Rebuilt> {
  const reportProgress = progressReporter(service, log)
  await beginRebuild(service, work)
  for (;;) {
    const { plan, parts } = await nextParts(service, work, PARTS_AT_ONCE, leader)
    await reportProgress()
    const { from, to, phase, setAside } = plan
    if (phase === 'done') {
      logQuarantined(log, setAside)
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
