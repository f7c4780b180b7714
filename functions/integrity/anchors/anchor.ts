/** An anchor: the holder of the key states the heads of streams at a time. Each anchor names the one before it. */
import { leafHash, merkleRoot } from '../../../domain/proof/merkle.ts'
import type { FoldDigest } from '../../app/fold-digest.ts'
import { canonicalJson, canonicalText } from '../../store/canonical.ts'
import { GENESIS, sha256OfText } from '../../store/hash.ts'
import { checkSignature, type PublicKey, type Signer } from './signer.ts'

/** A stream's head, and for an ended game the digest of what it folds to there. */
export interface AnchorLeaf {
  readonly stream: string
  readonly n: number
  readonly hash: string
  readonly reading?: FoldDigest
}

interface AnchorBody {
  readonly format: 1
  /** 1, 2, 3 … */
  readonly n: number
  /** UTC, RFC 3339 with milliseconds, never before that of the anchor before it. */
  readonly at: string
  /** Hash of anchor n − 1, or 64 zeros. */
  readonly prev: string
  /** Merkle root (RFC 9162, 2.1) over the canonical JSON of the leaves, sorted by stream. */
  readonly root: string
  readonly count: number
  /** Id of the key: the first 16 digits of the SHA-256 of its 32 bytes. */
  readonly key: string
}

export interface Anchor extends AnchorBody {
  /** SHA-256 of the body's canonical JSON. */
  readonly hash: string
  /** Ed25519 over the body's canonical JSON, base64url. */
  readonly signature: string
}

export const NO_ANCHOR = { n: 0, hash: GENESIS, at: '' } as const

/** By the streams' UTF-16 code units; a stream has one leaf. */
export const sortedLeaves = (leaves: readonly AnchorLeaf[]): AnchorLeaf[] =>
  [...leaves].sort((a, b) => (a.stream < b.stream ? -1 : 1))

/** The canonical JSON of a leaf: its data in the Merkle tree. */
export const leafText = ({ stream, n, hash, reading }: AnchorLeaf): string =>
  canonicalText({ stream, n, hash, reading })

export const anchorRoot = (leaves: readonly AnchorLeaf[]): string =>
  merkleRoot(leaves.map((leaf) => leafHash(leafText(leaf))))

/** Signs the heads (sorted) as the anchor after `last`. Throws what the signer throws. */
export async function makeAnchor(
  signer: Signer,
  last: Pick<Anchor, 'n' | 'hash' | 'at'>,
  leaves: readonly AnchorLeaf[],
  now: number,
): Promise<Anchor> {
  const at = latest(new Date(now).toISOString(), last.at)
  const { key } = signer
  const body: AnchorBody = {
    ...{ format: 1, n: last.n + 1, at, prev: last.hash },
    ...{ root: anchorRoot(leaves), count: leaves.length, key: key.id },
  }
  const text = canonicalText(body)
  const signature = Buffer.from(await signer.sign(Buffer.from(text))).toString('base64url')
  return { ...body, hash: sha256OfText(text), signature }
}

/** Keys whose signatures are accepted; null: signatures are not checked. */
export type TrustedKeys = readonly PublicKey[] | null

/** Why an anchor is invalid, regardless of others and of its leaves; null: it is valid. */
export function anchorFault(anchor: Anchor, keys: TrustedKeys): string | null {
  const { format, n, at, prev, root, count, key: id, hash, signature } = anchor
  if (format !== 1) return `its format is ${String(format)}; this program reads 1`
  const text = canonicalJson({ format, n, at, prev, root, count, key: id })
  if (!text.ok) return text.error.message
  if (sha256OfText(text.value) !== hash) return 'its fields do not hash to its hash'
  if (keys === null) return null
  const key = keys.find((each) => each.id === id)
  if (key === undefined)
    return `it was signed by key ${id}, not by ${keys.map((each) => each.id).join(' or ')}`
  return checkSignature(key, Buffer.from(text.value), signature) ? null : 'its signature is not of this key'
}

/** The later of two instants in the form that anchors have, which sorts as text. */
const latest = (a: string, b: string): string => (a > b ? a : b)
