/** The embedded database: dynalite in this process and on no network, in memory or in a folder that it owns. */
import { chmodSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import dynalite from 'dynalite'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { type Dynamo, embeddedClient } from '../../store/dynamo.ts'
import { inProcessHttpHandler } from './in-process-http-handler.ts'
import { describeOwner, removeOwner, writeOwner } from './instance-lock.ts'
import { isReadableValue } from './item.ts'

export interface DatabaseOptions {
  /** The data folder; the database goes to `<folder>/database`. Without it all is in memory. */
  readonly folder?: string | undefined
  /** Wait for the disk with each write (the default): a power cut then loses nothing that was answered. */
  readonly fsync?: boolean | undefined
}

export interface EmbeddedDatabase {
  /** The only access: for this process alone, since the database authenticates nobody. */
  readonly client: Dynamo
  /** DynamoDB's protocol as dynalite answers it. Nothing of the product listens with it; tests of a network do. */
  readonly requestListener: RequestListener
  /** Writes the files anew without what was deleted or overwritten: LevelDB does so only when it comes to it. */
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
  const drained = drainable(server.listeners('request')[0] as RequestListener)
  const client = embeddedClient(inProcessHttpHandler(drained.listener))
  return ok({
    client,
    requestListener: drained.listener,
    compact: () => database.compact(),
    async close() {
      await drained.drain()
      // Before the lock is released: afterwards the note may be that of the next owner.
      if (folder !== undefined) removeOwner(folder)
      await database.close()
    },
  })
}

/**
 * Keys of the views' table. A power cut may take the last views, never one before the other, and they are made again from
 * the record; to wait for the disk with each would cost the record's writes as much again.
 */
const VIEW_KEYS = /^item-[\w.-]+-views~/

/**
 * The record holds names, and LevelDB makes its files as the process makes any: from here on this one's are its owner's
 * alone, and so is the database's folder, also one that was made before.
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
  refuse(
    'folder-unusable',
    `${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  )

interface DrainableListener {
  readonly listener: RequestListener
  /** Resolves when what had arrived is answered; what comes from now on is refused. */
  drain(): Promise<void>
}

/** Accepts requests until it is drained. A request that has not arrived in full is not waited for. */
function drainable(listener: RequestListener): DrainableListener {
  const underWay = new Set<ServerResponse>()
  let onIdle: (() => void) | null = null

  return {
    listener(request: IncomingMessage, response: ServerResponse) {
      if (onIdle !== null) {
        response.writeHead(503, { connection: 'close' }).end()
        return
      }
      request.once('end', () => underWay.add(response))
      const done = () => {
        underWay.delete(response)
        if (underWay.size === 0) onIdle?.()
      }
      response.once('finish', done)
      response.once('close', done)
      listener(request, response)
    },
    drain: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve
        if (underWay.size === 0) resolve()
      }),
  }
}
