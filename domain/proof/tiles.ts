/**
 * An append-only log as tiles (C2SP tlog-tiles, over the trees of RFC 6962): bundles of 256 entries, tiles of 256 hashes, and
 * the root over any number of entries from the few hashes of its right edge.
 */
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { joinRoots, leafHash, pairHash } from './merkle.ts'

/** Entries of a full bundle, and hashes of a full tile. */
export const TILE_WIDTH = 256

/** The largest entry of a bundle, in bytes, since its length is written in two bytes. */
const MAX_ENTRY_BYTES = 65_535

/**
 * The right edge of a tree: the roots of its full subtrees from the largest to the smallest, one for each bit that is set in
 * its size. Appending and computing the root need only it, not the entries.
 */
export interface TreeEdge {
  readonly size: number
  readonly roots: readonly string[]
}

export const EMPTY_TREE: TreeEdge = { size: 0, roots: [] }

/** The tree with one more entry, whose UTF-8 text is given. */
export function appendEntry({ size, roots }: TreeEdge, entry: string): TreeEdge {
  const left = [...roots]
  let hash = leafHash(entry)
  // Two full subtrees of the same size are one of twice the size.
  for (let full = size; full % 2 === 1; full = Math.floor(full / 2)) hash = pairHash(left.pop()!, hash)
  return { size: size + 1, roots: [...left, hash] }
}

/** The root over all entries, in hexadecimal; null for an empty tree. */
export function rootOf({ roots }: TreeEdge): string | null {
  return roots.length === 0 ? null : joinRoots(roots)
}

/** `tile/0/x001/067`, or with a `width` below 256 `tile/0/x001/067.p/5`; level `entries` names bundles. */
export function tilePath(level: number | 'entries', index: number, width = TILE_WIDTH): string {
  const groups: string[] = []
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`${groups.length === 0 ? '' : 'x'}${String(rest % 1000).padStart(3, '0')}`)
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** A bundle: each entry after its length in two bytes, big-endian. Throws RangeError for an entry that is too long. */
export function entryBundle(entries: readonly string[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      const bytes = utf8ToBytes(entry)
      if (bytes.length > MAX_ENTRY_BYTES)
        throw new RangeError(`an entry has ${bytes.length} bytes; ${MAX_ENTRY_BYTES} are allowed`)
      return [Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes]
    }),
  )
}

/** A tile: its hashes one after another. At level 0 they are those of the entries. */
export const hashTile = (hashes: readonly string[]): Uint8Array => concatBytes(...hashes.map(hexToBytes))

/** The hash of a full tile in the level above it. */
export function tileRoot(hashes: readonly string[]): string {
  let level = [...hashes]
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, k) => pairHash(level[2 * k]!, level[2 * k + 1]!))
  return level[0]!
}

/** The text of a checkpoint (C2SP tlog-checkpoint) before it is signed: origin, size and root in base64, a line each. */
export function checkpointText(origin: string, tree: TreeEdge): string {
  return `${origin}\n${tree.size}\n${base64(hexToBytes(rootOf(tree) ?? EMPTY_ROOT))}\n`
}

/** The root over no entries: SHA-256 of nothing. */
export const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 of bytes; `domain` may not use Node's Buffer. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let k = 0; k < bytes.length; k += 3) {
    const [a, b, c] = [bytes[k]!, bytes[k + 1], bytes[k + 2]]
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    text += ALPHABET[bits >> 18]! + ALPHABET[(bits >> 12) & 63]!
    text += b === undefined ? '=' : ALPHABET[(bits >> 6) & 63]!
    text += c === undefined ? '=' : ALPHABET[bits & 63]!
  }
  return text
}
