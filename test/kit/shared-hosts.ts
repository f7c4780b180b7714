/** Hosts on one DynamoDB-compatible database, as `touchmove serve --dynamodb URL` runs them, each in a process of its own. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { type Serving, serve } from './command.ts'
import { listenTo } from './listening.ts'

export interface SharedHosts {
  /** Starts a host with a folder of this name; started again by the same name, it finds what it left there. */
  start(name: string): Promise<Serving>
  /** Closes the database; the hosts have been stopped. */
  close(): Promise<void>
}

/** A database in this process, and hosts in folders below `folder` that share the keys of the first. */
export async function openSharedHosts(folder: string): Promise<SharedHosts> {
  const database = await openDatabase()
  if (!database.ok) throw new Error(database.error.message)
  const endpoint = await listenTo(database.value)
  let first: string | null = null
  return {
    async start(name) {
      const own = join(folder, name)
      mkdirSync(own, { recursive: true })
      first ??= own
      if (own !== first)
        for (const file of ['keys.json', 'anchor-key.pem']) copyFileSync(join(first, file), join(own, file))
      return serve(own, ['--dynamodb', endpoint.endpoint])
    },
    async close() {
      await database.value.close()
      await endpoint.close()
    },
  }
}
