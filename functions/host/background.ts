/** The background work of a host: consumers, views, anchors, the log of appends, connected sources. */

import type { ChangeNotifier, Consumer } from '../app/change-notifier.ts'
import { queueUnloggedLists } from '../app/entry-list-digests.ts'
import type { Service } from '../app/service.ts'
import { consumersOf } from '../consumers.ts'
import type { ChangeNotes } from '../feeds/change-notes.ts'
import type { LiveStreams } from '../feeds/live-streams.ts'
import type { Anchorer } from '../integrity/anchors/anchorer.ts'
import type { LogPublisher } from '../integrity/transparency/publisher.ts'
import type { Log } from '../observability/log.ts'
import type { ArchiveIndexer } from '../projections/archive-indexer.ts'
import type { Projector } from '../projections/projector.ts'
import type { ViewRebuilder } from '../projections/rebuild.ts'
import { maintainViews } from '../projections/view-maintenance.ts'
import type { HostSources } from './sources/connected-sources.ts'
import { waitAtMost } from './wait-at-most.ts'
import type { WinnableThread } from './winnable/search-thread.ts'

/** Logs and counts what failed, and where. */
export type ReportFault = (error: unknown, source: string) => void

interface BackgroundParts {
  readonly service: Service & {
    readonly liveStreams: LiveStreams
    readonly projector: Projector
    readonly viewRebuilder: ViewRebuilder
    readonly archiveIndexer: ArchiveIndexer
  }
  readonly notifier: ChangeNotifier
  readonly searchThread: WinnableThread
  /** Undefined unless other hosts share the store. */
  readonly changeNotes: ChangeNotes | undefined
}

interface Background {
  /** Starts the log's publisher, resumes sources, and lets consumers go on where the last process ended. Returns at once. */
  catchUp(): void
  /** Stops sources, waits for consumers and views for a limited time, signs the last anchor and publishes the log. */
  close(): Promise<void>
}

interface BackgroundOptions {
  readonly anchorer: Anchorer
  readonly publisher: LogPublisher
  readonly sources: HostSources
  readonly log: Log
  readonly onFault: ReportFault
  readonly isShared: boolean
}

/** Subscribes the consumers and starts maintaining views; the rest starts with `catchUp`. */
export function startBackground(
  { service, notifier, searchThread, changeNotes }: BackgroundParts,
  { anchorer, publisher, sources, log, onFault, isShared }: BackgroundOptions,
): Background {
  const followers = consumersOf(service, log)
  const noteWriters = changeNotes === undefined ? [] : [changeNotes.consumer]
  notifier.subscribe([service.liveStreams.consumer, ...noteWriters, ...followers, anchorer])
  let caughtUp: Promise<void> = Promise.resolve()
  let isClosing = false
  const { projector, viewRebuilder } = service
  const views = maintainViews(service, {
    ...{ projector, viewRebuilder, log },
    notify: (stream) => notifier.notify(stream),
  })
  const overdueTimer = isShared ? deliverOverdue(followers, onFault) : null
  return {
    catchUp() {
      publisher.start()
      caughtUp = (async () => {
        await queueUnloggedLists(service).catch((error: unknown) => onFault(error, 'log'))
        await sources.resume().catch((error: unknown) => onFault(error, 'sources'))
        for (const each of followers)
          await each.resume?.(() => isClosing).catch((error: unknown) => onFault(error, each.name))
      })()
    },
    async close() {
      isClosing = true
      clearInterval(overdueTimer ?? undefined)
      await waitAtMost(CLOSE_TIMEOUT_MS, caughtUp)
      await waitAtMost(CLOSE_TIMEOUT_MS, sources.close())
      await waitAtMost(CLOSE_TIMEOUT_MS, Promise.all([views.close(), notifier.drained()]))
      await searchThread.close()
      await anchorer.close().catch((error: unknown) => onFault(error, 'anchorer'))
      await waitAtMost(
        CLOSE_TIMEOUT_MS,
        publisher.close().catch((error: unknown) => onFault(error, 'log')),
      )
      // Before the database is closed: a publication that goes on would find none.
      await waitAtMost(CLOSE_TIMEOUT_MS, publisher.stop())
    },
  }
}

/** Delivers, once a minute, what a host that was killed had not yet delivered to webhooks. */
function deliverOverdue(consumers: readonly Consumer[], onFault: ReportFault): NodeJS.Timeout {
  const deliver = async () => {
    for (const each of consumers)
      await each.deliverDue?.().catch((error: unknown) => onFault(error, each.name))
  }
  return setInterval(() => void deliver(), OVERDUE_INTERVAL_MS).unref()
}

const OVERDUE_INTERVAL_MS = 60_000

/**
 * How long closing waits for each kind of background work, ms: a webhook's receiver may not answer, and a rebuild of views may
 * take minutes. The next start does what was left undone.
 */
export const CLOSE_TIMEOUT_MS = 2000
