/**
 * One log of all appends of all streams, and of what is to be proven besides (anchors, settings), each with its position: a consumer reads on from its checkpoint, and one that starts
 * from nothing reads all of it. Appends are sequenced in batches after they are stored. The log lies in the registry, which is
 * not disposable, and laid out so that tiles of a transparency log can be made of it (C2SP tlog-tiles).
 */
import { appendEntry, EMPTY_TREE, type TreeEdge } from '../../domain/proof/tiles.ts'
import { batchesOf } from '../batches.ts'
import type { Ports } from '../ports.ts'
import { canonicalText } from './canonical.ts'
import type { Document, Documents } from './documents.ts'
import { shardOf } from './hash.ts'

/** A commit, or a version of something else, as the log names it. */
export interface AppendLogEntry {
  readonly stream: string
  readonly n: number
  readonly hash: string
}

/** Entries that were sequenced together; `from`: the position of the first, counted from 0. */
export interface LogBatch {
  readonly from: number
  readonly entries: readonly AppendLogEntry[]
  /** The tree over all entries up to the last of these. */
  readonly tree: TreeEdge
}

/** Whether an entry, or what is known of it, is a commit of the record. */
export const isCommitEntry = ({ stream }: Pick<AppendLogEntry, 'stream'>): boolean =>
  /^(?:game|round)#/.test(stream)

/** What the log is read through. */
export type LogPorts = Pick<Ports, 'log' | 'registry'>
/** What it is written through. */
export type SequencerPorts = LogPorts & Pick<Ports, 'inTurn' | 'singleWriter'>
/** What heads are noted through; without `singleWriter` by conditions, since others may note them too. */
type NoterPorts = LogPorts & Partial<Pick<Ports, 'singleWriter'>>

/** Commits of one batch: a document of well below 300 KB. */
const MAX_BATCH = 500
/** Streams read at a time. */
const CONCURRENCY = 50

const BATCHES = 'log#batches'
const HEADS = 'log#heads'
/**
 * Partitions among which what waits is divided: one takes 1,000 writes a second, and each change of the record is written to one.
 * The first has the name of the only one that there was before.
 */
const PENDING = ['log#pending', 'log#pending#1', 'log#pending#2', 'log#pending#3'] as const
const CHECKPOINTS = 'log#checkpoints'
/** The checkpoint of the log itself: up to there the heads of streams are noted. */
const NOTED = 'heads'

const batches = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Omit<LogBatch, 'from'>>
const heads = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<{ readonly n: number }>
/** What waits: the name of a stream, of which commits are read, or an entry that is no commit. */
type Pending = AppendLogEntry | Record<string, never>

const pending = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Pending>
/** By the stream, so that versions of one thing lie in their order. */
const pendingPartition = (stream: string): string => PENDING[shardOf(stream, PENDING.length)]!

/** What waits, at most a batch of it, as much from each partition. */
async function readPending(ports: LogPorts): Promise<readonly Document<Pending>[]> {
  const ofOne = async (pk: string): Promise<Document<Pending>[]> => {
    const found: Document<Pending>[] = []
    for await (const each of pending(ports).query(pk, '', undefined, MAX_BATCH / PENDING.length))
      found.push(each)
    return found
  }
  return (await Promise.all(PENDING.map(ofOne))).flat()
}

const checkpoints = ({ registry }: Pick<Ports, 'registry'>) =>
  registry as Documents<{ readonly position: number }>

/** Sort keys are ordered by their bytes. */
const keyOf = (position: number): string => String(position).padStart(16, '0')

/** The text of an entry, as the leaves of the tree have it. */
export function entryText({ stream, n, hash }: AppendLogEntry): string {
  return canonicalText({ stream, n, hash })
}

/** Up to which position a consumer has read; 0: from the beginning. */
export async function checkpointOf(ports: LogPorts, consumer: string): Promise<number> {
  return (await checkpoints(ports).get(CHECKPOINTS, consumer))?.value.position ?? 0
}

/** Never goes back: what several processes of one consumer have done is done. */
export async function advanceCheckpoint(ports: LogPorts, consumer: string, position: number): Promise<void> {
  await checkpoints(ports).putIfNewer(CHECKPOINTS, consumer, position, { position })
}

/** Up to which opening (ms) the streams of a category have been compared with their views. */
export async function auditPosition(ports: LogPorts, category: string): Promise<number> {
  return (await checkpoints(ports).get(CHECKPOINTS, `audit#${category}`))?.value.position ?? 0
}

export const setAuditPosition = (ports: LogPorts, category: string, position: number): Promise<void> =>
  checkpoints(ports).put(CHECKPOINTS, `audit#${category}`, { position })

/** The batches from a position on, which must be the first of a batch or a consumer's checkpoint. */
export async function* readLog(ports: LogPorts, from = 0): AsyncGenerator<LogBatch> {
  // The key before it: `after` leaves out what it names.
  const after = from === 0 ? undefined : keyOf(from - 1)
  for await (const { sk, value } of batches(ports).query(BATCHES, '', after))
    yield { from: Number(sk), ...value }
}

/** Whether nothing was sequenced yet. */
export async function isLogEmpty(ports: Pick<Ports, 'registry'>): Promise<boolean> {
  for await (const _ of batches(ports).query(BATCHES, '', undefined, 1)) return false
  return true
}

/** A stream has something new, which the next `sequenceAppends` takes. */
export const queueAppends = (ports: LogPorts, stream: string): Promise<void> =>
  pending(ports).put(pendingPartition(stream), stream, {})

/**
 * Version `n` of something that is no stream, such as `tournament#T`, which the next `sequenceAppends` takes. Versions count up;
 * one that was queued after a later one is left out.
 */
export const queueVersion = (ports: Pick<Ports, 'registry'>, version: AppendLogEntry): Promise<void> =>
  pending(ports).put(pendingPartition(version.stream), `${version.stream}@${keyOf(version.n)}`, version)

/** Up to which commit a stream is in the log. */
export async function sequencedHead(ports: LogPorts, stream: string): Promise<number> {
  return (await heads(ports).get(HEADS, stream))?.value.n ?? 0
}

/**
 * Sequences what waits, batch by batch, until nothing does or `isOver`; how many commits that were. Several processes may call
 * it at once: a batch is put where none is, with what all batches before it do not hold, so that no commit is in the log twice.
 */
export function sequenceAppends(ports: SequencerPorts, isOver: () => boolean = () => false): Promise<number> {
  // Where one process alone writes, it sequences once at a time: what it then notes needs no condition.
  return ports.singleWriter ? ports.inTurn('log', () => sequence(ports, isOver)) : sequence(ports, isOver)
}

async function sequence(ports: SequencerPorts, isOver: () => boolean): Promise<number> {
  let sequenced = 0
  while (!isOver()) {
    const waiting = await readPending(ports)
    if (waiting.length === 0) break
    const versions = waiting.map(({ value }) => value).filter(isEntry)
    const streams = waiting.filter(({ value }) => !isEntry(value))
    const tree = await catchUp(ports)
    const reached = new Map<string, number>()
    const entries = [
      ...(await newVersions(ports, versions)),
      ...(await unsequenced(
        ports,
        streams.map(({ sk }) => sk),
        reached,
      )),
    ].slice(0, MAX_BATCH)
    if (entries.length > 0) {
      const batch = { entries, tree: entries.map(entryText).reduce(appendEntry, tree) }
      // Others were faster: what they put is looked at before the next try.
      if (!(await batches(ports).putIfAbsent(BATCHES, keyOf(tree.size), batch))) continue
      sequenced += entries.length
      for (const { stream, n } of entries) reached.set(stream, n)
      await noteHeads(ports, { from: tree.size, ...batch })
    }
    await dropDone(ports, streams, reached)
    const queued = waiting.filter(({ value }) => isEntry(value))
    await forEachConcurrently(queued, ({ pk, sk }) => pending(ports).delete(pk, sk))
  }
  return sequenced
}

const isEntry = (value: Pending): value is AppendLogEntry => value['hash'] !== undefined

/** Of each thing the versions that the log does not hold yet, in their order. */
async function newVersions(
  ports: LogPorts,
  queued: readonly AppendLogEntry[],
): Promise<readonly AppendLogEntry[]> {
  const inOrder = [...queued].sort((a, b) => a.n - b.n)
  const heads = new Map<string, number>()
  await forEachConcurrently([...new Set(queued.map(({ stream }) => stream))], async (stream) =>
    heads.set(stream, await sequencedHead(ports, stream)),
  )
  return inOrder.filter(({ stream, n }) => n > (heads.get(stream) ?? 0))
}

/** The tree over all entries that are in the log by now. */
export const logTree = ({ log, registry }: LogPorts): Promise<TreeEdge> => catchUp({ log, registry })

/** Notes the heads of batches whose writer ended before they did; the tree over all there is. */
async function catchUp(ports: NoterPorts): Promise<TreeEdge> {
  const noted = await checkpointOf(ports, NOTED)
  let tree = noted === 0 ? EMPTY_TREE : null
  // From the last noted batch on, for its tree.
  const lastNoted = noted === 0 ? null : await checkpoints(ports).get(CHECKPOINTS, `${NOTED}#last`)
  for await (const batch of readLog(ports, lastNoted?.value.position ?? 0)) {
    if (batch.tree.size > noted) await noteHeads(ports, batch)
    tree = batch.tree
  }
  return tree ?? EMPTY_TREE
}

async function noteHeads(ports: NoterPorts, { from, entries, tree }: LogBatch): Promise<void> {
  const last = new Map(entries.map(({ stream, n }) => [stream, n]))
  if (ports.singleWriter)
    await heads(ports).putAll([...last].map(([sk, n]) => ({ pk: HEADS, sk, n, value: { n } })))
  else await forEachConcurrently([...last], ([stream, n]) => heads(ports).putIfNewer(HEADS, stream, n, { n }))
  await advanceCheckpoint(ports, `${NOTED}#last`, from)
  await advanceCheckpoint(ports, NOTED, tree.size)
}

/** The commits that the log does not hold yet, stream by stream, at most a batch; notes in `reached` what it holds. */
async function unsequenced(
  ports: LogPorts,
  streams: readonly string[],
  reached: Map<string, number>,
): Promise<AppendLogEntry[]> {
  const entries: AppendLogEntry[] = []
  for (const batch of batchesOf([...new Set(streams)], CONCURRENCY)) {
    if (entries.length >= MAX_BATCH) break
    const heads = await Promise.all(batch.map((stream) => sequencedHead(ports, stream)))
    for (const [k, stream] of batch.entries()) reached.set(stream, heads[k]!)
    // Of most streams one commit is new. Its body, which may be a whole game, is not read.
    const next = (by: number) => batch.map((stream, k) => ({ stream, n: heads[k]! + by }))
    const found = await ports.log.at([...next(1), ...next(2)])
    const read = async (stream: string, k: number) => {
      const hasMore = found[batch.length + k] !== null
      const commits = hasMore ? await ports.log.load(stream, heads[k]!) : [found[k] ?? []].flat()
      return commits.map(({ n, hash }) => ({ stream, n, hash }))
    }
    entries.push(...(await Promise.all(batch.map(read))).flat())
  }
  return entries.slice(0, MAX_BATCH)
}

/** Streams of which all is in the log wait no more; one that goes on meanwhile is queued again. */
async function dropDone(
  ports: LogPorts,
  streams: readonly Pick<Document<Pending>, 'pk' | 'sk'>[],
  reached: ReadonlyMap<string, number>,
): Promise<void> {
  await forEachConcurrently(streams, ({ pk, sk: stream }) => pending(ports).delete(pk, stream))
  const next = [...new Set(streams.map(({ sk }) => sk))].map((stream) => ({
    stream,
    n: (reached.get(stream) ?? 0) + 1,
  }))
  for (const [k, commit] of (await ports.log.at(next)).entries())
    if (commit !== null) await queueAppends(ports, next[k]!.stream)
}

async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (let next = 0; next < items.length; next += CONCURRENCY)
    await Promise.all(items.slice(next, next + CONCURRENCY).map(work))
}
