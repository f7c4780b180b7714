/**
 * Maintains a host's views: rebuilds them where this program reads another format or a rebuild was interrupted, and reconciles
 * them every minute.
 */

import { failureFields, type Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { sequenceAppends } from '../store/append-log.ts'
import type { Projector } from './projector.ts'
import type { ViewRebuilder } from './rebuild.ts'
import { needsRebuild } from './rebuild-phases.ts'
import { type ReconcilerDeps, reconcileViews } from './reconciler.ts'

export interface ViewMaintenance {
  close(): Promise<void>
}

interface MaintenanceParts {
  readonly projector: Projector
  readonly viewRebuilder: ViewRebuilder
  /** Notifies the other consumers of a stream whose notification was lost. */
  notify(stream: string): void
  readonly log: Log
}

const DAY_MS = 86_400_000
/** When the host starts, streams opened within this time are compared once. */
const START_LOOK_BACK_MS = 30 * DAY_MS
/**
 * Where other hosts share the store, which may end between an append and its notification, streams of this time are compared
 * each time.
 */
const LOOK_BACK_MS = 15 * 60_000
const INTERVAL_MS = 60_000
/** At most a twentieth of the time goes into comparing. */
const REST_FACTOR = 19

export function maintainViews(
  service: ReconcilerDeps & Pick<Ports, 'inTurn' | 'singleWriter'>,
  { projector, viewRebuilder, notify, log }: MaintenanceParts,
): ViewMaintenance {
  let closed = false

  const reconcileSince = async (age: number | null) => {
    await sequenceAppends(service, () => closed)
    const since = age === null ? null : new Date(service.clock.now() - age).toISOString()
    const { behind } = await reconcileViews(service, projector, since, () => closed)
    for (const stream of behind) notify(stream)
    if (behind.length > 0)
      log.write('warn', 'views-were-behind', { streams: behind.length, first: behind[0] })
  }
  /** May take hours; the record goes on meanwhile, and the log of appends with it. */
  const rebuild = async () => {
    if (!(await needsRebuild(service))) return
    const { from, to, streams } = await viewRebuilder.rebuild()
    log.write('info', 'views-rebuilt', { from, to, streams })
  }
  const unlessClosed = (report: (error: unknown) => void) => (error: unknown) => {
    if (!closed) report(error)
  }
  const reconcileFailed = unlessClosed((error) =>
    log.write('error', 'reconcile-failed', failureFields(error)),
  )
  const rebuildFailed = unlessClosed((error) => log.write('error', 'rebuild-failed', failureFields(error)))

  let timer: NodeJS.Timeout | undefined
  const turn = async (work: () => Promise<void>) => {
    const began = service.clock.now()
    await work().catch(reconcileFailed)
    if (closed) return
    const rest = Math.max(INTERVAL_MS, REST_FACTOR * (service.clock.now() - began))
    timer = setTimeout(() => {
      running = turn(() => reconcileSince(service.singleWriter ? null : LOOK_BACK_MS))
    }, rest).unref()
  }
  let running = turn(() => reconcileSince(START_LOOK_BACK_MS))
  const rebuilt = rebuild().catch(rebuildFailed)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await Promise.all([running, rebuilt])
    },
  }
}
