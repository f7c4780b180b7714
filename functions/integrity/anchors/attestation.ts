/** Checks anchors: each by itself, against the one before it and against its leaves. The valid ones attest heads of streams. */
import { leafHash, merkleProof, provenRoot } from '../../../domain/proof/merkle.ts'
import type { Attestation } from '../verify-stream.ts'
import {
  type Anchor,
  type AnchorLeaf,
  anchorFault,
  anchorRoot,
  leafText,
  NO_ANCHOR,
  type TrustedKeys,
} from './anchor.ts'
import type { StoredAnchor } from './register.ts'

export interface AnchorFault {
  /** Number of the first invalid anchor. */
  readonly n: number
  readonly message: string
}

/** A leaf with the proof that an anchor's root covers it, checkable without the other leaves. */
export interface ProvenLeaf {
  readonly anchor: Anchor
  readonly leaf: AnchorLeaf
  readonly index: number
  readonly proof: readonly string[]
}

export interface AttestedHeads {
  /** By stream; only of valid anchors. */
  readonly heads: ReadonlyMap<string, readonly Attestation[]>
  readonly last: Pick<Anchor, 'n' | 'hash' | 'at'>
  readonly faults: readonly AnchorFault[]
}

/** An anchor as it was written down elsewhere: its number and the beginning of its hash. */
export interface NotedAnchor {
  readonly n: number
  readonly hash: string
}

/**
 * Checks the chain of anchors. With keys, signatures must be theirs; without, signatures are not checked. Noted anchors must be in
 * the chain: by itself it does not show that its end was cut off, or that the holder of the key signed other anchors in its place.
 */
export async function checkAnchorChain(
  anchors: AsyncIterable<StoredAnchor>,
  keys: TrustedKeys,
  noted: readonly NotedAnchor[] = [],
): Promise<AttestedHeads> {
  const heads = new Map<string, Attestation[]>()
  const faults: AnchorFault[] = []
  let last: Pick<Anchor, 'n' | 'hash' | 'at'> = NO_ANCHOR
  for await (const { anchor, leaves } of anchors) {
    const message =
      linkFaultOf(last, anchor) ??
      anchorFault(anchor, keys) ??
      leavesFault(anchor, leaves) ??
      notedFault(anchor, noted)
    if (message !== null) faults.push({ n: anchor.n, message: `anchor ${anchor.n}: ${message}` })
    else for (const leaf of leaves) addAttestation(heads, anchor, leaf)
    last = anchor
  }
  for (const { n } of noted)
    if (n > last.n)
      faults.push({ n, message: `anchor ${n} was noted and is gone: the last one is ${last.n}` })
  return { heads, last, faults }
}

/** The same of single leaves, each proven; nothing is said of anchors between them. */
export function checkProofs(proven: readonly ProvenLeaf[], keys: TrustedKeys): AttestedHeads {
  const heads = new Map<string, Attestation[]>()
  const faults: AnchorFault[] = []
  let last: Pick<Anchor, 'n' | 'hash' | 'at'> = NO_ANCHOR
  for (const { anchor, leaf, index, proof } of proven) {
    const root = provenRoot(leafHash(leafText(leaf)), index, anchor.count, proof)
    const message =
      anchorFault(anchor, keys) ?? (root === anchor.root ? null : `its root does not hold ${leaf.stream}`)
    if (message !== null) faults.push({ n: anchor.n, message: `anchor ${anchor.n}: ${message}` })
    else addAttestation(heads, anchor, leaf)
    if (anchor.n > last.n) last = anchor
  }
  return { heads, last, faults }
}

export function proveLeaf({ anchor, leaves }: StoredAnchor, stream: string): ProvenLeaf | null {
  const index = leaves.findIndex((leaf) => leaf.stream === stream)
  const leaf = leaves[index]
  if (leaf === undefined) return null
  const hashes = leaves.map((each) => leafHash(leafText(each)))
  return { anchor, leaf, index, proof: merkleProof(hashes, index) }
}

function addAttestation(
  heads: Map<string, Attestation[]>,
  { n: anchor, at }: Anchor,
  leaf: AnchorLeaf,
): void {
  const { stream, n, hash, reading } = leaf
  const known = heads.get(stream)
  const attestation = { n, hash, anchor, at, reading }
  if (known === undefined) heads.set(stream, [attestation])
  else known.push(attestation)
}

function linkFaultOf(last: Pick<Anchor, 'n' | 'hash' | 'at'>, anchor: Anchor): string | null {
  if (anchor.n !== last.n + 1) return `anchor ${last.n + 1} is missing before it`
  if (anchor.prev !== last.hash) return `it follows ${anchor.prev}; anchor ${last.n} has ${last.hash}`
  return anchor.at < last.at ? `it was made at ${anchor.at}, the one before it at ${last.at}` : null
}

function notedFault(anchor: Anchor, noted: readonly NotedAnchor[]): string | null {
  const other = noted.find(({ n, hash }) => n === anchor.n && !anchor.hash.startsWith(hash))
  return other === undefined ? null : `it has hash ${anchor.hash}; noted was ${other.hash}`
}

const leavesFault = (anchor: Anchor, leaves: readonly AnchorLeaf[]): string | null =>
  leaves.length === anchor.count && anchorRoot(leaves) === anchor.root
    ? null
    : 'its leaves do not make its root'
