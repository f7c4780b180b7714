/** The anchorer of a host, a consumer of the record: it anchors changed heads every minute, and at once when a game ends. */

import { LRUCache } from 'lru-cache'
import type { Consumer } from '../../app/change-notifier.ts'
import {
  advanceCheckpoint,
  checkpointOf,
  isCommitEntry,
  readLog,
  sequenceAppends,
} from '../../store/append-log.ts'
import type { AnchorLeaf } from './anchor.ts'
import { lockAnchors } from './lock-anchors.ts'
import type { ObjectLockStore } from './object-lock-store.ts'
import { anchorHeads, lastAnchor, type StoredAnchor } from './register.ts'
import type { Signer } from './signer.ts'
import {
  ANCHORER,
  type AnchorerDeps,
  anchoredHeads,
  type CurrentHead,
  changedSince,
  currentHead,
} from './stream-heads.ts'

export interface AnchorerOptions {
  readonly signer: Signer
  /** A second store for anchors, in which nothing can be deleted. */
  readonly objectLockStore?: ObjectLockStore
  /** The least time between two anchors of games that go on, ms. */
  readonly intervalMs?: number
  /** Gets failures of background work; the heads are tried again with the next anchor. */
  readonly onFault: (error: unknown) => void
}

export interface Anchorer extends Consumer {
  /** Anchors what has changed since the last anchor; null if nothing has. */
  flush(): Promise<StoredAnchor | null>
  /**
   * Anchors what a killed process left unanchored: streams with new entries in the log of appends since the last start, and
   * streams opened since then that may not be queued for the log. Never throws; ends early when the anchorer is closed.
   */
  resumeSince(openedSince: number): Promise<void>
  /** The last anchor; then no more are made. */
  close(): Promise<void>
}

const MINUTE_MS = 60_000
/** Streams whose last anchored head is remembered. */
const MAX_REMEMBERED_STREAMS = 20_000

export function createAnchorer(
  service: AnchorerDeps,
  { signer, objectLockStore, intervalMs = MINUTE_MS, onFault }: AnchorerOptions,
): Anchorer {
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const pending = openPendingHeads(service, signer, objectLockStore)
  const isAnchoredHead = anchoredHeads(service)
  const began = service.clock.now()
  /** What the only process that writes has stored since it began, no process before it anchored. */
  const isOwn = ({ storedAt }: CurrentHead): boolean => service.singleWriter && storedAt > began

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null
      pending.flush().catch((error) => {
        onFault(error)
        schedule()
      })
    }, intervalMs).unref()
  }

  async function onChange(stream: string): Promise<void> {
    const head = await currentHead(service, stream)
    const known = pending.anchoredHash(stream)
    if (head === null || known === head.leaf.hash) return
    // A process that knows nothing of the stream yet asks what another one anchored.
    if (!isOwn(head) && known === undefined && (await isAnchoredHead(stream, head.leaf.hash))) {
      pending.noteAnchored(stream, head.leaf.hash)
      return
    }
    pending.add(head.leaf)
    if (!head.justEnded) return schedule()
    // Where it fails the head waits for the next anchor, as any other.
    schedule()
    await pending.flush()
  }

  return {
    name: ANCHORER,
    onChange,
    flush: pending.flush,
    async resumeSince(openedSince) {
      const isClosed = () => closed
      try {
        const from = await checkpointOf(service, ANCHORER)
        const read = await resumeFromLog(service, { from, isAnchoredHead, onChange, isClosed })
        if (closed) return
        await resumeOpened(service, { openedSince, isAnchoredHead, onChange, isClosed })
        if (closed) return
        await pending.flush()
        if (!closed && read > from) await advanceCheckpoint(service, ANCHORER, read)
      } catch (error) {
        if (!closed) onFault(error)
      }
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await pending.flush()
    },
  }
}

/** Heads that wait for the next anchor, and what this process knows of those before. */
interface PendingHeads {
  add(leaf: AnchorLeaf): void
  /** The hash of a stream's head that was anchored last; undefined: this process does not know. */
  anchoredHash(stream: string): string | undefined
  noteAnchored(stream: string, hash: string): void
  /** Anchors all that wait, one call after the other; null: nothing waits. */
  flush(): Promise<StoredAnchor | null>
}

function openPendingHeads(
  service: AnchorerDeps,
  signer: Signer,
  objectLockStore: ObjectLockStore | undefined,
): PendingHeads {
  let pending = new Map<string, AnchorLeaf>()
  let turn: Promise<unknown> = Promise.resolve()
  // The heads anchored last, so that a notification without a new head (a replay, an erasure) makes no anchor.
  const anchored = new LRUCache<string, string>({ max: MAX_REMEMBERED_STREAMS })
  const updateMetric = () => service.metrics?.set('touchmove_unanchored_streams', pending.size)

  const anchorPending = async (): Promise<StoredAnchor | null> => {
    const heads = pending
    if (heads.size === 0) return null
    pending = new Map()
    try {
      const newAnchor = await anchorHeads(service, signer, [...heads.values()])
      for (const { stream, hash } of newAnchor.leaves) anchored.set(stream, hash)
      if (objectLockStore !== undefined) await lockAnchors(service, objectLockStore)
      return newAnchor
    } catch (error) {
      pending = new Map([...heads, ...pending])
      throw error
    } finally {
      updateMetric()
    }
  }
  return {
    add(leaf) {
      pending.set(leaf.stream, leaf)
      updateMetric()
    },
    anchoredHash: (stream) => anchored.get(stream),
    noteAnchored: (stream, hash) => void anchored.set(stream, hash),
    flush() {
      const done = turn.then(anchorPending, anchorPending)
      turn = done
      return done
    },
  }
}

interface Resumption {
  readonly isAnchoredHead: (stream: string, hash: string) => Promise<boolean>
  readonly onChange: (stream: string) => Promise<void>
  readonly isClosed: () => boolean
}

/** Anchors streams with new entries in the log of appends from `from` on; resolves with how far the log was read. */
async function resumeFromLog(
  service: AnchorerDeps,
  { from, isAnchoredHead, onChange, isClosed }: Resumption & { readonly from: number },
): Promise<number> {
  let read = from
  await sequenceAppends(service, isClosed)
  for await (const { entries, tree } of readLog(service, from)) {
    const news = new Map(entries.filter(isCommitEntry).map(({ stream, hash }) => [stream, hash]))
    for (const [stream, hash] of news) {
      if (isClosed()) return read
      if (!(await isAnchoredHead(stream, hash))) await onChange(stream)
    }
    read = tree.size
  }
  return read
}

/** Anchors streams opened since an instant that have changed since the last anchor and may not be queued for the log. */
async function resumeOpened(
  service: AnchorerDeps,
  { openedSince, isAnchoredHead, onChange, isClosed }: Resumption & { readonly openedSince: number },
): Promise<void> {
  const { at } = await lastAnchor(service)
  const since = new Date(openedSince).toISOString()
  for (const category of ['game', 'round'])
    for await (const { stream } of service.log.streams(category, since)) {
      if (isClosed()) return
      if (!(await changedSince(service, stream, Date.parse(at || since) - MINUTE_MS))) continue
      const head = await service.log.head(stream)
      if (head !== null && !(await isAnchoredHead(stream, head.hash))) await onChange(stream)
    }
}
