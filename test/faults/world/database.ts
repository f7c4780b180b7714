/**
 * Databases that are killed and whose disk fills up. In a process of its own: real signals, real failing writes. In this
 * process: what a kill leaves are the files as they were that instant, so another one is opened on a copy of them.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../../functions/host/database/dynalite.ts'
import type { Dynamo } from '../../../functions/store/dynamodb-client.ts'
import { createTables, tableNames } from '../../../functions/store/tables.ts'
import { temporaryFolder } from '../../kit/command.ts'
import { bundledDatabase, startDatabase } from '../../kit/database-apart.ts'
import { quickClient } from '../../kit/faulty-client.ts'
import { listenTo } from '../../kit/listening.ts'
import { sleep } from '../../kit/store.ts'

export interface KillableDatabase {
  client(): Dynamo
  /** Where the present client finds it. */
  endpoint(): string
  /** SIGKILL, and another process on the same folder. */
  kill(): Promise<void>
  /** From now on (until the next kill) no file of the database can grow. */
  fillDisk(): Promise<void>
  /** Whether writes are to be refused on their way, since the disk is only said to be full. */
  refusesWrites(): boolean
  close(): Promise<void>
}

/** LevelDB tidies up behind our back; a copy that a file vanished under is begun again. */
function copyFolder(from: string, to: string, tries = 10): void {
  try {
    cpSync(from, to, { recursive: true })
  } catch (error) {
    if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    rmSync(to, { recursive: true, force: true })
    copyFolder(from, to, tries - 1)
  }
}

/** Quick: no process is started. */
export async function databaseHere(): Promise<KillableDatabase> {
  const folder = temporaryFolder()
  let generation = 0
  let full = false
  const path = (n: number) => join(folder.path, String(n))
  const open = async () => {
    const opened = await openDatabase({ folder: path(generation), fsync: false })
    if (!opened.ok) throw new Error(opened.error.message)
    const { endpoint, close: hangUp } = await listenTo(opened.value)
    return {
      endpoint,
      client: quickClient(endpoint),
      async close() {
        await opened.value.close()
        await hangUp()
      },
    }
  }
  let database = await open()
  let dying = false
  await createTables(database.client, tableNames(), sleep)
  return {
    client() {
      if (dying) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return database.client
    },
    endpoint: () => database.endpoint,
    async kill() {
      const dead = database
      dying = true
      const left = path(generation++)
      // No answer of the dead one arrives any more; then, within the same turn, its files are what they are.
      dead.client.destroy()
      copyFolder(left, path(generation))
      full = false
      database = await open()
      dying = false
      void dead.close().then(() => rmSync(left, { recursive: true, force: true }))
    },
    async fillDisk() {
      full = true
    },
    refusesWrites: () => full,
    async close() {
      database.client.destroy()
      await database.close()
      folder.remove()
    },
  }
}

export async function databaseApart(): Promise<KillableDatabase> {
  const program = await bundledDatabase()
  const folder = temporaryFolder()
  // Started and waiting, so that a killed one is replaced at once.
  let waiting = startDatabase(program)
  let running = waiting
  let client: Dynamo
  let endpoint = ''

  const open = async () => {
    running = waiting
    waiting = startDatabase(program)
    endpoint = await running.open(folder.path)
    client = quickClient(endpoint)
  }

  await open()
  await createTables(client!, tableNames(), sleep)
  return {
    client: () => client,
    endpoint: () => endpoint,
    async kill() {
      const exited = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await exited
      client.destroy()
      await open()
    },
    async fillDisk() {
      await promisify(execFile)('prlimit', ['--pid', String(running.child.pid), '--fsize=0:unlimited'])
    },
    refusesWrites: () => false,
    async close() {
      for (const { child } of [running, waiting]) child.kill('SIGKILL')
      client.destroy()
      folder.remove()
    },
  }
}
