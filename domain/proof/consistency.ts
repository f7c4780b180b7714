/**
 * Proofs that a smaller log is the beginning of a larger one (RFC 9162, 2.1.4). A verifier with the root of the smaller one needs a
 * few hashes, and no entries.
 */
import { isHash, leftPart, pairHash } from './merkle.ts'
import { EMPTY_ROOT } from './tiles.ts'

/** Entries `from` to `to` − 1, whose tree is a part of the log's tree. */
export interface TreeRange {
  readonly from: number
  readonly to: number
}

/** The ranges whose roots, in this order, prove that the log of `before` entries is the beginning of the log of `size` entries. */
export function consistencyRanges(before: number, size: number): TreeRange[] {
  if (before === 0 || before === size) return []
  const ranges: TreeRange[] = []
  const walk = (from: number, to: number, isWhole: boolean): void => {
    if (before === to) {
      if (!isWhole) ranges.push({ from, to })
      return
    }
    const middle = from + leftPart(to - from)
    if (before <= middle) {
      walk(from, middle, isWhole)
      ranges.push({ from: middle, to })
    } else {
      walk(middle, to, false)
      ranges.push({ from, to: middle })
    }
  }
  walk(0, size, true)
  return ranges
}

/** A log by its checkpoint: the number of entries and the root, in hexadecimal. */
export interface TreeHead {
  readonly size: number
  readonly root: string
}

/** Whether the proof shows that the log `before` is the beginning of the log `after`. */
export function isConsistent(before: TreeHead, after: TreeHead, proof: readonly string[]): boolean {
  if (before.size > after.size || !proof.every(isHash)) return false
  if (before.size === 0) return proof.length === 0 && before.root === EMPTY_ROOT
  if (before.size === after.size) return proof.length === 0 && before.root === after.root
  // A smaller log that is one full tree of the larger one has no hash of its own in the proof.
  const [first, ...rest] = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : proof
  if (first === undefined) return false
  let [node, last] = [before.size - 1, after.size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  let [old, now] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      old = pairHash(hash, old)
      now = pairHash(hash, now)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else now = pairHash(now, hash)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && old === before.root && now === after.root
}

/** The full subtrees that make up a range, from left to right: each is the hash `index` of `level`, over 2^level entries. */
export function subtreesOf({ from, to }: TreeRange): { readonly level: number; readonly index: number }[] {
  const found: { level: number; index: number }[] = []
  for (let at = from; at < to; ) {
    // The largest full subtree that begins here and fits.
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level++
    found.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return found
}
