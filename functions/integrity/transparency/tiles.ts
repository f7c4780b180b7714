/**
 * The log as tiles (C2SP tlog-tiles): what is full is stored once and never changes, the right edge is made from the batches that
 * are behind it.
 */
import { subtreesOf, type TreeRange } from '../../../domain/proof/consistency.ts'
import { joinRoots, leafHash, merkleRoot } from '../../../domain/proof/merkle.ts'
import { TILE_WIDTH, tileRoot } from '../../../domain/proof/tiles.ts'
import type { Ports } from '../../ports.ts'
import { entryText, type LogPorts, readLog } from '../../store/append-log.ts'
import type { Documents } from '../../store/documents.ts'

/** Reads hashes of a tree: tile `index` of `level` (0: those of entries), the first `width` of it. */
export interface TileReader {
  hashes(level: number, index: number, width: number): Promise<readonly string[]>
}

/** A log as it stands: its tiles and the bundles of its entries. */
export interface StoredTiles extends TileReader {
  readonly size: number
  /** The first `width` entries of bundle `index`. */
  entries(index: number, width: number): Promise<readonly string[]>
}

interface Tile {
  readonly hashes: readonly string[]
  /** The hash that stands for it in the level above. */
  readonly root: string
}

interface Progress {
  /** Bundles that are stored, each full. */
  readonly bundles: number
  /** The first batch that has entries behind them. */
  readonly from: number
}

const TILES = 'log#tiles'
const BUNDLES = 'log#bundles'
const PROGRESS = 'progress'

const tiles = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Tile>
const bundles = ({ registry }: Pick<Ports, 'registry'>) =>
  registry as Documents<{ readonly entries: readonly string[] }>
const progress = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Progress>

const keyOf = (index: number): string => String(index).padStart(12, '0')
const tileKey = (level: number, index: number): string => `${level}#${keyOf(index)}`

const progressOf = async (ports: Pick<Ports, 'registry'>): Promise<Progress> =>
  (await progress(ports).get(BUNDLES, PROGRESS))?.value ?? { bundles: 0, from: 0 }

/**
 * Stores the bundles and tiles that are full and are not stored yet, until `isOver`. Repeated, or by several at once, it writes
 * the same.
 */
export async function storeFullTiles(ports: LogPorts, isOver: () => boolean = () => false): Promise<void> {
  const { bundles: stored, from } = await progressOf(ports)
  let index = stored
  let open: string[] = []
  for await (const { entries, from: first, tree } of readLog(ports, from)) {
    if (isOver()) return
    const due = index * TILE_WIDTH + open.length
    for (const entry of entries.slice(Math.max(0, due - first))) {
      open.push(entryText(entry))
      if (open.length < TILE_WIDTH) continue
      await storeBundle(ports, index, open)
      index++
      open = []
    }
    if (index > stored) {
      const next = tree.size > index * TILE_WIDTH ? first : tree.size
      await progress(ports).putIfNewer(BUNDLES, PROGRESS, index, { bundles: index, from: next })
    }
  }
}

async function storeBundle(ports: LogPorts, index: number, entries: readonly string[]): Promise<void> {
  await bundles(ports).put(BUNDLES, keyOf(index), { entries })
  await storeTile(ports, 0, index, entries.map(leafHash))
}

/** Stores a full tile, and the one above it that it fills. */
async function storeTile(
  ports: LogPorts,
  level: number,
  index: number,
  hashes: readonly string[],
): Promise<void> {
  await tiles(ports).put(TILES, tileKey(level, index), { hashes, root: tileRoot(hashes) })
  if ((index + 1) % TILE_WIDTH !== 0) return
  const above = Math.floor(index / TILE_WIDTH)
  await storeTile(ports, level + 1, above, await rootsOf(ports, level, above * TILE_WIDTH))
}

/** The roots of the 256 tiles of a level from `first` on, which are stored. */
async function rootsOf(ports: LogPorts, level: number, first: number): Promise<string[]> {
  const root = async (index: number): Promise<string> => {
    const found = await tiles(ports).get(TILES, tileKey(level, index))
    if (found === null) throw new Error(`tile ${index} of level ${level} is not stored`)
    return found.value.root
  }
  return Promise.all(Array.from({ length: TILE_WIDTH }, (_, k) => root(first + k)))
}

/** The tiles and bundles of the log, its right edge included. Nothing is written. */
export async function storedTiles(ports: LogPorts): Promise<StoredTiles> {
  const { bundles: stored, from } = await progressOf(ports)
  const edge: string[] = []
  for await (const batch of readLog(ports, from))
    for (const [k, entry] of batch.entries.entries())
      if (batch.from + k >= stored * TILE_WIDTH) edge.push(entryText(entry))
  const entries = async (index: number, width: number): Promise<readonly string[]> => {
    if (index >= stored) return edge.slice((index - stored) * TILE_WIDTH).slice(0, width)
    const found = await bundles(ports).get(BUNDLES, keyOf(index))
    if (found === null) throw new Error(`bundle ${index} of the log is not stored`)
    return found.value.entries.slice(0, width)
  }
  const hashes = async (level: number, index: number, width: number): Promise<readonly string[]> => {
    if (level === 0 && index >= stored) return (await entries(index, width)).map(leafHash)
    const full = await tiles(ports).get(TILES, tileKey(level, index))
    if (full !== null) return full.value.hashes.slice(0, width)
    if (level === 0) throw new Error(`tile ${index} of the log is not stored`)
    return Promise.all(Array.from({ length: width }, (_, k) => rootOfTile(level - 1, index * TILE_WIDTH + k)))
  }
  const rootOfTile = async (level: number, index: number): Promise<string> => {
    const full = await tiles(ports).get(TILES, tileKey(level, index))
    return full === null ? tileRoot(await hashes(level, index, TILE_WIDTH)) : full.value.root
  }
  return { size: stored * TILE_WIDTH + edge.length, entries, hashes }
}

/** How many hashes tile `index` of a level has in a log of `size` entries: at most 256, 0 where there is no such tile. */
export function tileWidth(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH))
}

/** The root over a range of the entries of a log of `size`. */
export async function rangeRoot(reader: TileReader, size: number, range: TreeRange): Promise<string> {
  const roots = subtreesOf(range).map(async ({ level, index }) => {
    const [tileLevel, inner] = [Math.floor(level / 8), 2 ** (level % 8)]
    const first = index * inner
    const tile = Math.floor(first / TILE_WIDTH)
    const hashes = await reader.hashes(tileLevel, tile, tileWidth(size, tileLevel, tile))
    return merkleRoot(hashes.slice(first % TILE_WIDTH, (first % TILE_WIDTH) + inner))
  })
  return joinRoots(await Promise.all(roots))
}
