/** The database of a host: the embedded one in its own folder, or one that several hosts share. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { hasTokens } from '../../auth/tokens.ts'
import { failureFields, type Log } from '../../observability/log.ts'
import { realRuntime } from '../../runtime.ts'
import { StoreUnavailable } from '../../store/commit-log.ts'
import { type Dynamo, dynamoClient, regionalClient } from '../../store/dynamodb-client.ts'
import { dynamoDocuments } from '../../store/dynamodb-documents.ts'
import { createTables, tableNames } from '../../store/tables.ts'
import {
  beginFirstStart,
  endFirstStart,
  inspectFolder,
  missingKey,
  noteSharedDatabase,
  snapshotLevelLog,
  wasShared,
} from './data-folder.ts'
import { openDatabase } from './dynalite.ts'
import { findFileFaults, noteFileDigests } from './file-digests.ts'

export interface HostStore {
  readonly client: Dynamo
  /** Whether other hosts write to it too. */
  readonly isShared: boolean
  /** Whether this is the folder's first start, which makes its keys. */
  readonly isFirst: boolean
  /** Which of the database's files were found damaged before it was opened, a line each. */
  readonly damage: readonly string[]
  /** Removes from the files what was erased; undefined where the database does so itself. */
  readonly compact?: () => Promise<void>
  /** To be called once keys and tables are there: the next start is then no first one. */
  endFirstStart(): void
  close(): Promise<void>
}

interface FolderStoreOptions {
  readonly folder: string
  readonly fsync: boolean
  readonly restoring: boolean
  readonly log: Log
  /** Why the folder's keys cannot be used; called before anything is opened. */
  keyFault(isFirst: boolean): Promise<Result<never> | null>
}

/**
 * Opens the embedded database in the folder, or makes it. Refuses with `folder-damaged`, `folder-shared`, `key-missing`,
 * `folder-in-use`, `folder-unusable`, `bad-keys` or `bad-key`. Where it refuses or throws, it leaves nothing open.
 */
export async function openFolderStore(options: FolderStoreOptions): Promise<Result<HostStore>> {
  const { folder, fsync, restoring, log, keyFault } = options
  const found = restoring ? ok('empty' as const) : inspectFolder(folder)
  if (!found.ok) return found
  const isFirst = found.value !== 'record'
  const fault = await keyFault(isFirst)
  if (fault !== null) return fault
  const damage = isFirst ? [] : await copyDamagedFiles(folder)
  const begun = isFirst ? beginFirstStart(folder) : ok(snapshotLevelLog(folder))
  if (!begun.ok) return begun
  const opened = await openDatabase({ folder, fsync })
  if (!opened.ok) {
    // Where another process has the database open, its diagnostic log is left to that process.
    if (isFirst || opened.error.code !== 'folder-in-use') begun.value.undo()
    return opened
  }
  const { client, compact, close } = opened.value
  for (const message of damage) log.write('error', 'database-damaged', { message })
  const digests = noteFileDigests(folder, (error) => log.write('error', 'fault', failureFields(error)))
  const closeFolder = async () => {
    await close()
    await digests.close()
  }
  try {
    await createTables(client, tableNames(), sleep)
  } catch (error) {
    await closeFolder()
    throw error
  }
  return ok({
    ...{ client, isShared: false, isFirst, damage, compact },
    endFirstStart() {
      if (isFirst) endFirstStart(folder)
    },
    close: closeFolder,
  })
}

/**
 * Opens a DynamoDB-compatible database that other hosts use too; the folder holds this host's keys and tokens alone. Credentials and
 * region are those of the environment, if it names any. Keys are made only where neither the folder nor the database has been used;
 * elsewhere missing keys are refused (`key-missing`). Refuses with `folder-unusable`, `database-unreachable`, `bad-keys` or `bad-key`
 * too.
 */
export async function openSharedStore(
  endpoint: string,
  { folder, keyFault }: Pick<FolderStoreOptions, 'folder' | 'keyFault'>,
): Promise<Result<HostStore>> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    return refuse('folder-unusable', `${folder} cannot be made: ${(error as Error).message}`)
  }
  const missing = missingKey(folder)
  const fault = await keyFault(missing !== null)
  if (fault !== null) return fault
  const client =
    process.env['AWS_ACCESS_KEY_ID'] === undefined ? dynamoClient(endpoint) : regionalClient({ endpoint })
  try {
    await createTables(client, tableNames(), sleep)
    if (missing !== null && (wasShared(folder) || (await isInUse(client)))) {
      client.destroy()
      return refuse(
        'key-missing',
        `${missing.message}; the database at ${new URL(endpoint).origin} is in use: copy keys.json and anchor-key.pem from the folder of a host that uses it`,
      )
    }
  } catch (error) {
    client.destroy()
    if (!(error instanceof StoreUnavailable)) throw error
    return refuse('database-unreachable', `there is no database at ${endpoint}: ${error.message}`)
  }
  return ok({
    ...{ client, isShared: true, isFirst: missing !== null, damage: [] },
    endFirstStart() {
      noteSharedDatabase(folder, endpoint)
    },
    async close() {
      client.destroy()
    },
  })
}

/** Whether a host uses the database already: each notes the tokens that it mints there. */
const isInUse = (client: Dynamo): Promise<boolean> =>
  hasTokens({ registry: dynamoDocuments(client, tableNames().registry, realRuntime().pause) })

/**
 * Copies files, other than tables, that are not as they were written, before the database is opened: LevelDB drops what its log holds
 * behind a flipped bit, and then the file. Returns a line for each.
 */
async function copyDamagedFiles(folder: string): Promise<string[]> {
  const { faults } = await findFileFaults(folder, { withoutTables: true })
  return faults.map(({ file, message }) => {
    if (!existsSync(file)) return `${file}: ${message}; what was recorded last may be lost`
    const copy = join(folder, `damaged-${basename(file)}`)
    copyFileSync(file, copy)
    return `${file}: ${message}; what was recorded last may be lost (a copy: ${copy})`
  })
}
