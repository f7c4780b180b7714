/** dynalite and the two LevelDBs it stores in, mended: iterators are closed, writes can wait for the disk. */
import type { Server } from 'node:http'
import { createRequire } from 'node:module'

/** A LevelDB database as far as we touch it; it opens by itself on the next tick and `open` waits for that. */
export interface Level {
  open(): Promise<void>
  keys(options?: object): LevelIterator
  values(options?: object): LevelIterator
  _put(key: unknown, value: unknown, options: object): Promise<void>
  _del(key: unknown, options: object): Promise<void>
  _batch(operations: unknown, options: object): Promise<void>
}

interface LevelIterator {
  close(): Promise<void>
  return?(): Promise<void>
}

type LevelClass = new (...location: unknown[]) => Level
type Dynalite = (options: { path?: string; createTableMs: number; deleteTableMs: number }) => Server

/** What the database under construction is to be like: dynalite constructs it and hands it to nobody. */
let wanted = { fsync: false }
let constructed: Level | null = null

/**
 * dynalite 4.0.0 ends its streams by calling `return` on the iterator if there is one; the iterators of abstract-level 3
 * have `close` only, so that every query leaves one open: 3,000 polls of a small table held 650 MB. And it offers no way
 * to ask LevelDB for `sync`, without which a power cut loses the last seconds of a round.
 */
function mended(Base: LevelClass): LevelClass {
  return class extends Base {
    readonly #sync = wanted.fsync ? { sync: true } : {}

    constructor(...location: unknown[]) {
      super(...location)
      constructed = this
    }
    override keys(options?: object) {
      return closable(super.keys(options))
    }
    override values(options?: object) {
      return closable(super.values(options))
    }
    override _put(key: unknown, value: unknown, options: object) {
      return super._put(key, value, { ...options, ...this.#sync })
    }
    override _del(key: unknown, options: object) {
      return super._del(key, { ...options, ...this.#sync })
    }
    override _batch(operations: unknown, options: object) {
      return super._batch(operations, { ...options, ...this.#sync })
    }
  }
}

function closable(iterator: LevelIterator): LevelIterator {
  iterator.return ??= () => iterator.close()
  return iterator
}

let dynalite: Dynalite | null = null

/** dynalite takes the classes out of their modules while it loads, so they are exchanged before. */
function loadDynalite(): Dynalite {
  const require = createRequire(import.meta.url)
  const fromDynalite = createRequire(require.resolve('dynalite'))
  const disk = fromDynalite('level') as { Level: LevelClass }
  const memory = fromDynalite('memory-level') as { MemoryLevel: LevelClass }
  disk.Level = mended(disk.Level)
  memory.MemoryLevel = mended(memory.MemoryLevel)
  return require('dynalite') as Dynalite
}

/** A dynalite server, not yet listening, and the database it has just begun to open: in a folder, or in memory. */
export function createDynalite(path: string | undefined, fsync: boolean): { server: Server; level: Level } {
  dynalite ??= loadDynalite()
  wanted = { fsync }
  constructed = null
  const server = dynalite({ ...(path !== undefined && { path }), createTableMs: 0, deleteTableMs: 0 })
  const level = constructed as Level | null
  if (level === null)
    throw new Error('dynalite was loaded before it could be mended, or no longer stores in LevelDB')
  return { server, level }
}
