/** Restores a backup into empty tables, and checks that the heads and anchors are those that were backed up. */

import { ok, type Result, refuse } from '../../../domain/result.ts'
import type { Ports } from '../../ports.ts'
import { type Commit, decodeCommit, type StoredCommit } from '../../store/commit.ts'
import { StoreUnavailable } from '../../store/commit-log.ts'
import type { Documents } from '../../store/documents.ts'
import type { AnchorLeaf } from '../anchors/anchor.ts'
import { lastAnchor } from '../anchors/register.ts'
import { headsRoot } from '../bundle/write-bundle.ts'
import { STREAM_CATEGORIES } from '../sync/outgoing.ts'
import { BACKUP_FORMAT, type BackupEnd, type BackupLine } from './lines.ts'

interface RestoreDeps extends Pick<Ports, 'log' | 'pause' | 'persons' | 'registry' | 'views'> {}

/** Lines put at the same time. */
const CONCURRENCY = 32
const MAX_ATTEMPTS = 8

/**
 * Refused (`bad-backup`): what is no backup, one that was cut off, one with a commit that cannot be read, one whose heads or
 * anchors are not there afterwards.
 */
export async function restoreLines(
  service: RestoreDeps,
  lines: AsyncIterable<BackupLine>,
  onLine: (done: number) => void = () => {},
): Promise<Result<BackupEnd>> {
  let batch: Promise<void>[] = []
  try {
    return await restoreAll(
      service,
      lines,
      (put) => batch.push(put),
      async () => {
        await Promise.all(batch)
        batch = []
      },
      onLine,
    )
  } finally {
    // What is under way ends before the tables are closed.
    await Promise.allSettled(batch)
  }
}

async function restoreAll(
  service: RestoreDeps,
  lines: AsyncIterable<BackupLine>,
  start: (put: Promise<void>) => number,
  settle: () => Promise<void>,
  onLine: (done: number) => void,
): Promise<Result<BackupEnd>> {
  let end: BackupEnd | null = null
  let done = 0
  for await (const line of lines) {
    if (end !== null) return refuse('bad-backup', 'there are lines after the end of the backup')
    if (line.kind === 'backup') {
      if (line.format !== BACKUP_FORMAT)
        return refuse(
          'bad-backup',
          `the backup is of format ${line.format}; this program reads ${BACKUP_FORMAT}`,
        )
    } else if (line.kind === 'end') end = line
    else if (line.kind === 'document') start(putDocument(service, line))
    else if (line.kind === 'commit') {
      const { stream, n } = line
      const decoded = decodeCommit(line)
      if (!decoded.ok)
        return refuse('bad-backup', `commit ${n} of ${stream} cannot be read: ${decoded.error.message}`)
      start(putCommit(service, stream, decoded.value, line))
    }
    onLine(++done)
    if (done % CONCURRENCY === 0) await settle()
  }
  await settle()
  if (end === null) return refuse('bad-backup', 'the backup has no end: it was cut off')
  return compare(service, end)
}

async function putDocument(
  service: RestoreDeps,
  { table, pk, sk, n, value }: Extract<BackupLine, { kind: 'document' }>,
): Promise<void> {
  const documents = service[table] as Documents<unknown>
  if (n === null) await documents.put(pk, sk, value)
  else await documents.putIfNewer(pk, sk, n, value)
}

/** Stores the commit byte for byte as it was. Damage that leaves it readable is reported by verify afterwards. */
async function putCommit(
  { log, pause }: RestoreDeps,
  stream: string,
  decoded: Commit,
  { n, body, hash }: StoredCommit,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await pause(attempt)
    try {
      // A conflict is our own commit, whose answer was lost: the tables were empty.
      await log.append({ ...decoded, stream, n, body, hash })
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function compare(service: RestoreDeps, end: BackupEnd): Promise<Result<BackupEnd>> {
  const leaves: AnchorLeaf[] = []
  for (const category of STREAM_CATEGORIES)
    for await (const { stream } of service.log.streams(category)) {
      const head = await service.log.head(stream)
      leaves.push({ stream, n: head?.n ?? 0, hash: head?.hash ?? '' })
    }
  if (leaves.length !== end.streams || headsRoot(leaves) !== end.root)
    return refuse('bad-backup', 'the heads that are there now are not those that were backed up')
  const { n } = await lastAnchor(service)
  if (n !== end.anchor)
    return refuse('bad-backup', `the last anchor there now is ${n}; ${end.anchor} was backed up`)
  return ok(end)
}
