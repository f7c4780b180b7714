/** The service of a host: everything that routes and background work need, over the opened folder. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createChangeNotifier } from '../app/change-notifier.ts'
import { openService, type Service } from '../app/service.ts'
import { openSearchAdmission } from '../app/winnable/admission.ts'
import { openChangeNotes } from '../feeds/change-notes.ts'
import { createLiveStreams, type LiveStreams } from '../feeds/live-streams.ts'
import { createSeenRounds } from '../feeds/seen-rounds.ts'
import { watchSharedStore } from '../feeds/shared-changes.ts'
import type { Log } from '../observability/log.ts'
import { measuredLog } from '../observability/measured-commit-log.ts'
import type { WebhookTargets } from '../ports.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector, type Projector } from '../projections/projector.ts'
import { createReadModels } from '../projections/read-views.ts'
import { createViewRebuilder } from '../projections/rebuild.ts'
import { rebuildPart } from '../projections/rebuild-part.ts'
import { realRuntime } from '../runtime.ts'
import { dynamoCommitLog } from '../store/dynamodb-commit-log.ts'
import { gatheredDocuments } from '../store/gathered-documents.ts'
import { tableNames } from '../store/tables.ts'
import type { ReportFault } from './background.ts'
import type { OpenedFolder } from './open-folder.ts'
import { viewWorkers } from './rebuild/view-workers.ts'
import { openWinnableThread } from './winnable/search-thread.ts'

export interface HostService extends Service {
  readonly liveStreams: LiveStreams
  readonly projector: Projector
}

/** How old the index of a round may be that requests are answered from where hosts share a database, ms: live streams look as often. */
const INDEX_SHARED_FOR_MS = 500

/**
 * Opens the service over a folder, with the notifier of what is written, the thread that searches for mates, and, where hosts share the
 * database, the notes by which each learns what the others wrote.
 */
export function openHostService(
  { store, signer, metrics }: OpenedFolder,
  {
    log,
    onFault,
    webhooksTo,
  }: { readonly log: Log; readonly onFault: ReportFault; readonly webhooksTo: WebhookTargets },
) {
  const { client, isShared, compact } = store
  const runtime = realRuntime()
  const names = tableNames()
  const searchThread = openWinnableThread()
  const notifier = createChangeNotifier({
    onFault: (error, consumer, stream) => onFault(error, `${consumer} ${stream}`),
  })
  const documentsIn = <T>(table: string) => gatheredDocuments<T>({ client, table, pause: runtime.pause })
  const core = openService({
    ...runtime,
    notify: notifier.notify,
    anchorKey: signer.key,
    log: measuredLog(dynamoCommitLog(client, names.commits, runtime.pause), metrics, () => performance.now()),
    persons: documentsIn(names.persons),
    registry: documentsIn(names.registry),
    views: documentsIn(names.views),
    singleWriter: !isShared,
    allowPrivateNetwork: true,
    webhookTargets: webhooksTo,
    ...(compact !== undefined && { compact }),
    searchUnwinnability: searchThread.ask,
    metrics,
    alertLog: log,
  })
  const projector = createProjector(core, log)
  const archiveIndexer = createArchiveIndexer(core)
  const viewWork = { projector, archiveIndexer, isOnlyProcess: !isShared }
  const views = createReadModels(core, isShared ? { indexSharedForMs: INDEX_SHARED_FOR_MS } : {})
  /** Where other hosts share the database, they cache for a while which views are read, and the rebuild waits for that. */
  const forgetVersions = async () => {
    views.forgetVersions()
    await projector.forgetVersions()
  }
  const caches = isShared ? {} : { forgetVersions }
  const viewRebuilder = createViewRebuilder(
    core,
    { ...viewWork, ...caches },
    {
      doParts: viewWorkers(core, {
        async inThisThread(parts) {
          for (const part of parts) await rebuildPart(core, viewWork, part)
        },
      }),
      log,
    },
  )
  // What other hosts wrote is read from the views: each host updates those of what it wrote itself.
  const readModels = isShared ? views : undefined
  const changeNotes = isShared
    ? openChangeNotes(core, (ms) => sleep(ms, undefined, { ref: false }))
    : undefined
  const service = {
    ...core,
    projector,
    viewRebuilder,
    archiveIndexer,
    liveStreams: createLiveStreams(core, {
      sharedChanges: readModels && changeNotes && watchSharedStore(core, readModels, changeNotes),
    }),
    searches: openSearchAdmission(core.clock),
    ...(isShared ? { readModels } : { ownViews: views, seenRounds: createSeenRounds(core) }),
  }
  return { service, notifier, searchThread, changeNotes }
}
