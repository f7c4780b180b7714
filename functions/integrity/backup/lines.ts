/** A backup: one JSON object a line, packed by gzip. What can be folded again is not in it. */

import * as z from 'zod'
import { parseJson } from '../../../domain/json-text.ts'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import type { StoredCommit } from '../../store/commit.ts'
import { tablesWithBackup } from '../../store/tables.ts'

export const BACKUP_FORMAT = 1

/** Tables whose documents are in a backup, before and after the commits. */
export const BACKUP_TABLES = {
  before: tablesWithBackup('before-streams'),
  after: tablesWithBackup('after-streams'),
}
export type BackupTable = (typeof BACKUP_TABLES)['before' | 'after'][number]
export const backupTableSchema = z.enum([...BACKUP_TABLES.before, ...BACKUP_TABLES.after])

export interface ScannedDocument {
  readonly pk: string
  readonly sk: string
  readonly n: number | null
  readonly value: unknown
}

export interface DocumentPage {
  readonly documents: readonly ScannedDocument[]
  /** `from` of the next page. */
  readonly next: string | null
}

export interface BackupHead {
  readonly kind: 'backup'
  readonly format: number
  readonly software: string
  /** When it was begun. */
  readonly at: string
}

/** The last line: a file without it was cut off. */
export interface BackupEnd {
  readonly kind: 'end'
  readonly streams: number
  readonly commits: number
  readonly documents: number
  /** Merkle root over the heads, sorted by stream (bundle/write-bundle.ts). */
  readonly root: string
  /** Number of the last anchor in it. */
  readonly anchor: number
}

export type BackupLine =
  | BackupHead
  | { readonly kind: 'secret'; readonly name: string; readonly text: string }
  | ({ readonly kind: 'document'; readonly table: BackupTable } & ScannedDocument)
  | ({ readonly kind: 'commit'; readonly stream: string } & StoredCommit)
  | BackupEnd

const count = z.int().nonnegative()
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('backup'), format: z.number() }),
  z.object({ kind: z.literal('secret'), name: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('document'),
    ...{ table: backupTableSchema, pk: z.string().min(1), sk: z.string().min(1), n: count.nullable() },
    value: z.unknown(),
  }),
  z.object({
    kind: z.literal('commit'),
    ...{ stream: z.string().min(1), n: count, body: z.string(), hash: z.string() },
  }),
  z.object({
    kind: z.literal('end'),
    ...{ streams: count, commits: count, documents: count, root: z.string(), anchor: count },
  }),
])

/** `bad-backup`: what is no JSON, or no line of a backup, with the first field that is not as it should be. */
export function parseBackupLine(text: string): Result<BackupLine> {
  const line = parseJson(text)
  if (line === undefined) return refuse('bad-backup', 'it is no JSON')
  const parsed = lineSchema.safeParse(line)
  if (parsed.success) return ok(line as BackupLine)
  const [fault] = parsed.error.issues
  return refuse('bad-backup', `${fault?.path.join('.') || 'the line'}: ${fault?.message}`)
}
