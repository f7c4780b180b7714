/** Streams folded and cached in memory: an append costs one put and no query while this process has the last commit. */
import { LRUCache } from 'lru-cache'
import { millisOf } from '../../domain/game/index.ts'
import type { RoundEvent, StoredEvent } from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import type { Loaded } from '../store/append.ts'
import { verifyChain } from '../store/chain.ts'
import type { Commit, HashedCommit, StoredCommit } from '../store/commit.ts'
import { EMPTY_HEAD, type Head } from '../store/commit-log.ts'
import { ItemDamaged } from '../store/document-item.ts'
import { createTurns } from '../turns.ts'
import { arrivalsOf, arrivedAt } from './arrivals.ts'
import { lastErasureId } from './erasures.ts'
import type { RecordedId, ReportBody } from './idempotency.ts'
import { type RehydratedEvent, rehydrate } from './personal-data.ts'
import { RecordDamaged, recordedEvents } from './stored-events.ts'

type AnyEvent = StoredEvent | RoundEvent

/** What is known of a stream up to its head. `folded` is changed in place by `apply`. */
export interface StreamRecord<Folded> {
  readonly stream: string
  /** The id of the last erasure that had been made when it was read; null: none. */
  readonly lastErasure: string | null
  head: Head
  /** Seq of the last event, 0 before any. */
  seq: number
  /** When the last commit was stored; the next is not stored before. */
  lastCommitAt: string
  /** The ids of all events up to the head; a put at head + 1 succeeds only where these are all. */
  readonly recordedIds: Map<string, RecordedId>
  /** The principal of each event, by seq − 1. */
  readonly reporters: string[]
  /** Our clock minus the reporter's for each event (ms), by seq − 1; null where the report had no time of sending. */
  readonly clockOffsets: (number | null)[]
  /** From when on each event counts as known (ms), by seq − 1: it and all before it had taken effect and had arrived. */
  readonly known: number[]
  /** How many persons and texts were erased; documents made of the record change with each. */
  erased: number
  /** Bytes of the commits it was folded from: a measure of the memory it takes. */
  bytes: number
  readonly folded: Folded
  /** Counts its size anew, once it holds one more state without a commit: what was longest unused may leave the memory. */
  remeasure(): void
}

/** How a kind of stream is folded. */
export interface StreamKind<E extends AnyEvent, Folded> {
  empty(): Folded
  /** Applies one event; `commit` is the one that holds it. */
  apply(folded: Folded, event: E, commit: Commit): void
  /** How many states it holds, of which each takes as much memory as the others; one if not said. */
  countStates?(folded: Folded): number
}

export interface Streams<E extends AnyEvent, Folded> {
  /** The record in memory, undefined where there is none; it may lack what other processes stored. */
  warm(stream: string): StreamRecord<Folded> | undefined
  /** The stream's record: the one in memory where there is one; with `reread` also what was stored since. */
  load(stream: string, reread: boolean): Promise<Loaded<StreamRecord<Folded>>>
  /** The record in memory, or an empty one without reading the store; a put that conflicts shows that it was wrong. */
  presumeNew(stream: string): Loaded<StreamRecord<Folded>>
  /** Applies a commit of our own to the record in memory; `events` are its rehydrated events. */
  absorb(commit: HashedCommit, events: readonly RehydratedEvent<E>[]): void
  /** Drops a record after an erasure, or where it is in doubt; reads that are under way are not cached. */
  forget(stream: string): void
  /** Drops a record that will hardly be asked for again, to free memory. */
  release(stream: string): void
  /** Streams whose last read failed: they are damaged, or newer than this program. */
  readonly unreadable: ReadonlySet<string>
  /** Adds a listener, which is called with each stream whose record in memory grows or is dropped, before the next read of it. */
  watch(listener: (stream: string) => void): void
  /** Runs one task after the other for one stream, so that writers of this process do not race each other. */
  inTurn<T>(stream: string, task: () => Promise<T>): Promise<T>
}

/**
 * Bytes of commits whose folded states one process caches; a stream counts once for each state that is held of it, and takes two to four
 * times as much memory. Games have a bound of their own (`games.ts`). A game of eighty half-moves with its presses has 50 KB of commits, and its state takes 94 KB and 3.5 ms to fold; one of
 * 120 half-moves in a single commit of 40 KB takes 155 KB (November 2026).
 */
const MAX_WARM_BYTES = 64 * 1024 * 1024

/**
 * Caches the states of a kind of stream up to `maxBytes` of commits: the least recently used goes first, and is folded anew when
 * it is asked for. A single stream that is larger is never cached.
 */
export function warmStreams<E extends AnyEvent, Folded>(
  ports: Pick<Ports, 'log' | 'persons' | 'registry' | 'singleWriter'>,
  kind: StreamKind<E, Folded>,
  maxBytes = MAX_WARM_BYTES,
): Streams<E, Folded> {
  const warm = new LRUCache<string, StreamRecord<Folded>>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes, folded }) => Math.max(1, bytes * (kind.countStates?.(folded) ?? 1)),
  })
  /** A record grows in place; the cache sees its size only when it is put in again. */
  const cache = (record: StreamRecord<Folded>) => {
    warm.delete(record.stream)
    warm.set(record.stream, record)
  }
  const begin = (stream: string, lastErasure: string | null = null): StreamRecord<Folded> => {
    const record: StreamRecord<Folded> = {
      ...emptyRecord(stream, lastErasure),
      folded: kind.empty(),
      remeasure() {
        if (warm.peek(stream) === record) cache(record)
      },
    }
    return record
  }
  const unreadable = new Set<string>()
  const listeners: ((stream: string) => void)[] = []
  const notifyListeners = (stream: string) => {
    for (const listener of listeners) listener(stream)
  }
  /**
   * Counts what was dropped, or written while not in memory: a read that began before may hold what is erased, or lack a
   * commit.
   */
  let forgotten = 0

  return {
    unreadable,
    warm: (stream) => warm.get(stream),
    async load(stream, reread) {
      const known = warm.get(stream)
      if (known !== undefined && !reread) return { state: known, head: known.head, fresh: false }
      const began = forgotten
      // Read before the commits are: an erasure during the read is noticed the next time.
      const erasure = ports.singleWriter ? null : await lastErasureId(ports, stream)
      const record = known !== undefined && known.lastErasure === erasure ? known : begin(stream, erasure)
      const { n } = record.head
      await catchUp(ports, kind, record, unreadable)
      if (known !== undefined && (record !== known || record.head.n > n)) notifyListeners(stream)
      if (record.head.n === 0 || began !== forgotten) return { state: record, head: record.head, fresh: true }
      // Another reader may have read further, or a writer may have appended: the longer record is cached.
      const other = warm.get(stream)
      const further = other !== undefined && other.head.n > record.head.n ? other : record
      cache(further)
      return { state: further, head: further.head, fresh: true }
    },
    presumeNew(stream) {
      const state = warm.get(stream) ?? begin(stream)
      return { state, head: state.head, fresh: false }
    },
    absorb(commit, events) {
      const record = warm.peek(commit.stream)
      const taken = { commit, bytes: commit.body.length, events, arrived: null }
      if (record !== undefined) {
        takeCommit(kind, record, taken)
        cache(record)
        return notifyListeners(commit.stream)
      }
      // A read that is under way misses this commit: its record is not cached.
      forgotten++
      if (commit.n > 1) return notifyListeners(commit.stream)
      // A stream's first commit is all of it, so that nothing need be read.
      const begun = begin(commit.stream)
      takeCommit(kind, begun, taken)
      cache(begun)
      notifyListeners(commit.stream)
    },
    forget(stream) {
      forgotten++
      warm.delete(stream)
      notifyListeners(stream)
    },
    watch: (listener) => void listeners.push(listener),
    release: (stream) => void warm.delete(stream),
    inTurn: createTurns(),
  }
}

/** Folds into a record what was stored of its stream since; a damaged stream is listed in `unreadable` until this succeeds. */
async function catchUp<E extends AnyEvent, Folded>(
  ports: Pick<Ports, 'log' | 'persons' | 'registry'>,
  kind: StreamKind<E, Folded>,
  record: StreamRecord<Folded>,
  unreadable: Set<string>,
): Promise<void> {
  try {
    await foldStored(ports, kind, record)
    unreadable.delete(record.stream)
  } catch (error) {
    if (error instanceof RecordDamaged || error instanceof ItemDamaged) unreadable.add(record.stream)
    throw error
  }
}

async function foldStored<E extends AnyEvent, Folded>(
  ports: Pick<Ports, 'log' | 'persons' | 'registry'>,
  kind: StreamKind<E, Folded>,
  record: StreamRecord<Folded>,
): Promise<void> {
  const { stream, head } = record
  const stored = await ports.log.load(stream, head.n)
  const commits = verified(stream, stored, head)
  const joined = await rehydrate<E>(ports, stream, commits.flatMap(recordedEvents))
  const arrivals = commits.length === 0 ? [] : await arrivalsOf(ports, stream)
  let next = 0
  for (const [k, commit] of commits.entries()) {
    const events = joined.slice(next, next + commit.events.length)
    const arrived = arrivedAt(arrivals, commit.n)
    const bytes = stored[k]!.body.length
    takeCommit(kind, record, { commit, bytes, events, arrived })
    next += commit.events.length
  }
}

/** A commit with its size, rehydrated events and arrival. */
interface TakenCommit<E extends AnyEvent> {
  readonly commit: Commit
  readonly bytes: number
  /** Its events with persons and texts. */
  readonly events: readonly RehydratedEvent<E>[]
  /** When it arrived here from another host (ms); null: it was stored here. */
  readonly arrived: number | null
}

/** Folds the next commit of a stream into its record. */
function takeCommit<E extends AnyEvent, Folded>(
  kind: StreamKind<E, Folded>,
  record: StreamRecord<Folded>,
  { commit, bytes, events, arrived }: TakenCommit<E>,
): void {
  // Another reader of the same record may have folded it meanwhile.
  if (commit.n !== record.head.n + 1) return
  for (const { event, gone } of events) {
    kind.apply(record.folded, event, commit)
    const { type, at, by, data } = event
    const body = gone > 0 ? null : ({ type, at, by, data } as ReportBody)
    record.recordedIds.set(event.id, { seq: event.seq, body })
    record.reporters.push(event.principal)
    record.clockOffsets.push(commit.clockOffset ?? null)
    record.known.push(knownSince(Math.max(record.known.at(-1) ?? 0, arrived ?? 0), event))
    record.erased += gone
    record.seq = event.seq
  }
  record.head = { n: commit.n, hash: commit.hash }
  record.bytes += bytes
  record.lastCommitAt = commit.at
}

/** Verified commits after a head. Throws RecordDamaged where the chain is broken. */
export async function readCommits(
  ports: Pick<Ports, 'log'>,
  stream: string,
  after: Head = EMPTY_HEAD,
): Promise<Commit[]> {
  return verified(stream, await ports.log.load(stream, after.n), after)
}

function verified(stream: string, stored: readonly StoredCommit[], after: Head): Commit[] {
  const chain = verifyChain(stream, stored, after)
  if (!chain.ok) throw new RecordDamaged(chain.error.message, chain.error.kind === 'later-format')
  return chain.value
}

const emptyRecord = (
  stream: string,
  lastErasure: string | null,
): Omit<StreamRecord<never>, 'folded' | 'remeasure'> => ({
  stream,
  lastErasure,
  head: EMPTY_HEAD,
  seq: 0,
  lastCommitAt: '',
  recordedIds: new Map(),
  reporters: [],
  clockOffsets: [],
  known: [],
  bytes: 0,
  erased: 0,
})

/**
 * The instant (ms) from which on an event and all before it count as known. No event takes effect after it was stored, and neither
 * effective times nor those of commits ever go back, so that is the latest receipt so far.
 */
const knownSince = (before: number, { receivedAt, recordedAt }: AnyEvent): number =>
  Math.max(before, millisOf(receivedAt), millisOf(recordedAt))
