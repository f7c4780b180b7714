/** The whole service over a data folder that this process owns: database, record, keys, routes. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ok, type Result, refuse } from '../../domain/result.ts'
import { type Consumer, createChangeNotifier } from '../app/change-notifier.ts'
import { queueUnloggedLists } from '../app/entries.ts'
import { openService, type Service } from '../app/service.ts'
import { openSearchAdmission } from '../app/winnable/admission.ts'
import { type Authenticate, authenticator } from '../auth/authenticate.ts'
import { createRateLimiter } from '../auth/rate-limiter.ts'
import { openRevocations } from '../auth/revocations.ts'
import type { Principal } from '../auth/roles.ts'
import { openSignInLinks } from '../auth/sign-in-links.ts'
import { folderKeys } from '../auth/signing-key-file.ts'
import { mintToken } from '../auth/tokens.ts'
import { consumersOf } from '../consumers.ts'
import { createLiveStreams, type LiveStreams } from '../feeds/live-streams.ts'
import type { Route } from '../http/route.ts'
import { createRouter, type Router } from '../http/router.ts'
import { type Anchorer, createAnchorer } from '../integrity/anchors/anchorer.ts'
import { folderSigner } from '../integrity/anchors/key-file.ts'
import { createLogPublisher } from '../integrity/transparency/publisher.ts'
import type { WitnessAddress } from '../integrity/transparency/witness-address.ts'
import { logWitnessFault, postToWitness } from '../integrity/transparency/witness-client.ts'
import type { WitnessProgress } from '../integrity/transparency/witness-progress.ts'
import { faultLogger } from '../observability/faults.ts'
import { hostLog } from '../observability/host-log.ts'
import type { Log } from '../observability/log.ts'
import { measuredLog } from '../observability/measured-commit-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { metricsRegistry } from '../observability/metrics-registry.ts'
import { PUBLIC_TARGETS } from '../outbound/targets.ts'
import type { WebhookTargets } from '../ports.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector, type Projector } from '../projections/projector.ts'
import { createReadModels } from '../projections/read-views.ts'
import { createViewRebuilder, rebuildPart } from '../projections/rebuild.ts'
import { maintainViews } from '../projections/view-maintenance.ts'
import { ROUTES } from '../routes/all-routes.ts'
import { anchorNowRoute } from '../routes/host/anchors.ts'
import { ARCHIVE_HOST_ROUTES } from '../routes/host/archive-index.ts'
import { backupRoutes } from '../routes/host/backup.ts'
import { folderProofRoute } from '../routes/host/folder-proof.ts'
import { rotateKeysRoute } from '../routes/host/keys.ts'
import { logRoutes } from '../routes/host/log.ts'
import { metricsRoute } from '../routes/host/metrics.ts'
import { signInRoute } from '../routes/host/sign-in.ts'
import { sourceRoutes } from '../routes/host/sources.ts'
import { TOKEN_ROUTES } from '../routes/tokens.ts'
import { realRuntime } from '../runtime.ts'
import { dynamoCommitLog } from '../store/dynamodb.ts'
import { gatheredDocuments } from '../store/gathered-documents.ts'
import { tableNames } from '../store/tables.ts'
import { waitAtMost } from './at-most.ts'
import { inProcessClient } from './cli/in-process-client.ts'
import { openFolderStore, openSharedStore } from './database/host-store.ts'
import { writeFirstTokens } from './first-tokens.ts'
import { measureProcess } from './process-metrics.ts'
import { viewWorkers } from './rebuild/view-workers.ts'
import { openConnectedSources } from './sources/connected-sources.ts'
import { openWinnableThread } from './winnable/threads.ts'

export interface HostService extends Service {
  readonly liveStreams: LiveStreams
  readonly projector: Projector
}

export interface Host {
  readonly service: HostService
  readonly authenticate: Authenticate
  /** All that the routers serve. */
  readonly routes: readonly Route[]
  /** For requests from outside: each brings its token. */
  readonly router: Router
  /** For commands on the folder: every request is the administrator's. */
  readonly adminRouter: Router
  mint(role: Principal['role'], days: number): Promise<Result<string>>
  /** By which it proves to commands that it serves its folder. */
  readonly folderSecret: string
  /** A code that signs in once with a token. */
  signInCode(token: string): string
  readonly anchorer: Anchorer
  /** What of the database's log was found damaged before it was opened, a line each; it is looked at small files only. */
  readonly damage: readonly string[]
  /** Lets consumers go on where the process before this one ended; returns at once. */
  catchUp(): void
  /** Lets consumers catch up, signs the last anchor, releases the folder. */
  close(): Promise<void>
}

export interface HostOptions {
  readonly folder: string
  /** Wait for the disk with each write; true unless said. */
  readonly fsync?: boolean
  /** Where requests and faults are logged; warnings and faults on stderr unless said. */
  readonly log?: Log
  /** Opened by the restore that fills it; no one else opens a folder that is unfinished. */
  readonly restoring?: boolean
  /** Where webhooks may go; to public addresses unless said. */
  readonly webhooksTo?: WebhookTargets | undefined
  /** A DynamoDB-compatible database that several hosts share, by its URL; the folder then holds keys and tokens alone. */
  readonly dynamodb?: string | undefined
  /** Who cosigns the checkpoints of its log. */
  readonly witnesses?: readonly WitnessAddress[]
}

/** A process that can read the folder may do anything with it, so it is its administrator. */
const OWNER: Principal = { id: 'host', token: 'host', role: 'admin', scope: '*' }

/** Lies in a folder from the beginning of a restore until all of it was verified and written through. */
export const RESTORE_UNFINISHED_FILE = 'restore-unfinished'

/**
 * Opens the folder, or makes it: `folder-unfinished`, `folder-damaged`, `key-missing`, `folder-in-use`, `folder-unusable`,
 * `bad-keys`, `bad-key`, `database-unreachable`.
 */
export async function createHost({
  folder,
  fsync = true,
  log = hostLog('warn'),
  restoring = false,
  webhooksTo,
  dynamodb,
  witnesses = [],
}: HostOptions): Promise<Result<Host>> {
  if (!restoring && existsSync(join(folder, RESTORE_UNFINISHED_FILE)))
    return refuse(
      'folder-unfinished',
      `${folder} was not restored to its end; delete it and restore the backup again`,
    )
  const keyFault = (isFirst: boolean) => keyFaultIn(folder, isFirst)
  const store =
    dynamodb === undefined
      ? await openFolderStore({ folder, fsync, restoring, log, keyFault })
      : await openSharedStore(dynamodb, { folder, keyFault })
  if (!store.ok) return store
  const { client, isShared, isFirst, damage, compact } = store.value
  const metrics = metricsRegistry()
  const unwatch = await measureProcess(folder, metrics)
  const shut = async () => {
    unwatch()
    await store.value.close()
  }
  const keys = await folderKeys(folder, isFirst)
  if (!keys.ok) {
    await shut()
    return keys
  }
  const signer = folderSigner(folder, isFirst)
  if (!signer.ok) {
    await shut()
    return signer
  }
  const { keyring } = keys.value
  const runtime = realRuntime()
  const names = tableNames()
  store.value.endFirstStart()
  const onFault = faultLogger(log, metrics)
  const searchThread = openWinnableThread()
  const notifier = createChangeNotifier({
    onFault: (error, consumer, stream) => onFault(error, `${consumer} ${stream}`),
  })
  const documentsIn = <T>(table: string) => gatheredDocuments<T>({ client, table, pause: runtime.pause })
  const core = openService({
    ...runtime,
    notify: notifier.notify,
    anchorKey: signer.value.key,
    log: measuredLog(dynamoCommitLog(client, names.commits, runtime.pause), metrics, () => performance.now()),
    persons: documentsIn(names.persons),
    registry: documentsIn(names.registry),
    views: documentsIn(names.views),
    singleWriter: !isShared,
    allowPrivateNetwork: true,
    webhookTargets: webhooksTo ?? PUBLIC_TARGETS,
    ...(compact !== undefined && { compact }),
    searchUnwinnability: searchThread.ask,
    metrics,
    alertLog: log,
  })
  const projector = createProjector(core, log)
  const archiveIndexer = createArchiveIndexer(core)
  const viewWork = { projector, archiveIndexer }
  const viewRebuilder = createViewRebuilder(core, viewWork, {
    doParts: viewWorkers(core, {
      async inThisThread(parts) {
        for (const part of parts) await rebuildPart(core, viewWork, part)
      },
    }),
    log,
  })
  const service = {
    ...core,
    projector,
    viewRebuilder,
    archiveIndexer,
    liveStreams: createLiveStreams(core),
    searches: openSearchAdmission(core.clock),
    // What other hosts wrote is read from the views, which each host keeps up for what it wrote.
    ...(isShared && { readModels: createReadModels(core) }),
  }
  const mint: Host['mint'] = async (role, days) => {
    const minted = await mintToken(service, keyring, { role, scope: '*', days, principal: role })
    return minted.ok ? ok(minted.value.token) : minted
  }
  const revocations = openRevocations(service)
  const renewFirstTokens = async () => {
    const written = await writeFirstTokens(folder, mint)
    if (!written.ok) throw new Error(written.error.message)
  }
  const anchorer = createAnchorer(service, {
    signer: signer.value,
    onFault: (error) => onFault(error, 'anchorer'),
  })
  const publisher = createLogPublisher(service, {
    ...{ signer: signer.value, witnesses, post: postToWitness },
    onFault(error, witness) {
      if (witness === undefined) onFault(error, 'log')
      else logWitnessFault(log, error, witness)
    },
    onProgress: (progress) => measureWitnesses(metrics, progress),
  })
  const signInLinks = openSignInLinks(() => runtime.clock.now())
  const asOwner = async () => ok(OWNER)
  const sources = openConnectedSources({
    folder,
    client: inProcessClient(createRouter({ deps: service, authenticate: asOwner, onFault }, ROUTES)),
    now: () => runtime.clock.now(),
  })
  const folderSecret = Buffer.from(runtime.random.bytes(32)).toString('base64url')
  const routes = [
    ...ROUTES,
    ...sourceRoutes(sources),
    ...TOKEN_ROUTES,
    rotateKeysRoute(keys.value, renewFirstTokens),
    signInRoute(signInLinks),
    metricsRoute(metrics),
    anchorNowRoute(anchorer),
    ...logRoutes(signer.value, {
      async publish() {
        // What consumers have not heard of yet is not queued for the log.
        await waitAtMost(CLOSE_TIMEOUT_MS, notifier.drained())
        return publisher.publish()
      },
    }),
    ...backupRoutes(client, names),
    ...ARCHIVE_HOST_ROUTES,
    folderProofRoute(folderSecret),
  ]
  const deps = { ...service, revocations, signingKeys: async () => ok(keyring) }
  const authenticate = authenticator(service, keyring, revocations)
  const followers = consumersOf(service, log)
  notifier.subscribe([service.liveStreams.consumer, ...followers, anchorer])
  let caughtUp: Promise<void> = Promise.resolve()
  const views = maintainViews(service, {
    ...{ projector, viewRebuilder, log },
    notify: (stream) => notifier.notify(stream),
  })
  const overdue = isShared ? deliverOverdue(followers, onFault) : null
  const rateLimiter = createRateLimiter({
    clock: runtime.clock,
    sleep,
    onFailure(source, failures) {
      metrics.count('touchmove_auth_failures_total')
      log.write(failures > MANY_FAILURES ? 'warn' : 'info', 'token-refused', { source, failures })
    },
  })
  return ok({
    service,
    authenticate,
    routes,
    router: createRouter({ deps, authenticate, onFault, log, rateLimiter }, routes),
    adminRouter: createRouter({ deps, authenticate: asOwner, onFault }, routes),
    mint,
    folderSecret,
    signInCode: signInLinks.create,
    anchorer,
    damage,
    catchUp() {
      publisher.start()
      caughtUp = (async () => {
        await queueUnloggedLists(service).catch((error: unknown) => onFault(error, 'log'))
        await sources.resume().catch((error: unknown) => onFault(error, 'sources'))
        for (const each of followers)
          await each.resume?.().catch((error: unknown) => onFault(error, each.name))
      })()
    },
    async close() {
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
      await shut()
    },
  })
}

function measureWitnesses(
  metrics: Metrics,
  { entries, witnessed, ageSeconds, unwitnessedSeconds, contradicted }: WitnessProgress,
): void {
  metrics.set('touchmove_log_entries', entries)
  if (witnessed !== null) metrics.set('touchmove_witnessed_entries', witnessed)
  if (ageSeconds !== null) metrics.set('touchmove_witnessed_age_seconds', ageSeconds)
  if (unwitnessedSeconds !== null) metrics.set('touchmove_unwitnessed_seconds', unwitnessedSeconds)
  metrics.set('touchmove_log_contradictions', contradicted.length)
}

/** What a host that was killed still owed to webhooks, the others deliver. */
function deliverOverdue(
  consumers: readonly Consumer[],
  onFault: (error: unknown, source: string) => void,
): NodeJS.Timeout {
  const deliver = async () => {
    for (const each of consumers)
      await each.deliverDue?.().catch((error: unknown) => onFault(error, each.name))
  }
  return setInterval(() => void deliver(), OVERDUE_INTERVAL_MS).unref()
}

const OVERDUE_INTERVAL_MS = 60_000

/** Keys that cannot be used, before anything is opened: a refusal leaves the folder as it was. */
async function keyFaultIn(folder: string, isFirst: boolean): Promise<Result<never> | null> {
  for (const read of [await folderKeys(folder), folderSigner(folder)])
    if (!read.ok && !(isFirst && read.error.code === 'key-missing')) return read
  return null
}

/**
 * For consumers that are still at work when the host ends, ms: a receiver may not answer, and views may be made anew for
 * minutes. What they have not done the next start does.
 */
const CLOSE_TIMEOUT_MS = 2000

/** Of one source in a row: somebody guesses, or a board was given a token that does not hold. */
const MANY_FAILURES = 10
