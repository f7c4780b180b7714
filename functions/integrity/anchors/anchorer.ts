/** Follows the record and anchors heads: every minute while anything changed, and at once when a game ends. */

import { LRUCache } from 'lru-cache'
import type { RoundState } from '../../../domain/state/round.ts'
import { loadCurrent } from '../../app/access.ts'
import type { Consumer } from '../../app/change-notifier.ts'
import type { GameLoader, RoundLoader } from '../../app/dependencies.ts'
import { foldDigestOf } from '../../app/fold-digest.ts'
import type { FoldedGame } from '../../app/games.ts'
import type { Ports } from '../../ports.ts'
import {
  advanceCheckpoint,
  checkpointOf,
  isCommitEntry,
  readLog,
  sequenceAppends,
} from '../../store/append-log.ts'
import { decodeCommit } from '../../store/commit.ts'
import type { Documents } from '../../store/documents.ts'
import type { AnchorLeaf } from './anchor.ts'
import type { ObjectLockStore } from './object-lock-store.ts'
import { anchorHeads, anchorNumbers, lastAnchor, readAnchor, type StoredAnchor } from './register.ts'
import type { Signer } from './signer.ts'

export interface AnchorerOptions {
  readonly signer: Signer
  /** A second store for anchors, in which nothing can be deleted. */
  readonly objectLockStore?: ObjectLockStore
  /** The least time between two anchors of games that go on, ms. */
  readonly intervalMs?: number
  /** Told of what went wrong in the background; the heads are tried again with the next anchor. */
  readonly onFault: (error: unknown) => void
}

export interface Anchorer extends Consumer {
  /** Anchors what has changed since the last anchor; null if nothing has. */
  flush(): Promise<StoredAnchor | null>
  /**
   * Takes up what a killed process left unanchored: streams of which the log of appends has news since the last start, and
   * streams opened since then that the log may not have been told of. Never throws; ends early when the anchorer is closed.
   */
  resumeSince(openedSince: number): Promise<void>
  /** The last anchor; then no more are made. */
  close(): Promise<void>
}

interface AnchorerDeps
  extends GameLoader,
    RoundLoader,
    Pick<Ports, 'clock' | 'inTurn' | 'log' | 'metrics' | 'pause' | 'registry' | 'singleWriter' | 'views'> {}

const MINUTE_MS = 60_000
/** Streams whose last anchored head is remembered. */
const MAX_REMEMBERED_STREAMS = 20_000
/** Anchors whose heads are remembered while a host looks for what no anchor holds. */
const MAX_REMEMBERED_ANCHORS = 32
/** The name under which the anchorer reads the log of appends, and by which it is known to the notifier. */
const CONSUMER = 'anchorer'

export function createAnchorer(
  service: AnchorerDeps,
  { signer, objectLockStore, intervalMs = MINUTE_MS, onFault }: AnchorerOptions,
): Anchorer {
  let pending = new Map<string, AnchorLeaf>()
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()

  // The heads anchored last, so that a notification without a new head (a replay, an erasure) makes no anchor.
  const anchored = new LRUCache<string, string>({ max: MAX_REMEMBERED_STREAMS })
  const isAnchoredHead = anchoredHeads(service)
  const began = service.clock.now()
  /** What the only process that writes has stored since it began, no process before it anchored. */
  const isOwn = ({ storedAt }: CurrentHead): boolean => service.singleWriter && storedAt > began

  const updateMetric = () => service.metrics?.set('touchmove_unanchored_streams', pending.size)

  const anchorPending = async (): Promise<StoredAnchor | null> => {
    const heads = pending
    if (heads.size === 0) return null
    pending = new Map()
    try {
      const newAnchor = await anchorHeads(service, signer, [...heads.values()])
      for (const { stream, hash } of newAnchor.leaves) anchored.set(stream, hash)
      if (objectLockStore !== undefined) await lockAll(service, objectLockStore)
      return newAnchor
    } catch (error) {
      pending = new Map([...heads, ...pending])
      throw error
    } finally {
      updateMetric()
    }
  }
  const flush = (): Promise<StoredAnchor | null> => {
    const done = turn.then(anchorPending, anchorPending)
    turn = done
    return done
  }
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null
      flush().catch((error) => {
        onFault(error)
        schedule()
      })
    }, intervalMs).unref()
  }

  return {
    name: CONSUMER,
    async onChange(stream) {
      const head = await currentHead(service, stream)
      if (head === null || anchored.get(stream) === head.leaf.hash) return
      // A process that knows nothing of the stream yet asks what another one anchored.
      if (!isOwn(head) && !anchored.has(stream) && (await isAnchoredHead(stream, head.leaf.hash))) {
        anchored.set(stream, head.leaf.hash)
        return
      }
      pending.set(stream, head.leaf)
      updateMetric()
      if (!head.justEnded) return schedule()
      // Where it fails the head waits for the next anchor, as any other.
      schedule()
      await flush()
    },
    flush,
    async resumeSince(openedSince) {
      try {
        const from = await checkpointOf(service, CONSUMER)
        let read = from
        await sequenceAppends(service, () => closed)
        for await (const { entries, tree } of readLog(service, from)) {
          const news = new Map(entries.filter(isCommitEntry).map(({ stream, hash }) => [stream, hash]))
          for (const [stream, hash] of news) {
            if (closed) return
            if (!(await isAnchoredHead(stream, hash))) await this.onChange(stream)
          }
          read = tree.size
        }
        const { at } = await lastAnchor(service)
        const since = new Date(openedSince).toISOString()
        for (const category of ['game', 'round'])
          for await (const { stream } of service.log.streams(category, since)) {
            if (closed) return
            if (!(await changedSince(service, stream, Date.parse(at || since) - MINUTE_MS))) continue
            const head = await service.log.head(stream)
            if (head !== null && !(await isAnchoredHead(stream, head.hash))) await this.onChange(stream)
          }
        await flush()
        if (!closed && read > from) await advanceCheckpoint(service, CONSUMER, read)
      } catch (error) {
        if (!closed) onFault(error)
      }
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}

/** For functions, which no process outlives: an ended game is anchored at its change, other streams wait for `anchorQueued`. */
export function queueingAnchorer(
  service: AnchorerDeps,
  signer: Signer,
  objectLockStore?: ObjectLockStore,
): Consumer {
  return {
    name: CONSUMER,
    async onChange(stream) {
      const head = await currentHead(service, stream)
      if (head === null) return
      if (!head.justEnded) {
        await enqueue(service, stream)
        return
      }
      await anchorHeads(service, signer, [head.leaf])
      if (objectLockStore !== undefined) await lockAll(service, objectLockStore)
    },
  }
}

/** A stream waits since it was first queued, however often more is recorded in it. */
const enqueue = (service: AnchorerDeps, stream: string): Promise<boolean> =>
  queuedStreams(service).putIfAbsent(QUEUE_PARTITION, stream, { since: service.clock.now() })

export interface AnchorQueue {
  readonly streams: number
  /** How long the one that waits longest has waited, seconds. */
  readonly oldestSeconds: number
}

/** What waits for the schedule. */
export async function anchorQueue(service: AnchorerDeps): Promise<AnchorQueue> {
  const now = service.clock.now()
  let streams = 0
  let oldest = now
  for await (const { value } of queuedStreams(service).query(QUEUE_PARTITION)) {
    streams++
    oldest = Math.min(oldest, value.since ?? now)
  }
  return { streams, oldestSeconds: Math.round((now - oldest) / 1000) }
}

/** Streams read at a time. */
const READING_CONCURRENCY = 16
/** Heads of one anchor: what waits besides is anchored with the next one. */
const MAX_HEADS = 1_000

export interface QueueOptions {
  readonly objectLockStore?: ObjectLockStore
  /** Whether the time for it is over; what waits then is anchored by the next call. */
  readonly isOver?: () => boolean
  /** Heads of one anchor at most. */
  readonly maxHeads?: number
}

/**
 * Anchors streams that wait: a schedule's work, once a minute. Each anchor has as many heads as it may, and another one follows
 * until every stream had its turn, so that those whose games go on all the time keep no other from it.
 */
export async function anchorQueued(
  service: AnchorerDeps,
  signer: Signer,
  { isOver = () => false, maxHeads = MAX_HEADS, objectLockStore }: QueueOptions = {},
): Promise<StoredAnchor[]> {
  const made: StoredAnchor[] = []
  for (let after = ''; !isOver(); ) {
    const queued: string[] = []
    const waiting = queuedStreams(service).query(QUEUE_PARTITION, '', after || undefined, maxHeads)
    for await (const { sk } of waiting) queued.push(sk)
    const newAnchor = await anchorStreams(service, signer, queued)
    if (newAnchor !== null) made.push(newAnchor)
    if (newAnchor !== null && objectLockStore !== undefined) await lockAll(service, objectLockStore)
    if (queued.length < maxHeads) break
    after = queued.at(-1)!
  }
  return made
}

async function anchorStreams(
  service: AnchorerDeps,
  signer: Signer,
  queued: readonly string[],
): Promise<StoredAnchor | null> {
  const heads: AnchorLeaf[] = []
  for (let next = 0; next < queued.length; next += READING_CONCURRENCY) {
    const part = queued.slice(next, next + READING_CONCURRENCY)
    const found = await Promise.all(part.map((stream) => currentHead(service, stream)))
    heads.push(...found.flatMap((head) => (head === null ? [] : [head.leaf])))
  }
  if (heads.length === 0) return null
  const newAnchor = await anchorHeads(service, signer, heads)
  for (const { stream, n } of heads) {
    await queuedStreams(service).delete(QUEUE_PARTITION, stream)
    // A commit stored meanwhile was queued before the entry was deleted.
    if ((await service.log.head(stream))?.n !== n) await enqueue(service, stream)
  }
  return newAnchor
}

const QUEUE_PARTITION = 'anchor-waiting'
const queuedStreams = ({ registry }: Pick<Ports, 'registry'>) =>
  registry as Documents<{ readonly since?: number }>

interface CurrentHead {
  readonly leaf: AnchorLeaf
  /** When its last commit was stored (ms). */
  readonly storedAt: number
  /** A round is closed, or a game that was recorded live has ended: its last commit is anchored at once. */
  readonly justEnded: boolean
}

async function currentHead(service: AnchorerDeps, stream: string): Promise<CurrentHead | null> {
  if (!stream.startsWith('game#')) {
    const { head, lastCommitAt, folded } = await loadCurrent<RoundState>(service, service.rounds, stream)
    if (head.n === 0) return null
    const leaf = { stream, n: head.n, hash: head.hash }
    return { leaf, storedAt: Date.parse(lastCommitAt), justEnded: folded.closedAt !== null }
  }
  const { head, lastCommitAt, folded } = await loadCurrent<FoldedGame>(service, service.games, stream)
  const { state } = folded.fold
  if (head.n === 0) return null
  const reading = state.status === 'ended' ? foldDigestOf(state) : null
  const leaf = { stream, n: head.n, hash: head.hash, ...(reading !== null && { reading }) }
  const imported = state.details?.source !== undefined && state.details.source.kind !== 'live'
  return { leaf, storedAt: Date.parse(lastCommitAt), justEnded: reading !== null && !imported }
}

/** Whether the stream's last commit was stored after that instant. */
async function changedSince({ log }: Pick<Ports, 'log'>, stream: string, instant: number): Promise<boolean> {
  const head = await log.head(stream)
  if (head === null) return false
  const [last] = await log.load(stream, head.n - 1)
  const commit = last === undefined ? null : decodeCommit(last)
  return commit?.ok === true && Date.parse(commit.value.at) >= instant
}

/** Whether the last anchor that is noted for a stream holds that head of it; anchors of thousands of heads are read once. */
function anchoredHeads(ports: Pick<Ports, 'registry'>): (stream: string, hash: string) => Promise<boolean> {
  const hashesOf = new LRUCache<number, ReadonlyMap<string, string>>({ max: MAX_REMEMBERED_ANCHORS })
  return async (stream, hash) => {
    const number = (await anchorNumbers(ports, stream)).at(-1)
    if (number === undefined) return false
    let hashes = hashesOf.get(number)
    if (hashes === undefined) {
      const leaves = (await readAnchor(ports, number))?.leaves ?? []
      hashes = new Map(leaves.map((leaf) => [leaf.stream, leaf.hash]))
      hashesOf.set(number, hashes)
    }
    return hashes.get(stream) === hash
  }
}

const LOCKED_PARTITION = 'anchor-vaulted'

/** Keeps out of reach every anchor that is not there yet, in order. */
async function lockAll(ports: Pick<Ports, 'registry'>, store: ObjectLockStore): Promise<void> {
  const done = ports.registry as Documents<{ n: number }>
  const from = (await done.get(LOCKED_PARTITION, 'n'))?.value.n ?? 0
  for (let n = from + 1; ; n++) {
    const newAnchor = await readAnchor(ports, n)
    if (newAnchor === null) return
    await store.put(newAnchor.anchor, newAnchor.leaves)
    await done.putIfNewer(LOCKED_PARTITION, 'n', n, { n })
  }
}
