/**
 * Starts hosts on one DynamoDB-compatible database, as `touchmove serve --dynamodb URL` does. Each host, and the database, is a
 * process of its own.
 */
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Serving, serve } from './command.ts'
import { bundledDatabase, startDatabase } from './database-apart.ts'

export interface SharedHosts {
  /** The process of the database. */
  readonly databasePid: number
  /** Starts a host in a folder of this name: started again by the same name, it has the same folder. */
  start(name: string, args?: readonly string[]): Promise<Serving>
  /** Ends the database; the hosts have been stopped. */
  close(): Promise<void>
}

/** A database in memory, and hosts in folders below `folder` that share the keys of the first. */
export async function openSharedHosts(folder: string): Promise<SharedHosts> {
  const database = startDatabase(await bundledDatabase())
  const exited = once(database.child, 'exit')
  const endpoint = await database.open()
  let first: string | null = null
  return {
    databasePid: database.child.pid ?? 0,
    async start(name, args = []) {
      const own = join(folder, name)
      mkdirSync(own, { recursive: true })
      first ??= own
      if (own !== first)
        for (const file of ['keys.json', 'anchor-key.pem']) copyFileSync(join(first, file), join(own, file))
      return serve(own, ['--dynamodb', endpoint, ...args])
    },
    async close() {
      database.child.kill('SIGKILL')
      await exited
    },
  }
}
