/** Opens an embedded database with its tables for tests, and makes commits for it. */
import { type DatabaseOptions, openDatabase } from '../../functions/host/database/dynalite.ts'
import { backoff, type Pause } from '../../functions/store/backoff.ts'
import {
  type CommitDraft,
  type CommitEvent,
  type HashedCommit,
  hashCommit,
} from '../../functions/store/commit.ts'
import { EMPTY_HEAD, type Head } from '../../functions/store/commit-log.ts'
import { createTables, tableNames } from '../../functions/store/tables.ts'
import { quickClient, seeded } from './faulty-client.ts'
import { listenTo } from './listening.ts'

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Short waits of seeded length. */
export const pause: Pause = backoff({ random: seeded(1), sleep }, 1, 20)

/**
 * Opens an embedded database with its tables, and a port by which it is reached like the cloud's; without a folder in memory. Writes do
 * not wait for the disk by default, to save time.
 */
export async function startStore(options: DatabaseOptions = {}) {
  const database = await openDatabase({ fsync: false, ...options })
  if (!database.ok) throw new Error(database.error.message)
  const { close, client: direct } = database.value
  const { endpoint, close: closePort } = await listenTo(database.value)
  const client = quickClient(endpoint)
  const names = tableNames()
  await createTables(client, names, sleep)
  return {
    endpoint,
    client,
    direct,
    names,
    async stop() {
      await close()
      await closePort()
      // The last answers may still be in the buffers of the system.
      await sleep(20)
      client.destroy()
    },
  }
}

export type TestStore = Awaited<ReturnType<typeof startStore>>

/** Second `n` of a day, as a commit's time. */
export const instant = (n: number) => new Date(Date.UTC(2026, 0, 31) + n * 1_000).toISOString()

/** The commit after `head`; by default it has one event, which holds the commit's number. */
export function nextCommit(
  stream: string,
  head: Head = EMPTY_HEAD,
  change: Partial<CommitDraft> = {},
): HashedCommit {
  const n = head.n + 1
  const events: (CommitEvent & { n: number })[] = [{ type: 'clocks-stopped', n }]
  const hashed = hashCommit({ stream, n, prev: head.hash, at: instant(n), events, ...change })
  if (!hashed.ok) throw new Error(hashed.error.message)
  return hashed.value
}

/** `length` commits of one stream, each linked to the one before it. */
export function commitsOf(
  stream: string,
  length: number,
  change: (n: number) => Partial<CommitDraft> = () => ({}),
) {
  const commits: HashedCommit[] = []
  for (let n = 1; n <= length; n++) commits.push(nextCommit(stream, commits.at(-1), change(n)))
  return commits
}
