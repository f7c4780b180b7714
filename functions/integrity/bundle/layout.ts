/** How a bundle is laid out: file names, lines of a stream's file, and the manifest. `README.txt` inside says it to people. */
import type { TrfVersion } from '../../../domain/formats/write-trf.ts'
import type { REDUCER_VERSION } from '../../../domain/game/index.ts'
import type { StoredEvent } from '../../../events/index.ts'
import type { FoldDigest } from '../../app/fold-digest.ts'
import type { StoredCommit } from '../../store/commit.ts'
import type { ProvenLeaf } from '../anchors/attestation.ts'

export const BUNDLE_FORMAT = 'touchmove-bundle'
export const BUNDLE_VERSION = 1
export const README_FILE = 'README.txt'
export const MANIFEST_FILE = 'manifest.json'
export const RESULTS_FILE = 'results.json'
export const TOURNAMENT_FILE = 'tournament.json'
export const PGN_FILE = 'games.pgn'
export const PGN_AS_PLAYED_FILE = 'games-as-played.pgn'

export const reportFile = (version: TrfVersion): string => `report-trf${version}.txt`

/** `games/G.ndjson` of `game#G`, `rounds/R.ndjson` of `round#T/R`. */
export const streamFileName = (stream: string): string =>
  stream.startsWith('game#')
    ? `games/${stream.slice('game#'.length)}.ndjson`
    : `rounds/${stream.slice(stream.indexOf('/') + 1)}.ndjson`

/** One line of a stream's file. */
export type BundleLine =
  | ({ readonly kind: 'commit'; readonly stream: string } & StoredCommit)
  | { readonly kind: 'kept'; readonly stream: string; readonly sk: string; readonly value: unknown }
  | ({ readonly kind: 'anchor' } & ProvenLeaf)
  | { readonly kind: 'event'; readonly commit: number; readonly event: StoredEvent }

export interface BundleGameResult {
  readonly game: string
  readonly round: string
  readonly board: number
  readonly result: string | null
  readonly rule: string | null
  readonly reading: FoldDigest | null
  readonly verdicts: readonly { readonly rule: string; readonly seq: number; readonly status: string }[]
  /** What the reading's digest is the digest of. */
  readonly digested: unknown
}

export interface BundleFileDigest {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export interface BundleManifest {
  readonly format: typeof BUNDLE_FORMAT
  readonly version: typeof BUNDLE_VERSION
  readonly tournament: string
  /** What wrote it. */
  readonly software: string
  readonly reducer: typeof REDUCER_VERSION | number
  readonly streams: number
  readonly events: number
  /** Merkle root over the streams' heads, sorted by stream. */
  readonly root: string
  /** Every file but this one, in the order of the archive. */
  readonly files: readonly BundleFileDigest[]
}
