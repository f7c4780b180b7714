/** dynalite and the two LevelDBs it stores in, mended: iterators are closed, writes reach the disk, errors are answers. */
import type { Server } from 'node:http'
import { createRequire } from 'node:module'

/** A LevelDB database as far as we touch it; it opens by itself on the next tick and `open` waits for that. */
interface Level {
  open(): Promise<void>
  keys(options?: object): LevelIterator
  values(options?: object): LevelIterator
  _get(key: unknown, options: object): Promise<unknown>
  _put(key: unknown, value: unknown, options: object): Promise<void>
  _del(key: unknown, options: object): Promise<void>
  _batch(operations: unknown, options: object): Promise<void>
}

interface LevelIterator {
  next(): Promise<unknown>
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
 * have `close` only, so that every query leaves one open: 3,000 polls of a small table held 650 MB. It offers no way to
 * ask LevelDB for `sync`, without which a power cut loses the last seconds of a round. And it throws what LevelDB fails
 * with (a full disk), unless it looks like an answer.
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
    override _get(key: unknown, options: object) {
      return super._get(key, options).catch(answer)
    }
    override _put(key: unknown, value: unknown, options: object) {
      return super._put(key, value, { ...options, ...this.#sync }).catch(answer)
    }
    override _del(key: unknown, options: object) {
      return super._del(key, { ...options, ...this.#sync }).catch(answer)
    }
    override _batch(operations: unknown, options: object) {
      return super._batch(operations, { ...options, ...this.#sync }).catch(answer)
    }
  }
}

function closable(iterator: LevelIterator): LevelIterator {
  const next = iterator.next.bind(iterator)
  iterator.next = () => next().catch(answer)
  iterator.return ??= () => iterator.close()
  return iterator
}

/** Gives an error the form in which dynalite sends it to the client instead of throwing it: 500, outcome unknown. */
function answer(error: Error): never {
  const body = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: error.message }
  throw Object.assign(error, { statusCode: 500, body })
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

/**
 * A dynalite server, not yet listening, and `opened`, which rejects if its database cannot be opened. Without a path it
 * is in memory. dynalite itself does not look whether its database opened, and would fall over at the first request.
 */
export function createDynalite(
  path: string | undefined,
  fsync: boolean,
): { server: Server; opened: Promise<void> } {
  dynalite ??= loadDynalite()
  wanted = { fsync }
  constructed = null
  const server = dynalite({ ...(path !== undefined && { path }), createTableMs: 0, deleteTableMs: 0 })
  const level = constructed as Level | null
  if (level === null)
    throw new Error('dynalite was loaded before it could be mended, or no longer stores in LevelDB')
  return { server, opened: level.open() }
}
