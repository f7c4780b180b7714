/** Verifies a stream: its links, the anchors over it, its order, its personal data, and what it folds to today. */
import { fold } from '../../domain/game/index.ts'
import { type AttestedHead, firstLinkFault, type LinkFault } from '../../domain/proof/verify.ts'
import type { StoredEvent } from '../../events/index.ts'
import { type FoldDigest, foldDigestOf } from '../app/fold-digest.ts'
import { type RehydratedEvent, rehydrate } from '../app/personal-data.ts'
import { RecordDamaged, type RecordedEvent, recordedEvents } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'
import { type Commit, decodeCommit, type StoredCommit } from '../store/commit.ts'
import { EMPTY_HEAD, type Head } from '../store/commit-log.ts'
import { GENESIS, sha256OfText } from '../store/hash.ts'

/**
 * The links' faults (domain/proof/verify.ts), and: `later-format`: whole, and written by a later program; `unreadable`: no
 * events of ours; `wrong-seq`: events are not numbered through; `repeated-id`: an event id stands twice; `back-in-time`: stored
 * before the commit before it; `altered-text`, `altered-person`: personal data does not have the digest that the event holds;
 * `lost`: it is gone, and was not erased; `altered-reading`: the same reducer gave another result or other verdicts when the
 * game was anchored.
 */
export type FaultKind =
  | LinkFault['kind']
  | 'later-format'
  | 'unreadable'
  | 'wrong-seq'
  | 'repeated-id'
  | 'back-in-time'
  | 'altered-text'
  | 'altered-person'
  | 'lost'
  | 'altered-reading'

export interface RecordFault {
  readonly kind: FaultKind
  /** Number of the first commit that does not hold. */
  readonly n: number
  readonly message: string
  readonly interval?: LinkFault['interval']
}

/** A head that an anchor vouches for, with what the game was read to be then. */
export interface Attestation extends AttestedHead {
  /** When it was anchored (RFC 3339). */
  readonly at: string
  readonly reading?: FoldDigest | undefined
}

export interface Verification {
  readonly stream: string
  /** How far the record holds. */
  readonly head: Head
  readonly events: number
  readonly fault: RecordFault | null
  /** Events of which something was erased: chain and result stand without it. */
  readonly erased: number
  /** What a game's events fold to, if the record holds: compare digests of one reducer version only. */
  readonly reading: FoldDigest | null
  /** How far anchors reach: the last commit one vouches for; null where none does. What comes after rests on its links alone. */
  readonly anchored: { readonly n: number; readonly anchor: number; readonly at: string } | null
  /** The record is whole, but an earlier version of the Laws' reading gave something else when the game was anchored. */
  readonly changedReading: { readonly before: FoldDigest; readonly now: FoldDigest } | null
}

/**
 * The first commit that does not hold, or none; an empty stream that no anchor knows holds. `erasure`: whether something
 * was erased lawfully; where that is unknown, missing data counts as erased.
 */
export async function verifyStream(
  ports: Pick<Ports, 'log' | 'persons'>,
  stream: string,
  attested: readonly Attestation[] = [],
  erasure = true,
): Promise<Verification> {
  const stored = await ports.log.load(stream, 0)
  const broken = firstLinkFault(stream, stored.map(linkOf), attested, GENESIS)
  const { commits, fault: unread } = decodeAll(broken === null ? stored : stored.slice(0, broken.n - 1))
  const read = readAll(commits)
  const joined = await rehydrate<StoredEvent>(ports, stream, read.recorded)
  const faults: RecordFault[] = [
    ...[broken, unread, read.fault].filter((each) => each !== null),
    ...findForgeries(commits, joined),
    ...(erasure ? [] : findLosses(commits, joined)),
  ].sort((a, b) => a.n - b.n)
  const events = joined.map(({ event }) => event)
  const isGame = stream.startsWith('game#')
  const compared = isGame && faults.length === 0 ? compareFolds(commits, events, attested) : NO_COMPARISON
  const fault = faults[0] ?? compared.fault
  const holding = fault === null ? commits : commits.slice(0, fault.n - 1)
  const last = holding.at(-1)
  const reaching = attested
    .filter(({ n, by }) => by === undefined && n <= holding.length)
    .sort((a, b) => b.n - a.n || a.anchor - b.anchor)[0]
  return {
    stream,
    head: last === undefined ? EMPTY_HEAD : { n: last.n, hash: last.hash },
    events: holding.reduce((count, each) => count + each.events.length, 0),
    fault,
    erased: joined.filter(({ gone }) => gone > 0).length,
    reading: fault === null && isGame && events.length > 0 ? compared.reading : null,
    anchored: reaching === undefined ? null : { n: reaching.n, anchor: reaching.anchor, at: reaching.at },
    changedReading: fault === null ? compared.changed : null,
  }
}

export function linkOf(stored: StoredCommit): Parameters<typeof firstLinkFault>[1][number] {
  const { n, hash, body } = stored
  return { n, hash, digest: sha256OfText(body), says: claimedPosition(body) }
}

/** What a body says of its place, whatever else is in it. */
function claimedPosition(body: string): { stream: string; n: number; prev: string } | null {
  try {
    const { stream, n, prev } = JSON.parse(body) as Partial<Commit>
    return typeof stream === 'string' && typeof n === 'number' && typeof prev === 'string'
      ? { stream, n, prev }
      : null
  } catch {
    return null
  }
}

/** Commits whose links hold, decoded up to the first that this program cannot read. */
function decodeAll(stored: readonly StoredCommit[]): { commits: Commit[]; fault: RecordFault | null } {
  const commits: Commit[] = []
  for (const each of stored) {
    const decoded = decodeCommit(each)
    if (!decoded.ok)
      return {
        commits,
        fault: {
          kind: decoded.error.code === 'later-format' ? 'later-format' : 'unreadable',
          n: each.n,
          message: `commit ${each.n}: ${decoded.error.message}`,
        },
      }
    commits.push(decoded.value)
  }
  return { commits, fault: null }
}

/** Events up to the first commit whose events cannot be read or are not in order. */
function readAll(commits: readonly Commit[]): { recorded: RecordedEvent[]; fault: RecordFault | null } {
  const recorded: RecordedEvent[] = []
  const ids = new Set<string>()
  let at = ''
  for (const commit of commits) {
    const { n } = commit
    const fault = (kind: FaultKind, message: string) => ({
      recorded,
      fault: { kind, n, message: `commit ${n}: ${message}` },
    })
    if (commit.at < at)
      return fault('back-in-time', `it was stored at ${commit.at}, the one before it at ${at}`)
    at = commit.at
    let events: RecordedEvent[]
    try {
      events = recordedEvents(commit)
    } catch (error) {
      if (!(error instanceof RecordDamaged)) throw error
      return { recorded, fault: { kind: 'unreadable', n, message: error.message } }
    }
    for (const each of events) {
      const { seq, id } = each.event
      const due = recorded.length + 1
      if (seq !== due) return fault('wrong-seq', `an event has seq ${seq}; ${due} is due`)
      if (ids.has(id)) return fault('repeated-id', `the event id ${id} stands twice in the record`)
      ids.add(id)
      recorded.push(each)
    }
  }
  return { recorded, fault: null }
}

/** The first event whose text or person was changed in the personal data. */
function findForgeries(
  commits: readonly Commit[],
  joined: readonly RehydratedEvent<StoredEvent>[],
): RecordFault[] {
  const index = joined.findIndex(({ forged }) => forged !== null)
  if (index < 0) return []
  const n = commitOf(commits, index)
  const kind = joined[index]?.forged === 'person' ? 'altered-person' : 'altered-text'
  const [what, are] = kind === 'altered-person' ? ['the person', 'is'] : ['the words', 'are']
  return [{ kind, n, message: `commit ${n}: ${what} kept for event ${index + 1} ${are} not as recorded` }]
}

/** The first event of which something is gone. */
function findLosses(
  commits: readonly Commit[],
  joined: readonly RehydratedEvent<StoredEvent>[],
): RecordFault[] {
  const index = joined.findIndex(({ gone }) => gone > 0)
  if (index < 0) return []
  const n = commitOf(commits, index)
  const message = `commit ${n}: a person or words kept for event ${index + 1} are gone, and no erasure is noted`
  return [{ kind: 'lost', n, message }]
}

/** Number of the commit that holds an event, by its place in the stream. */
const commitOf = (commits: readonly Commit[], index: number): number =>
  commits.flatMap(({ n, events }) => events.map(() => n))[index] ?? 1

interface FoldComparison {
  readonly reading: FoldDigest | null
  readonly fault: RecordFault | null
  readonly changed: Verification['changedReading']
}

const NO_COMPARISON: FoldComparison = { reading: null, fault: null, changed: null }

/** What the events fold to now beside what they folded to when they were anchored last. */
function compareFolds(
  commits: readonly Commit[],
  events: readonly StoredEvent[],
  attested: readonly Attestation[],
): FoldComparison {
  const reading = foldDigestOf(fold(events))
  const last = attested.filter((each) => each.reading !== undefined).sort((a, b) => b.n - a.n)[0]
  const then = last?.reading
  if (last === undefined || then === undefined) return { reading, fault: null, changed: null }
  const seen = commits.slice(0, last.n).reduce((count, each) => count + each.events.length, 0)
  const now = seen === events.length ? reading : foldDigestOf(fold(events.slice(0, seen)))
  if (now === null || now.digest === then.digest) return { reading, fault: null, changed: null }
  if (now.reducer !== then.reducer) return { reading, fault: null, changed: { before: then, now } }
  const message = `commit ${last.n}: anchor ${last.anchor} has the reading ${then.digest} (${then.result}); the same reducer reads ${now.digest} (${now.result})`
  return { reading, fault: { kind: 'altered-reading', n: last.n, message }, changed: null }
}
