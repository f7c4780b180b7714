/** A backup: one JSON object a line, packed by gzip. What can be folded again is not in it. */

import type { StoredCommit } from '../../store/commit.ts'

export const BACKUP_FORMAT = 1

/** `views` can be folded again; `commits` are read stream by stream. */
export const BACKUP_TABLES = ['registry', 'persons'] as const
export type BackupTable = (typeof BACKUP_TABLES)[number]

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
