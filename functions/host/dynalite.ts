/** The embedded database: dynalite in this process and on no network, in memory or in a folder that it owns. */
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { ok, type Result, refuse } from '../../domain/result.ts'
import type { DynamoClient } from '../store/dynamo-client.ts'
import { directClient } from './direct-client.ts'
import { describeOwner, signFolder, unsignFolder } from './folder-owner.ts'
import { createDynalite } from './level.ts'
import { damagedLogs } from './level-files.ts'

export interface DatabaseOptions {
  /** The data folder; the database goes to `<folder>/database`. Without it all is in memory. */
  readonly folder?: string | undefined
  /** Wait for the disk with each write (the default): a power cut then loses nothing that was answered. */
  readonly fsync?: boolean | undefined
  /** Reads around what is damaged: for verifying alone (salvage.ts). */
  readonly salvage?: boolean | undefined
}

export interface Database {
  /** The only way in: for this process alone, since the database asks nobody who he is. */
  readonly client: DynamoClient
  /** DynamoDB's protocol as dynalite answers it. Nothing of the product listens with it; tests of a network do. */
  readonly answer: RequestListener
  /** What was found damaged before it was opened, a line each: LevelDB drops what lies behind it and says nothing. */
  readonly damage: readonly string[]
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
  salvage = false,
}: DatabaseOptions = {}): Promise<Result<Database>> {
  let damage: string[] = []
  if (folder !== undefined) {
    try {
      keepPrivate(folder)
      damage = await setDamagedAside(folder)
    } catch (error) {
      return unusable(folder, error)
    }
  }
  const { server, store, opened, compact, shut } = createDynalite(
    folder && join(folder, 'database'),
    fsync,
    salvage,
  )
  try {
    await opened
  } catch (error) {
    return unopened(folder ?? 'memory', error as Error)
  }
  if (folder !== undefined) signFolder(folder)
  const desk = guard(server)
  const direct = directClient(store)
  return ok({
    client: direct.client,
    answer: desk.answer,
    damage,
    compact,
    async close() {
      await Promise.all([desk.shut(), direct.shut()])
      // Before the lock is released: afterwards the note may be that of the next owner.
      if (folder !== undefined) unsignFolder(folder)
      await shut()
    },
  })
}

/**
 * The record holds names, and LevelDB makes its files as the process makes any: from here on this one's are its owner's
 * alone, and so is the database's folder, also one that was made before.
 */
function keepPrivate(folder: string): void {
  if (isMainThread) process.umask(0o077)
  mkdirSync(join(folder, 'database'), { recursive: true, mode: 0o700 })
  chmodSync(join(folder, 'database'), 0o700)
}

/** Keeps a copy of each damaged log, since LevelDB deletes it once it has read what it can. */
async function setDamagedAside(folder: string): Promise<string[]> {
  const database = join(folder, 'database')
  return (await damagedLogs(database)).map(({ file, message }) => {
    const copy = join(folder, `damaged-${file}`)
    copyFileSync(join(database, file), copy)
    return `${join(database, file)}: ${message}; what was recorded there last may be lost (a copy: ${copy})`
  })
}

function unopened(folder: string, error: Error): Result<never> {
  const cause = error.cause as (Error & { code?: string }) | undefined
  if (cause?.code !== 'LEVEL_LOCKED') return unusable(folder, cause ?? error)
  return refuse(
    'folder-in-use',
    `${folder} is in use by ${describeOwner(folder)}; stop it, or name another folder`,
  )
}

const unusable = (folder: string, error: unknown): Result<never> =>
  refuse(
    'folder-unusable',
    `${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  )

/**
 * Stands before dynalite's request handler. dynalite throws when a client goes away in the middle of a request, and
 * when its database is closed under a request that it is working on; both would end the process.
 */
function guard(server: Server): { answer: RequestListener; shut(): Promise<void> } {
  const handle = server.listeners('request')[0] as RequestListener
  const arriving = new Set<IncomingMessage>()
  const working = new Set<ServerResponse>()
  let onIdle: (() => void) | null = null

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (onIdle !== null) {
      response.writeHead(503, { connection: 'close' }).end()
      return
    }
    arriving.add(request)
    request.once('close', () => arriving.delete(request))
    handle(request, response)
    request.removeAllListeners('error')
    request.on('error', () => arriving.delete(request))
    // dynalite works from the end of the body until it ends the answer, also when the client has gone meanwhile.
    request.prependOnceListener('end', () => {
      arriving.delete(request)
      working.add(response)
    })
    const done = () => {
      working.delete(response)
      if (working.size === 0) onIdle?.()
    }
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
    response.end = (...args: unknown[]) => {
      const gone = response.destroyed
      if (!gone) response.once('close', done)
      end(...args)
      if (gone) done()
      return response
    }
  }

  return {
    answer,
    async shut() {
      await new Promise<void>((resolve) => {
        onIdle = resolve
        if (working.size === 0) resolve()
      })
      for (const request of arriving) request.removeAllListeners('end')
    },
  }
}
