/** Anchoring in Lambda functions: streams whose games go on wait in a queue, which a schedule anchors once a minute. */
import type { Consumer } from '../../app/change-notifier.ts'
import { batchesOf } from '../../batches.ts'
import type { Ports } from '../../ports.ts'
import type { Documents } from '../../store/documents.ts'
import type { AnchorLeaf } from './anchor.ts'
import { lockAnchors } from './lock-anchors.ts'
import type { ObjectLockStore } from './object-lock-store.ts'
import { anchorHeads, type StoredAnchor } from './register.ts'
import type { Signer } from './signer.ts'
import { ANCHORER, type AnchorerDeps, currentHead } from './stream-heads.ts'

/**
 * The anchorer of Lambda functions, which have no timers: each stream waits for `anchorQueued`, and an ended game is anchored at once
 * besides. It waits too, so that it is anchored later where the key does not answer now. `signerOf` gives the key.
 */
export function queueingAnchorer(
  service: AnchorerDeps,
  signerOf: () => Promise<Signer>,
  objectLockStore?: ObjectLockStore,
): Consumer {
  return {
    name: ANCHORER,
    async onChange(stream) {
      const head = await currentHead(service, stream)
      if (head === null) return
      await enqueue(service, stream)
      if (!head.justEnded) return
      await anchorHeads(service, await signerOf(), [head.leaf])
      await dequeue(service, head.leaf)
      if (objectLockStore !== undefined) await lockAnchors(service, objectLockStore)
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

/** How many streams wait for the schedule, and for how long. */
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
/** Heads of one anchor at most; the next anchor takes the rest. */
const MAX_HEADS = 1_000

export interface QueueOptions {
  readonly objectLockStore?: ObjectLockStore
  /** Whether the time for it is over; what waits then is anchored by the next call. */
  readonly isOver?: () => boolean
  /** Heads of one anchor at most. */
  readonly maxHeads?: number
}

/**
 * Anchors the streams that wait; a schedule calls it once a minute. Anchors follow each other until every stream has been in
 * one, so that streams with frequent commits do not displace others.
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
    if (newAnchor !== null && objectLockStore !== undefined) await lockAnchors(service, objectLockStore)
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
  for (const part of batchesOf(queued, READING_CONCURRENCY)) {
    const found = await Promise.all(part.map((stream) => currentHead(service, stream)))
    heads.push(...found.flatMap((head) => (head === null ? [] : [head.leaf])))
  }
  if (heads.length === 0) return null
  const newAnchor = await anchorHeads(service, signer, heads)
  for (const leaf of heads) await dequeue(service, leaf)
  return newAnchor
}

/** A stream waits no more once its head is anchored. */
async function dequeue(service: AnchorerDeps, { stream, n }: AnchorLeaf): Promise<void> {
  await queuedStreams(service).delete(QUEUE_PARTITION, stream)
  // A commit stored meanwhile was queued before the entry was deleted.
  if ((await service.log.head(stream))?.n !== n) await enqueue(service, stream)
}

const QUEUE_PARTITION = 'anchor-waiting'
const queuedStreams = ({ registry }: Pick<Ports, 'registry'>) =>
  registry as Documents<{ readonly since?: number }>
