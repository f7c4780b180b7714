/** Checks the log of appends against what was noted of it elsewhere: signed checkpoints, and what witnesses saw. */
import type { TreeHead } from '../../../domain/proof/consistency.ts'
import { appendEntry, EMPTY_ROOT, EMPTY_TREE, rootOf } from '../../../domain/proof/tiles.ts'
import { type AppendLogEntry, isCommitEntry } from '../../store/append-log.ts'
import type { Attestation } from '../verify-stream.ts'
import { type CosignedCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import type { NoteKey } from './signed-note.ts'

/** What a log shows of itself, all of which is checked. */
export interface LogEvidence {
  /** The newest checkpoint that it has signed; null: none. */
  readonly checkpoint: string | null
  readonly cosigned: readonly CosignedCheckpoint[]
  /** The entries' texts, in their order. */
  readonly entries: AsyncIterable<readonly string[]>
}

/** What the verifier knows from elsewhere. */
export interface LogTrust {
  /** The key of the log; null: the signature of its own checkpoint is not looked at. */
  readonly log: NoteKey | null
  readonly witnesses: readonly NoteKey[]
  /** Checkpoints that were noted: printed, or got from a witness. Of a printed one the first 32 digits of the root, or more. */
  readonly noted: readonly TreeHead[]
}

/** A checkpoint that a witness saw and that the log still holds. */
export interface WitnessedSize {
  readonly witness: string
  readonly size: number
  /** When it was seen, RFC 3339. */
  readonly at: string
}

export interface LogVerification {
  readonly size: number
  readonly faults: readonly string[]
  readonly witnessed: readonly WitnessedSize[]
  /** Sizes of the noted checkpoints that the log still holds. */
  readonly noted: readonly number[]
  /** How many of the first entries are what a witness, or who noted a checkpoint, saw. */
  readonly proven: number
  /** By stream: the last commit among the proven entries, which vouches for all before it. */
  readonly heads: ReadonlyMap<string, Attestation>
  /** By name: the last version of each entry list, proven or not. */
  readonly entryLists: ReadonlyMap<string, Pick<AppendLogEntry, 'n' | 'hash'>>
}

interface Expected extends TreeHead {
  /** Who says so, as a message names them. */
  readonly by: string
  readonly witness?: WitnessedSize
}

/** Checks the log in one pass over its entries. */
export async function verifyLog(
  { checkpoint, cosigned, entries }: LogEvidence,
  trust: LogTrust,
): Promise<LogVerification> {
  const faults: string[] = []
  const expected: Expected[] = [
    ...ownCheckpoint(checkpoint, trust.log, faults),
    ...trust.noted.map((noted) => ({ ...noted, by: NOTED })),
    ...trust.witnesses.flatMap((witness) => witnessedCheckpoint(cosigned, witness, faults)),
  ]
  const roots = new Map<number, string>([[0, EMPTY_ROOT]])
  const wanted = new Set(expected.map(({ size }) => size))
  const proven = Math.max(0, ...expected.filter(({ by }) => by !== OWN).map(({ size }) => size))
  const heads = new Map<string, Attestation>()
  const last = new Map<string, number>()
  const entryLists = new Map<string, Pick<AppendLogEntry, 'n' | 'hash'>>()
  let tree = EMPTY_TREE
  for await (const texts of entries)
    for (const text of texts) {
      tree = appendEntry(tree, text)
      if (wanted.has(tree.size)) roots.set(tree.size, rootOf(tree) ?? EMPTY_ROOT)
      const entry = parseEntry(text)
      const before = entry === null ? 0 : (last.get(entry.stream) ?? 0)
      if (entry === null || !follows(entry, before)) {
        faults.push(
          `entry ${tree.size} of the log is ${entry === null ? 'none' : `commit ${entry.n} of ${entry.stream}, which does not follow commit ${before}`}`,
        )
        continue
      }
      last.set(entry.stream, entry.n)
      if (entry.stream.startsWith('entries#')) entryLists.set(entry.stream, entry)
      if (tree.size <= proven)
        heads.set(entry.stream, { n: entry.n, hash: entry.hash, anchor: 0, at: '', by: 'the log' })
    }
  const witnessed: WitnessedSize[] = []
  const noted: number[] = []
  for (const { size, root, by, witness } of expected) {
    if (size > tree.size)
      faults.push(`${by} has ${size} entries, the log here has ${tree.size}: its end was cut off`)
    else if (!roots.get(size)?.startsWith(root))
      faults.push(`the first ${size} entries of the log are not those that ${by} has`)
    else if (witness !== undefined) witnessed.push(witness)
    else if (by === NOTED) noted.push(size)
  }
  return {
    size: tree.size,
    faults,
    witnessed,
    noted,
    proven: faults.length === 0 ? proven : 0,
    heads,
    entryLists,
  }
}

const OWN = 'its own checkpoint'
const NOTED = 'the checkpoint noted'

function ownCheckpoint(note: string | null, key: NoteKey | null, faults: string[]): Expected[] {
  if (note === null) return []
  const read = key === null ? parseCheckpoint(note) : openCheckpoint(note, key)
  if (read.ok) return [{ size: read.value.size, root: read.value.root, by: OWN }]
  faults.push(`the newest checkpoint of the log: ${read.error.message}`)
  return []
}

/** What a witness signed last, if it did. */
function witnessedCheckpoint(
  cosigned: readonly CosignedCheckpoint[],
  witness: NoteKey,
  faults: string[],
): Expected[] {
  const seen = cosigned.flatMap(({ note }) => {
    const read = openCheckpoint(note, witness)
    return read.ok ? [read.value] : []
  })
  const newest = seen.sort((a, b) => b.size - a.size || b.at - a.at)[0]
  if (newest === undefined) {
    faults.push(
      `the witness ${witness.name} has signed no checkpoint that is here: none yet, or they were taken away`,
    )
    return []
  }
  const { size, root, at } = newest
  const found = { witness: witness.name, size, at: new Date(at * 1000).toISOString() }
  return [{ size, root, by: `the checkpoint that ${witness.name} saw at ${found.at}`, witness: found }]
}

function parseEntry(text: string): AppendLogEntry | null {
  try {
    const { stream, n, hash } = JSON.parse(text) as Partial<AppendLogEntry>
    return typeof stream === 'string' && Number.isSafeInteger(n) && typeof hash === 'string'
      ? { stream, n: n ?? 0, hash }
      : null
  } catch {
    return null
  }
}

/** Commits are in the log one by one; of versions of other things those that were overtaken may be left out. */
const follows = ({ stream, n }: AppendLogEntry, before: number): boolean =>
  isCommitEntry({ stream }) ? n === before + 1 : n > before
