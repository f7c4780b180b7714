/** The whole service over a data folder that this process owns: database, record, keys, routes. */

import { setTimeout as sleep } from 'node:timers/promises'
import { ok, type Result, refuse } from '../../domain/result.ts'
import { type Authenticate, authenticator } from '../auth/authenticate.ts'
import { createInvalidTokenDelay, type InvalidTokenDelay } from '../auth/invalid-token-delay.ts'
import type { Keyring } from '../auth/keyring.ts'
import { openRevocations, type Revocations } from '../auth/revocations.ts'
import type { Principal } from '../auth/roles.ts'
import { openSignInLinks, type SignInLinks } from '../auth/sign-in-links.ts'
import type { FolderKeys } from '../auth/signing-key-file.ts'
import { mintToken } from '../auth/tokens.ts'
import type { Route } from '../http/route.ts'
import { createRouter, type Router } from '../http/router.ts'
import { type Anchorer, createAnchorer } from '../integrity/anchors/anchorer.ts'
import type { Signer } from '../integrity/anchors/signer.ts'
import { createLogPublisher, type LogPublisher } from '../integrity/transparency/publisher.ts'
import type { WitnessAddress } from '../integrity/transparency/witness-address.ts'
import { logWitnessFault, postToWitness } from '../integrity/transparency/witness-client.ts'
import type { WitnessProgress } from '../integrity/transparency/witness-progress.ts'
import { faultLogger } from '../observability/faults.ts'
import { hostLog } from '../observability/host-log.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { PUBLIC_TARGETS } from '../outbound/targets.ts'
import type { Clock, WebhookTargets } from '../ports.ts'
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
import { storeItemsRoute } from '../routes/host/store-items.ts'
import { TOKEN_ROUTES } from '../routes/tokens.ts'
import { tableNames } from '../store/tables.ts'

import { CLOSE_TIMEOUT_MS, type ReportFault, startBackground } from './background.ts'

import { writeFirstTokens } from './first-tokens.ts'
import { type HostService, openHostService } from './host-service.ts'
import { inProcessClient } from './in-process-client.ts'
import { type FolderOptions, type OpenedFolder, openFolder } from './open-folder.ts'
import { type HostSources, openConnectedSources } from './sources/connected-sources.ts'
import { waitAtMost } from './wait-at-most.ts'

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
  /** The secret by which the host proves to commands that it serves its folder. */
  readonly folderSecret: string
  /** Makes a code that signs in once, with this token. */
  signInCode(token: string): string
  readonly anchorer: Anchorer
  /** Which of the database's files were found damaged before it was opened, a line each. The large ones, its tables, are not checked. */
  readonly damage: readonly string[]
  /** Starts the background work where the last process ended; returns at once. */
  catchUp(): void
  /** Ends the background work, signs the last anchor, and releases the folder. */
  close(): Promise<void>
}

export interface HostOptions extends FolderOptions {
  /** Where requests and faults are logged; by default warnings and faults on stderr. */
  readonly log?: Log
  /** Where webhooks may go; by default to public addresses. */
  readonly webhooksTo?: WebhookTargets | undefined
  /** Who cosigns the checkpoints of its log. */
  readonly witnesses?: readonly WitnessAddress[]
}

/** The principal of requests from within the process: a process that can read the folder has an administrator's rights. */
const OWNER: Principal = { id: 'host', token: 'host', role: 'admin', scope: '*' }

/**
 * Opens the folder, or makes it: `folder-unfinished`, `folder-damaged`, `key-missing`, `folder-in-use`, `folder-unusable`,
 * `bad-keys`, `bad-key`, `database-unreachable`.
 */
export async function createHost(options: HostOptions): Promise<Result<Host>> {
  const { folder, log = hostLog('warn'), webhooksTo = PUBLIC_TARGETS, witnesses = [] } = options
  const opened = await openFolder(options, log)
  if (!opened.ok) return opened
  const { store, keys, signer, metrics } = opened.value
  const onFault = faultLogger(log, metrics)
  const parts = openHostService(opened.value, { log, onFault, webhooksTo })
  const { service, notifier } = parts
  const { clock, random } = service

  const revocations = openRevocations(service)
  const { signingKeys, mint } = tokenKeys(service, revocations, keys, folder)
  const anchorer = createAnchorer(service, { signer, onFault: (error) => onFault(error, 'anchorer') })
  const publisher = openPublisher(service, signer, witnesses, { log, metrics, onFault })
  const signInLinks = openSignInLinks(() => clock.now())
  const sources = openConnectedSources({
    folder,
    client: inProcessClient(createRouter({ deps: service, authenticate: asOwner, onFault }, ROUTES)),
    now: () => clock.now(),
  })
  const folderSecret = Buffer.from(random.bytes(32)).toString('base64url')
  const routes = hostRoutes({
    ...{ store, keys, signer, metrics, sources, anchorer, signInLinks, folderSecret },
    renewTokens: () => renewFirstTokens(folder, mint),
    async publish() {
      // An append is queued for the log by a consumer, so the consumers are waited for.
      await waitAtMost(CLOSE_TIMEOUT_MS, notifier.drained())
      return publisher.publish()
    },
  })
  const deps = { ...service, revocations, signingKeys }
  const authenticate = authenticator(service, keys.keyring, revocations)
  const invalidTokenDelay = slowInvalidTokens(clock, metrics, log)
  const background = startBackground(parts, {
    anchorer,
    publisher,
    sources,
    log,
    onFault,
    isShared: store.isShared,
  })
  return ok({
    service,
    authenticate,
    routes,
    router: createRouter({ deps, authenticate, onFault, log, invalidTokenDelay }, routes),
    adminRouter: createRouter({ deps, authenticate: asOwner, onFault }, routes),
    mint,
    folderSecret,
    signInCode: signInLinks.create,
    anchorer,
    damage: store.damage,
    catchUp: background.catchUp,
    async close() {
      await background.close()
      await opened.value.close()
    },
  })
}

const asOwner = async () => ok(OWNER)

/** What the routes that only a host serves need. */
interface HostRouteParts extends Pick<OpenedFolder, 'store' | 'keys' | 'signer' | 'metrics'> {
  readonly sources: HostSources
  readonly anchorer: Anchorer
  readonly signInLinks: SignInLinks
  readonly folderSecret: string
  renewTokens(): Promise<void>
  publish: LogPublisher['publish']
}

/** All routes of a host: those that the cloud serves too, and those of a host alone. */
const hostRoutes = ({
  store,
  keys,
  signer,
  metrics,
  sources,
  anchorer,
  signInLinks,
  folderSecret,
  renewTokens,
  publish,
}: HostRouteParts) => [
  ...ROUTES,
  ...sourceRoutes(sources),
  ...TOKEN_ROUTES,
  rotateKeysRoute(keys, renewTokens),
  signInRoute(signInLinks),
  metricsRoute(metrics),
  anchorNowRoute(anchorer),
  ...logRoutes(signer, { publish }),
  ...backupRoutes(store.client, tableNames()),
  storeItemsRoute(store.client, tableNames()),
  ...ARCHIVE_HOST_ROUTES,
  folderProofRoute(folderSecret),
]

/** The keys that sign tokens, unless the one in the folder was dropped; and tokens minted with them. */
function tokenKeys(
  service: HostService,
  revocations: Revocations,
  keys: FolderKeys,
  folder: string,
): { readonly signingKeys: () => Promise<Result<Keyring>>; readonly mint: Host['mint'] } {
  const signingKeys = async (): Promise<Result<Keyring>> => {
    const { kid } = keys.keyring.current
    if (!(await revocations.hasKey(kid))) return ok(keys.keyring)
    return refuse(
      'bad-keys',
      `the key ${kid} was dropped (token rotate), and tokens that it signs open nothing: copy keys.json from the folder of the host that did so into ${folder}, and start again`,
    )
  }
  return {
    signingKeys,
    async mint(role, days) {
      const usable = await signingKeys()
      if (!usable.ok) return usable
      const minted = await mintToken(service, usable.value, { role, scope: '*', days, principal: role })
      return minted.ok ? ok(minted.value.token) : minted
    },
  }
}

/** The publisher that signs checkpoints of the log and has witnesses cosign them. */
const openPublisher = (
  service: HostService,
  signer: Signer,
  witnesses: readonly WitnessAddress[],
  { log, metrics, onFault }: { readonly log: Log; readonly metrics: Metrics; readonly onFault: ReportFault },
): LogPublisher =>
  createLogPublisher(service, {
    ...{ signer, witnesses, post: postToWitness },
    onFault(error, witness) {
      if (witness === undefined) onFault(error, 'log')
      else logWitnessFault(log, error, witness)
    },
    onProgress: (progress) => measureWitnesses(metrics, progress),
  })

async function renewFirstTokens(folder: string, mint: Host['mint']): Promise<void> {
  const written = await writeFirstTokens(folder, mint)
  if (!written.ok) throw new Error(written.error.message)
}

/** Answers a client that sends invalid tokens more and more slowly, and logs its address. */
const slowInvalidTokens = (clock: Clock, metrics: Metrics, log: Log): InvalidTokenDelay =>
  createInvalidTokenDelay({
    clock,
    sleep,
    onFailure(source, failures) {
      metrics.count('touchmove_auth_failures_total')
      log.write(failures > MANY_FAILURES ? 'warn' : 'info', 'token-refused', { source, failures })
    },
  })

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

/** More invalid tokens than these from one address are logged as a warning: a client guesses, or a board has a wrong token. */
const MANY_FAILURES = 10
