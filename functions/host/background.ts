/** What a host does besides answering: consumers, views, anchors, the log, sources. */

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
import { waitAtMost } from './at-most.ts'
import type { HostSources } from './sources/connected-sources.ts'
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
  /** Where other hosts share the store. */
  readonly changeNotes: ChangeNotes | undefined
}

interface Background {
  /** Lets consumers go on where the process before this one ended; returns at once. */
  catchUp(): void
  /** Lets consumers catch up and signs the last anchor. */
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

/** What a host does besides answering: consumers, views, anchors, the log, sources. */
export function startBackground(
  { service, notifier, searchThread, changeNotes }: BackgroundParts,
  { anchorer, publisher, sources, log, onFault, isShared }: BackgroundOptions,
): Background {
  const followers = consumersOf(service, log)
  const noting = changeNotes === undefined ? [] : [changeNotes.consumer]
  notifier.subscribe([service.liveStreams.consumer, ...noting, ...followers, anchorer])
  let caughtUp: Promise<void> = Promise.resolve()
  let isOver = false
  const { projector, viewRebuilder } = service
  const views = maintainViews(service, {
    ...{ projector, viewRebuilder, log },
    notify: (stream) => notifier.notify(stream),
  })
  const overdue = isShared ? deliverOverdue(followers, onFault) : null
  return {
    catchUp() {
      publisher.start()
      caughtUp = (async () => {
        await queueUnloggedLists(service).catch((error: unknown) => onFault(error, 'log'))
        await sources.resume().catch((error: unknown) => onFault(error, 'sources'))
        for (const each of followers)
          await each.resume?.(() => isOver).catch((error: unknown) => onFault(error, each.name))
      })()
    },
    async close() {
      isOver = true
      clearInterval(overdue ?? undefined)
      await waitAtMost(CLOSE_TIMEOUT_MS, caughtUp)
      await waitAtMost(CLOSE_TIMEOUT_MS, sources.close())
      await waitAtMost(CLOSE_TIMEOUT_MS, Promise.all([views.close(), notifier.drained()]))
      await searchThread.close()
      await anchorer.close().catch((error: unknown) => onFault(error, 'anchorer'))
      await waitAtMost(
        CLOSE_TIMEOUT_MS,
        publisher.close().catch((error: unknown) => onFault(error, 'log')),
      )
    },
  }
}

/** What a host that was killed still owed to webhooks, the others deliver. */
function deliverOverdue(consumers: readonly Consumer[], onFault: ReportFault): NodeJS.Timeout {
  const deliver = async () => {
    for (const each of consumers)
      await each.deliverDue?.().catch((error: unknown) => onFault(error, each.name))
  }
  return setInterval(() => void deliver(), OVERDUE_INTERVAL_MS).unref()
}

const OVERDUE_INTERVAL_MS = 60_000

/**
 * For consumers that are still at work when the host ends, ms: a receiver may not answer, and views may be made anew for
 * minutes. What they have not done the next start does.
 */
export const CLOSE_TIMEOUT_MS = 2000
