/** The place of a printed game in the record: the commit it was printed after, and the last anchor over it. */
import type { RecordMark } from '../../domain/formats/scoresheet.ts'
import { gameStream, RecordDamaged } from '../app/stored-events.ts'
import { readCommits } from '../app/streams.ts'
import type { BoardSnapshot } from '../feeds/snapshots.ts'
import type { Ports } from '../ports.ts'
import type { AppResult } from '../refusal.ts'
import type { Commit } from '../store/commit.ts'
import { anchorNumbers, readAnchor } from './anchors/register.ts'

type ProvenancePorts = Pick<Ports, 'log' | 'registry'>
type Seat = Pick<BoardSnapshot, 'game' | 'state'>

/** By game, with the seq that the mark was read for. */
export type Provenance = ReadonlyMap<string, { readonly seq: number; readonly mark: RecordMark }>

/** Attempts while games go on; after them a sheet whose provenance is of another event goes without it. */
const MAX_ATTEMPTS = 3

/**
 * What `look` gives, with the provenance of its games. States are live and provenance is read from the store, so `look` is
 * called again until both are of the same events.
 */
export async function withProvenance<T>(
  ports: ProvenancePorts,
  look: () => Promise<AppResult<T>>,
  seatsOf: (seen: T) => readonly Seat[],
  instant: number,
): Promise<AppResult<{ readonly seen: T; readonly marks: Provenance }>> {
  const marks = new Map<string, { seq: number; mark: RecordMark }>()
  for (let left = MAX_ATTEMPTS; ; left--) {
    const found = await look()
    if (!found.ok) return found
    const due = seatsOf(found.value)
      .map(({ game, state }) => ({ game, seq: state.seq }))
      .filter(({ game, seq }) => marks.get(game)?.seq !== seq)
    for (const { game } of due) marks.delete(game)
    if (due.length === 0 || left === 0) return { ok: true, value: { seen: found.value, marks } }
    for (const { game, seq } of due) {
      const mark = await recordMark(ports, game, seq, instant)
      if (mark !== null) marks.set(game, { seq, mark })
    }
    if (due.every(({ game }) => !marks.has(game))) return { ok: true, value: { seen: found.value, marks } }
  }
}

/** The last commit all of which is seen at `seq`, and the last anchor made by `instant` (ms) over it or one before it. */
async function recordMark(
  ports: ProvenancePorts,
  game: string,
  seq: number,
  instant: number,
): Promise<RecordMark | null> {
  const stream = gameStream(game)
  const commit = await commitAt(ports, stream, seq)
  if (commit === null) return null
  const head = { n: commit.n, hash: commit.hash }
  for (const n of (await anchorNumbers(ports, stream)).reverse()) {
    const stored = await readAnchor(ports, n)
    const leaf = stored?.leaves.find((each) => each.stream === stream)
    if (stored === null || leaf === undefined || leaf.n > head.n || Date.parse(stored.anchor.at) > instant)
      continue
    return { ...head, anchor: { n, key: stored.anchor.key, commit: leaf.n } }
  }
  return head
}

async function commitAt(ports: ProvenancePorts, stream: string, seq: number): Promise<Commit | null> {
  let last = 0
  let commit: Commit | null = null
  try {
    for (const each of await readCommits(ports, stream)) {
      last += each.events.length
      if (last > seq) break
      commit = each
    }
  } catch (error) {
    // A damaged game never stops its round: its sheet goes without provenance, and `verify` reports the damage.
    if (error instanceof RecordDamaged) return null
    throw error
  }
  return commit
}
