/** Reads a whole record into a backup while others go on recording. */
import * as z from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import type { ApiClient } from '../../http/api-client.ts'
import type { AnchorLeaf } from '../anchors/anchor.ts'
import { askRecord, fetchCommits, requireProgress } from '../anchors/remote-evidence.ts'
import { headsRoot } from '../bundle/write-bundle.ts'
import { STREAM_CATEGORIES } from '../sync/outgoing.ts'
import { listAllStreams } from '../sync/run.ts'
import {
  BACKUP_FORMAT,
  BACKUP_TABLES,
  type BackupEnd,
  type BackupLine,
  type BackupTable,
  type DocumentPage,
} from './lines.ts'

/**
 * The lines in their order: anchors before the commits that they prove, and those before the persons and texts that they refer to.
 * So what is recorded meanwhile may be missing, but whatever is in the backup has all that it refers to.
 */
export async function* backupLines(
  client: ApiClient,
  now: Date,
  onStream: (done: number, of: number) => void = () => {},
): AsyncGenerator<BackupLine> {
  yield {
    kind: 'backup',
    format: BACKUP_FORMAT,
    software: `touchmove ${manifest.version}`,
    at: now.toISOString(),
  }
  const { anchor } = await askRecord(client, 'GET', '/backup', beginShape)
  let documents = 0
  for (const table of BACKUP_TABLES.before)
    for await (const line of documentLines(client, table)) {
      if (table === 'registry' && isLaterAnchor(line.pk, line.sk, anchor)) continue
      documents++
      yield line
    }
  const streams = (
    await Promise.all(STREAM_CATEGORIES.map((category) => listAllStreams(client, category)))
  ).flat()
  const leaves: AnchorLeaf[] = []
  let commits = 0
  for (const [k, { stream }] of streams.entries()) {
    const stored = await fetchCommits(client, stream)
    for (const commit of stored) yield { kind: 'commit', stream, ...commit }
    commits += stored.length
    const last = stored.at(-1)
    leaves.push({ stream, n: last?.n ?? 0, hash: last?.hash ?? '' })
    onStream(k + 1, streams.length)
  }
  for (const table of BACKUP_TABLES.after)
    for await (const line of documentLines(client, table)) {
      documents++
      yield line
    }
  const end: BackupEnd = {
    ...{ kind: 'end', streams: leaves.length, commits, documents, anchor },
    root: headsRoot(leaves),
  }
  yield end
}

const beginShape = z.looseObject({ anchor: z.int().nonnegative() })
const documentPageShape = z.looseObject({
  documents: z.array(
    z.object({ pk: z.string(), sk: z.string(), n: z.int().nonnegative().nullable(), value: z.unknown() }),
  ),
  next: z.string().min(1).nullable(),
})

/** An anchor that was signed while the tables were read may vouch for commits that are not in the backup. */
const isLaterAnchor = (pk: string, sk: string, last: number): boolean =>
  pk === 'anchor-last' || (pk === 'anchors' && Number(sk) > last)

async function* documentLines(
  client: ApiClient,
  table: BackupTable,
): AsyncGenerator<Extract<BackupLine, { kind: 'document' }>> {
  for (let from: string | null = ''; from !== null; ) {
    const after: string = from === '' ? '' : `&from=${encodeURIComponent(from)}`
    const path = `/backup/documents?table=${table}${after}`
    const page: DocumentPage = await askRecord(client, 'GET', path, documentPageShape)
    for (const each of page.documents) yield { kind: 'document', table, ...each }
    requireProgress(path, page.next === null || page.next !== from)
    from = page.next
  }
}
