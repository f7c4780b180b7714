/** The whole service over a data folder that this process owns: database, record, keys, routes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ok, type Result } from '../../domain/result.ts'
import { authenticator } from '../auth/authenticate.ts'
import type { Principal } from '../auth/roles.ts'
import { mintToken } from '../auth/tokens.ts'
import { createRouter, type Router } from '../http/router.ts'
import { ROUTES } from '../http/routes.ts'
import { openService, type Service } from '../record/service.ts'
import { realRuntime } from '../runtime.ts'
import { dynamoClient } from '../store/dynamo.ts'
import { dynamoCommitLog } from '../store/dynamodb.ts'
import { dynamoDocuments } from '../store/dynamodb-documents.ts'
import { createTables, tableNames } from '../store/tables.ts'
import { openDatabase } from './dynalite.ts'
import { folderKeyring } from './keys.ts'
import { tokenRoutes } from './token-routes.ts'

export interface House {
  readonly service: Service
  /** For requests from outside: each brings its token. */
  readonly router: Router
  /** For who holds the folder: every request is the administrator's. */
  readonly ownRouter: Router
  mint(role: Principal['role'], days: number): Promise<Result<string>>
  close(): Promise<void>
}

export interface HouseOptions {
  readonly folder: string
  /** Wait for the disk with each write; true unless said. */
  readonly fsync?: boolean
  /** What becomes of a fault in a route. */
  readonly onFault?: (error: unknown) => void
}

/** Whoever can read the folder may do anything with it, so he is its administrator. */
const OWNER: Principal = { id: 'host', token: 'host', role: 'admin', scope: '*' }

/** Opens the folder: `folder-in-use`, `folder-unusable`, `bad-keys`. */
export async function openHouse({
  folder,
  fsync = true,
  onFault = console.error,
}: HouseOptions): Promise<Result<House>> {
  const opened = await openDatabase({ folder, fsync })
  if (!opened.ok) return opened
  const { endpoint, close } = opened.value
  const client = dynamoClient(endpoint)
  const shut = async () => {
    await close()
    client.destroy()
  }
  const keyring = await folderKeyring(folder)
  if (!keyring.ok) {
    await shut()
    return keyring
  }
  const runtime = realRuntime()
  const names = tableNames()
  await createTables(client, names, sleep)
  const service = openService({
    ...runtime,
    log: dynamoCommitLog(client, names.commits, runtime.pause),
    persons: dynamoDocuments(client, names.persons, runtime.pause),
    registry: dynamoDocuments(client, names.registry, runtime.pause),
    views: dynamoDocuments(client, names.views, runtime.pause),
    soleWriter: true,
  })
  const routes = [...ROUTES, ...tokenRoutes(keyring.value)]
  const authenticate = authenticator(service, keyring.value)
  return ok({
    service,
    router: createRouter({ service, authenticate, onFault }, routes),
    ownRouter: createRouter({ service, authenticate: async () => ok(OWNER), onFault }, routes),
    async mint(role, days) {
      const minted = await mintToken(service, keyring.value, { role, scope: '*', days, principal: role })
      return minted.ok ? ok(minted.value.token) : minted
    },
    close: shut,
  })
}
