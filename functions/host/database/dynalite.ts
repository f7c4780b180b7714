/** The embedded database: dynalite in this process and on no network, in memory or in a folder that it owns. */
import { chmodSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import dynalite from 'dynalite'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { errorMessage } from '../../error-message.ts'
import { type Dynamo, embeddedClient } from '../../store/dynamodb-client.ts'
import { inProcessHttpHandler } from './in-process-http-handler.ts'
import { isReadableValue } from './item.ts'
import { describeOwner, removeOwner, writeOwner } from './owner-note.ts'

export interface DatabaseOptions {
  /** The data folder; the database lies in `<folder>/database`. Without a folder everything is in memory. */
  readonly folder?: string | undefined
  /** Whether each write waits for the disk (the default): a power cut then loses nothing that was answered. */
  readonly fsync?: boolean | undefined
}

export interface EmbeddedDatabase {
  /** The only access, within this process: the database authenticates nobody. */
  readonly client: Dynamo
  /** Answers DynamoDB's protocol. The product never listens with it; tests of a network do. */
  readonly requestListener: RequestListener
  /** Writes the files anew without what was deleted or overwritten: LevelDB by itself does so at some later time. */
  compact(): Promise<void>
  /** Answers what has arrived, refuses the rest with 503, and releases the folder. */
  close(): Promise<void>
}

/**
 * Opens the database. Refused, in one line, are a folder that another process has open
 * (`folder-in-use`) and one that cannot be used (`folder-unusable`: no right to write, damaged files).
 */
export async function openDatabase({
  folder,
  fsync = true,
}: DatabaseOptions = {}): Promise<Result<EmbeddedDatabase>> {
  if (folder !== undefined) {
    try {
      restrictAccess(folder)
    } catch (error) {
      return folderUnusable(folder, error)
    }
  }
  const server = dynalite({
    ...(folder !== undefined && { path: join(folder, 'database') }),
    createTableMs: 0,
    deleteTableMs: 0,
    sync: (key) => fsync && !VIEW_KEYS.test(key),
    isSound: isReadableValue,
  })
  const { database } = server
  if (database === undefined)
    throw new Error('dynalite is installed without patches/dynalite+4.0.0.patch: `npm ci` applies it')
  try {
    await database.open()
  } catch (error) {
    return openFailure(folder ?? 'memory', error as Error)
  }
  if (folder !== undefined) writeOwner(folder)
  const requests = drainable(server.listeners('request')[0] as RequestListener)
  const client = embeddedClient(inProcessHttpHandler(requests.listener))
  const compactOnce = async (): Promise<void> => {
    // LevelDB retains what was deleted for a reader that began before the deletion, so the new files are begun while there is no
    // reader. It retains the old files for a reader that began before the new ones were complete, so they too are removed without one.
    let written = Promise.resolve()
    await requests.alone(async () => {
      written = database.compact()
    })
    await written
    await requests.alone(() => database.removeOldFiles())
  }
  /** The last compaction: one begins when the one before it has ended. */
  let compacted: Promise<void> = Promise.resolve()
  return ok({
    client,
    requestListener: requests.listener,
    compact() {
      compacted = compacted.then(compactOnce, compactOnce)
      return compacted
    },
    async close() {
      await requests.drain()
      // The note is removed before the lock is released: afterwards it may be the next owner's.
      if (folder !== undefined) removeOwner(folder)
      await database.close()
    },
  })
}

/**
 * Keys of the views' table, whose writes do not wait for the disk. A power cut may lose the last views, in the order in which they were
 * written, and they are made again from the record; waiting would double the cost of the record's writes.
 */
const VIEW_KEYS = /^item-[\w.-]+-views~/

/**
 * The record holds names, and LevelDB makes its files with the process's umask. The process therefore makes files that only its owner
 * can read, and the database's folder is restricted, even one that exists already.
 */
function restrictAccess(folder: string): void {
  if (isMainThread) process.umask(0o077)
  mkdirSync(join(folder, 'database'), { recursive: true, mode: 0o700 })
  chmodSync(join(folder, 'database'), 0o700)
}

function openFailure(folder: string, error: Error): Result<never> {
  const cause = error.cause as (Error & { code?: string }) | undefined
  if (cause?.code !== 'LEVEL_LOCKED') return folderUnusable(folder, cause ?? error)
  return refuse(
    'folder-in-use',
    `${folder} is in use by ${describeOwner(folder)}; stop it, or name another folder`,
  )
}

const folderUnusable = (folder: string, error: unknown): Result<never> =>
  refuse('folder-unusable', `${folder} cannot be used: ${errorMessage(error)}`)

interface DrainableListener {
  readonly listener: RequestListener
  /** Refuses all further requests with 503, and resolves when those that had begun are answered. */
  drain(): Promise<void>
  /** Does the work while no request is under way; requests that come meanwhile wait. */
  alone(work: () => Promise<void>): Promise<void>
}

/** Accepts requests until it is drained. A request that has not arrived in full after ARRIVAL_MS is then cut off. */
function drainable(listener: RequestListener): DrainableListener {
  /** All that have begun, and those of them that have arrived in full. */
  const begun = new Set<ServerResponse>()
  const arrived = new Set<ServerResponse>()
  let isDraining = false
  /** Requests that wait until the work of `alone` has ended; null while there is no such work. */
  let waiting: (() => void)[] | null = null
  let onEnd: (() => void)[] = []

  const empty = async (requests: ReadonlySet<ServerResponse>) => {
    while (requests.size > 0) await new Promise<void>((resolve) => onEnd.push(resolve))
  }
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    begun.add(response)
    request.once('end', () => arrived.add(response))
    const done = () => {
      begun.delete(response)
      arrived.delete(response)
      const woken = onEnd
      onEnd = []
      for (const resolve of woken) resolve()
    }
    response.once('finish', done)
    response.once('close', done)
    listener(request, response)
  }
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    if (isDraining) response.writeHead(503, { connection: 'close' }).end()
    else if (waiting === null) begin(request, response)
    else waiting.push(() => take(request, response))
  }
  return {
    listener: take,
    async drain() {
      isDraining = true
      await Promise.race([empty(begun), sleep(ARRIVAL_MS, undefined, { ref: false })])
      for (const response of begun) if (!arrived.has(response)) response.destroy()
      await empty(begun)
    },
    async alone(work) {
      const held: (() => void)[] = []
      waiting = held
      try {
        await empty(begun)
        await sleep(ITERATORS_CLOSE_MS)
        await work()
      } finally {
        waiting = null
        for (const next of held) next()
      }
    },
  }
}

/** How long a request that has begun may take to arrive while the database closes, ms. */
const ARRIVAL_MS = 1_000

/** How long an iterator may take to be closed, ms: another thread does so, after the answer that was read with it has been sent. */
const ITERATORS_CLOSE_MS = 10
