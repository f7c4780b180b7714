/** Anchors in the registry: each with its leaves, none ever changed; and for each stream which anchors hold its heads. */
import type { Ports } from '../../ports.ts'
import { withRetries } from '../../retries.ts'
import { queueVersion } from '../../store/append-log.ts'
import type { Documents } from '../../store/documents.ts'
import { type Anchor, type AnchorLeaf, makeAnchor, NO_ANCHOR, sortedLeaves } from './anchor.ts'
import type { Signer } from './signer.ts'

export interface StoredAnchor {
  readonly anchor: Anchor
  readonly leaves: readonly AnchorLeaf[]
}

/** `leaves` is left out where they do not fit: then they lie in parts under the root they make. */
interface AnchorDocument {
  readonly anchor: Anchor
  readonly leaves?: readonly AnchorLeaf[]
}

type RegisterPorts = Pick<Ports, 'registry' | 'clock' | 'pause'>

/** The name of anchors in the log of appends. */
export const ANCHOR_LOG_STREAM = 'anchors'

const ANCHORS = 'anchors'
const POINTER = 'anchor-last'
/** Leaves a document holds: at most 500 bytes each. */
const LEAVES_PER_DOCUMENT = 500
const MAX_ATTEMPTS = 8

const documents = <T>({ registry }: Pick<Ports, 'registry'>) => registry as Documents<T>
const sortKey = (n: number): string => String(n).padStart(10, '0')
const leavesPartition = (root: string): string => `anchor-leaves#${root}`
/** An index only: what counts is the anchor itself. */
const streamPartition = (stream: string): string => `anchored#${stream}`

/** Signs these heads as the next anchor and stores it. Of two concurrent calls the second makes the anchor after the first. */
export async function anchorHeads(
  ports: RegisterPorts,
  signer: Signer,
  heads: readonly AnchorLeaf[],
): Promise<StoredAnchor> {
  const leaves = sortedLeaves(heads)
  const registered = await withRetries(MAX_ATTEMPTS, ports.pause, async () => {
    const last = await lastAnchor(ports)
    const anchor = await makeAnchor(signer, last, leaves, ports.clock.now())
    const whole = leaves.length <= LEAVES_PER_DOCUMENT
    // The leaves first: an anchor that is there is whole.
    if (!whole)
      for (let k = 0; k * LEAVES_PER_DOCUMENT < leaves.length; k++)
        await documents<readonly AnchorLeaf[]>(ports).put(
          leavesPartition(anchor.root),
          sortKey(k),
          leaves.slice(k * LEAVES_PER_DOCUMENT, (k + 1) * LEAVES_PER_DOCUMENT),
        )
    const document: AnchorDocument = whole ? { anchor, leaves } : { anchor }
    if (!(await documents<AnchorDocument>(ports).putIfAbsent(ANCHORS, sortKey(anchor.n), document)))
      return null
    await documents<Pick<Anchor, 'n'>>(ports).putIfNewer(POINTER, 'n', anchor.n, { n: anchor.n })
    // In the log, so that a witness who saw it knows that there was one.
    await queueVersion(ports, { stream: ANCHOR_LOG_STREAM, n: anchor.n, hash: anchor.hash })
    const held = leaves.map(({ stream }) => ({
      pk: streamPartition(stream),
      sk: sortKey(anchor.n),
      value: {},
    }))
    await documents<object>(ports).putAll(held)
    return { anchor, leaves }
  })
  if (registered !== null) return registered
  throw new Error('others keep anchoring; the heads are anchored with the next anchor')
}

/** The newest anchor. The pointer may lag behind by those whose writer was interrupted. */
export async function lastAnchor(ports: Pick<Ports, 'registry'>): Promise<Pick<Anchor, 'n' | 'hash' | 'at'>> {
  const pointer = await documents<Pick<Anchor, 'n'>>(ports).get(POINTER, 'n')
  let last: Pick<Anchor, 'n' | 'hash' | 'at'> = NO_ANCHOR
  for (let n = pointer?.value.n ?? 1; ; n++) {
    const found = await documents<AnchorDocument>(ports).get(ANCHORS, sortKey(n))
    if (found === null) return last
    last = found.value.anchor
  }
}

/** All anchors in their order, as they lie there: believed only when checked (attestation.ts). */
export async function* readAnchors(ports: Pick<Ports, 'registry'>, after = 0): AsyncGenerator<StoredAnchor> {
  for await (const { value } of documents<Partial<AnchorDocument>>(ports).query(ANCHORS)) {
    // What is none any more is missing, and the next one says so.
    const { anchor } = value
    if (anchor !== undefined && anchor.n > after) yield withLeaves(ports, { ...value, anchor })
  }
}

/** One anchor by its number. */
export async function readAnchor(ports: Pick<Ports, 'registry'>, n: number): Promise<StoredAnchor | null> {
  const found = await documents<AnchorDocument>(ports).get(ANCHORS, sortKey(n))
  return found === null ? null : withLeaves(ports, found.value)
}

async function withLeaves(ports: Pick<Ports, 'registry'>, value: AnchorDocument): Promise<StoredAnchor> {
  if (value.leaves !== undefined) return { anchor: value.anchor, leaves: value.leaves }
  const leaves: AnchorLeaf[] = []
  for await (const part of documents<readonly AnchorLeaf[]>(ports).query(leavesPartition(value.anchor.root)))
    leaves.push(...part.value)
  return { anchor: value.anchor, leaves }
}

/** Numbers of the anchors that hold a head of the stream, as noted when they were made. */
export async function anchorNumbers(ports: Pick<Ports, 'registry'>, stream: string): Promise<number[]> {
  const numbers: number[] = []
  for await (const { sk } of documents<object>(ports).query(streamPartition(stream))) numbers.push(Number(sk))
  return numbers
}
