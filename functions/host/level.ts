/** dynalite and the two LevelDBs it stores in, mended: iterators are closed, writes reach the disk, errors are answers. */
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { gatheredWrites, type Operation } from './gathered-writes.ts'
import { isItem, isItemKey, isTable, isTableKey } from './item.ts'
import { salvaged } from './salvage.ts'

/** A LevelDB database as far as we touch it; it opens by itself on the next tick and `open` waits for that. */
interface Level {
  open(): Promise<void>
  close(): Promise<void>
  /** On disk alone. */
  compactRange?(from: string, to: string): Promise<void>
  keys(options?: object): LevelIterator
  values(options?: object): LevelIterator
  _get(key: unknown, options: object): Promise<unknown>
  _getSync(key: unknown, options: object): unknown
  get(key: unknown, options?: object): Promise<unknown>
  _put(key: unknown, value: unknown, options: object): Promise<void>
  _del(key: unknown, options: object): Promise<void>
  _batch(operations: readonly Operation[], options: object): Promise<void>
}

interface LevelIterator {
  next(): Promise<unknown>
  nextv(size: number): Promise<unknown[]>
  close(): Promise<void>
  return?(): Promise<void>
}

type LevelClass = new (...location: unknown[]) => Level
type Dynalite = (options: { path?: string; createTableMs: number; deleteTableMs: number }) => Server

/** What the database under construction is to be like: dynalite constructs it, and its store, and hands them to nobody. */
let wanted = { fsync: false, salvage: false }
let constructed: Level | null = null
let created: unknown = null

/**
 * dynalite 4.0.0 ends its streams by calling `return` on the iterator if there is one; the iterators of abstract-level 3
 * have `close` only, so that every query leaves one open: 3,000 polls of a small table held 650 MB. It offers no way to
 * ask LevelDB for `sync`, without which a power cut loses the last seconds of a round. And it throws what LevelDB fails
 * with (a full disk, a damaged file), unless it looks like an answer.
 *
 * A value is read on the spot: LevelDB has it in memory or in the system's cache, and dynalite reads one or two for each
 * request, of which each trip to another thread costs more than the reading.
 *
 * After a write that the disk did not take, LevelDB's log may end in the middle of a record; what it would append behind
 * that, and acknowledge, a later start would not find. So no further write is taken until the database is opened again.
 */
function mended(Base: LevelClass): LevelClass {
  return class extends Base {
    readonly #fsync = wanted.fsync
    readonly #write = gatheredWrites((operations, sync) => this.#writeBatch(operations, sync))
    readonly #salvage = wanted.salvage
    #broken: Error | null = null

    constructor(...location: unknown[]) {
      super(...location)
      constructed = this
    }
    override keys(options?: object) {
      return closable(super.keys(options))
    }
    override values(options?: object) {
      const values = super.values(options)
      return closable(this.#salvage ? salvaged.values(values) : sound(values))
    }
    override async _get(key: unknown, options: object) {
      try {
        return super._getSync(key, options)
      } catch (error) {
        return answer(error as Error)
      }
    }
    override async get(key: unknown, options?: object) {
      const found = super.get(key, options)
      if (this.#salvage) return made(await salvaged.value(String(key), found))
      const value = await found.catch(answer)
      if (value !== undefined && isItemKey(String(key)) && !isItem(value)) answer(new Error(NO_ITEM))
      if (!isTableKey(String(key)) || value === undefined) return value
      return isTable(value) ? made(value) : answer(new Error(NO_TABLE))
    }
    override _put(key: unknown, value: unknown) {
      return this.#write([{ type: 'put', key, value }], !VIEWS.test(String(key)))
    }
    override _del(key: unknown) {
      return this.#write([{ type: 'del', key }], !VIEWS.test(String(key)))
    }
    override _batch(operations: readonly Operation[]) {
      return this.#write(operations, true)
    }
    async #writeBatch(operations: readonly Operation[], sync: boolean): Promise<void> {
      if (this.#broken !== null)
        answer(new Error(`an earlier write failed (${this.#broken.message}): make room, then start again`))
      try {
        await super._batch(operations, { sync: sync && this.#fsync })
      } catch (error) {
        if (FAILED_WRITE.test((error as Error).message)) this.#broken = error as Error
        answer(error as Error)
      }
    }
  }
}

/**
 * Keys of the views' table. A power cut may take the last views, never one before the other, and they are made again from
 * the record; to wait for the disk with each would cost the record's writes as much again.
 */
const VIEWS = /^item-[\w.-]+-views~/

/** How LevelDB tells that the file system refused it. */
const FAILED_WRITE = /IO error|No space left|File too large/i

function closable(iterator: LevelIterator): LevelIterator {
  const next = iterator.next.bind(iterator)
  iterator.next = () => next().catch(answer)
  iterator.return ??= () => iterator.close()
  return iterator
}

const NO_TABLE = 'what the database holds of a table describes none: a file of it is damaged'
const NO_ITEM = 'the database holds something that is no item: a file of it is damaged'

/**
 * dynalite makes a table in two writes; one that was being made when the process ended would be so for ever, and the
 * host would never start again. Nothing happens between the two.
 */
function made(value: unknown): unknown {
  const { TableStatus } = (value ?? {}) as { TableStatus?: unknown }
  return TableStatus === 'CREATING' ? { ...(value as object), TableStatus: 'ACTIVE' } : value
}

/** dynalite takes values for items of ours without a look. */
function sound(iterator: LevelIterator): LevelIterator {
  const next = iterator.next.bind(iterator)
  iterator.next = async () => {
    const value = await next()
    if (value !== undefined && !isItem(value)) throw new Error(NO_ITEM)
    return value
  }
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
  const stores = fromDynalite('./db') as { create(options: object): unknown }
  const { create } = stores
  stores.create = (options) => {
    created = create(options)
    return created
  }
  return require('dynalite') as Dynalite
}

/**
 * A dynalite server that listens nowhere, the store that its operations work on, and `opened`, which rejects if its database
 * cannot be opened. Without a path it is in memory. dynalite itself does not look whether its database opened, and would
 * fall over at the first request.
 * `salvage`: what cannot be read is passed over (salvage.ts).
 */
export function createDynalite(
  path: string | undefined,
  fsync: boolean,
  salvage: boolean,
): {
  server: Server
  store: unknown
  opened: Promise<void>
  compact(): Promise<void>
  shut(): Promise<void>
} {
  dynalite ??= loadDynalite()
  wanted = { fsync, salvage }
  constructed = null
  const server = dynalite({ ...(path !== undefined && { path }), createTableMs: 0, deleteTableMs: 0 })
  const level = constructed as Level | null
  if (level === null)
    throw new Error('dynalite was loaded before it could be mended, or no longer stores in LevelDB')
  // Every key is text that begins with a letter.
  const compact = async () => level.compactRange?.('A', 'z~')
  return { server, store: created, opened: level.open(), compact, shut: () => level.close() }
}
