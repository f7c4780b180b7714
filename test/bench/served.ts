/** The service as the host runs it, behind HTTP: over an embedded database, or in memory. */
import { type ChangeNotifier, createChangeNotifier } from '../../functions/app/change-notifier.ts'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { mintToken } from '../../functions/auth/tokens.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { serveHttp } from '../../functions/host/http/http-server.ts'
import { createRouter, type Router } from '../../functions/http/router.ts'
import { hostLog } from '../../functions/observability/host-log.ts'
import { metricsRegistry } from '../../functions/observability/metrics-registry.ts'
import type { Ports } from '../../functions/ports.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { realRuntime } from '../../functions/runtime.ts'
import type { Dynamo } from '../../functions/store/dynamodb-client.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { gatheredDocuments } from '../../functions/store/gathered-documents.ts'
import { memoryCommitLog, memoryDocuments } from '../../functions/store/memory.ts'
import { createTables, type TableNames, tableNames } from '../../functions/store/tables.ts'
import { temporaryFolder } from '../kit/command.ts'
import { openService, type Service } from '../kit/compose.ts'
import { listenTo } from '../kit/listening.ts'
import { testKeyring } from '../kit/service.ts'

export interface Served {
  readonly service: Service
  readonly notifier: ChangeNotifier
  readonly router: Router
  readonly url: string
  readonly token: string
  /** Asks by the routes; throws on a refusal. */
  ask(method: string, path: string, body?: unknown): Promise<string>
  close(): Promise<void>
}

type Stores = Pick<Ports, 'log' | 'persons' | 'registry' | 'views'>

export const inMemory = (): Stores => ({
  log: memoryCommitLog(),
  persons: memoryDocuments(),
  registry: memoryDocuments(),
  views: memoryDocuments(),
})

export async function served(stores: Stores): Promise<Served> {
  const keyring = await testKeyring()
  const metrics = metricsRegistry()
  const notifier = createChangeNotifier({
    onFault: (error) => {
      throw error
    },
  })
  const ports: Ports = { ...realRuntime(), ...stores, singleWriter: true, metrics, notify: notifier.notify }
  const service = openService(ports)
  const minted = await mintToken(ports, keyring, { role: 'admin', scope: '*', principal: 'bench' })
  if (!minted.ok) throw new Error(minted.error.message)
  const { token } = minted.value
  const onFault = (error: unknown) => console.error(error)
  const log = hostLog('error')
  const authenticate = authenticator(ports, keyring)
  const router = createRouter({ deps: service, authenticate, onFault, log }, ROUTES)
  const server = await serveHttp({
    router,
    host: '127.0.0.1',
    port: 0,
    log,
    metrics,
    cache: service.responses,
  })
  if (!server.ok) throw new Error(server.error.message)
  const { url, close } = server.value
  return {
    service,
    notifier,
    router,
    url,
    token,
    async ask(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          connection: 'close',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text
    },
    close,
  }
}

export interface EmbeddedStores extends Stores {
  readonly client: Dynamo
  /** Where others reach the same database. */
  readonly endpoint: string
  readonly names: TableNames
  shut(): Promise<void>
}

/** The embedded database in a folder that goes with it. */
export async function embedded(): Promise<EmbeddedStores> {
  const scratch = temporaryFolder()
  const folder = scratch.path
  const opened = await openDatabase({ folder })
  if (!opened.ok) throw new Error(opened.error.message)
  const { client } = opened.value
  const { endpoint, close: hangUp } = await listenTo(opened.value)
  const names = tableNames()
  const { pause } = realRuntime()
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  await createTables(client, names, sleep)
  const documentsIn = <T>(table: string) => gatheredDocuments<T>({ client, table, pause })
  return {
    client,
    endpoint,
    names,
    log: dynamoCommitLog(client, names.commits, pause),
    persons: documentsIn(names.persons),
    registry: documentsIn(names.registry),
    views: documentsIn(names.views),
    async shut() {
      await opened.value.close()
      await hangUp()
      scratch.remove()
    },
  }
}

/** The fields with which games are opened here: 90 minutes and 30 seconds a move. */
export const OPENING = {
  white: { name: 'Player, White' },
  black: { name: 'Player, Black' },
  edition: '2018-01-01',
  play: 'standard',
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
}
