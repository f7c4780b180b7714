/**
 * Merkle trees over texts, as RFC 9162, 2.1 makes them: a leaf is hashed behind a byte 0, a pair behind a byte 1, so that
 * no pair can pass for a leaf. A few hashes prove that a leaf is under a root.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const LEAF = Uint8Array.of(0)
const PAIR = Uint8Array.of(1)

/** Hash of a leaf's UTF-8 text, hexadecimal. */
export const leafHash = (text: string): string => bytesToHex(sha256(concatBytes(LEAF, utf8ToBytes(text))))

/** Hash of a pair of hashes, hexadecimal. */
export const pairHash = (left: string, right: string): string =>
  bytesToHex(sha256(concatBytes(PAIR, hexToBytes(left), hexToBytes(right))))

/** How many of `count` leaves (2 or more) are left of the root's split: the largest power of two below `count`. */
export const leftPart = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1)

/** The root over leaf hashes in their order; of none it is the hash of nothing. */
export function merkleRoot(leaves: readonly string[]): string {
  if (leaves.length === 0) return bytesToHex(sha256(new Uint8Array()))
  if (leaves.length === 1) return leaves[0]!
  const split = leftPart(leaves.length)
  return pairHash(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)))
}

/** The root over full subtrees from left to right, of which there is one at least. */
export const joinRoots = (roots: readonly string[]): string =>
  roots.reduceRight((right, left) => pairHash(left, right))

/** The proof of leaf `index` (from 0): the hashes of the other branches, from the leaf up. */
export function merkleProof(leaves: readonly string[], index: number): string[] {
  if (leaves.length <= 1) return []
  const split = leftPart(leaves.length)
  return index < split
    ? [...merkleProof(leaves.slice(0, split), index), merkleRoot(leaves.slice(split))]
    : [...merkleProof(leaves.slice(split), index - split), merkleRoot(leaves.slice(0, split))]
}

/** The root that a leaf and its proof lead to; null where the proof is none for this place among `count` leaves. */
export function provenRoot(
  leaf: string,
  index: number,
  count: number,
  proof: readonly string[],
): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= count || !proof.every(isHash)) return null
  if (count === 1) return proof.length === 0 ? leaf : null
  const other = proof.at(-1)
  if (other === undefined) return null
  const split = leftPart(count)
  const inner = proof.slice(0, -1)
  if (index < split) {
    const left = provenRoot(leaf, index, split, inner)
    return left === null ? null : pairHash(left, other)
  }
  const right = provenRoot(leaf, index - split, count - split, inner)
  return right === null ? null : pairHash(other, right)
}

/** Whether a text is a SHA-256 in lower-case hexadecimal. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
