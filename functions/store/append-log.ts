/**
 * The log of appends: one sequence of the commits of all streams, and of versions of what is to be proven besides (anchors,
 * settings). A consumer reads on from its checkpoint, and one that starts from nothing reads all of it. Appends are sequenced
 * in batches after they are stored. The log lies in the registry, which cannot be rebuilt, and is laid out so that tiles of
 * a transparency log can be made of it (C2SP tlog-tiles).
 */
import { appendEntry, EMPTY_TREE, type TreeEdge } from '../../domain/proof/tiles.ts'
import { batchesOf } from '../batches.ts'
import type { Ports } from '../ports.ts'
import { canonicalText } from './canonical.ts'
import type { Document, Documents } from './documents.ts'
import { shardOf } from './hash.ts'

/** An entry of the log: a commit, or a version of something that is no stream. `hash` is the SHA-256 of what it names. */
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
/** What heads are noted through; without `singleWriter` the puts are conditional, since other processes may note them too. */
type NoterPorts = LogPorts & Partial<Pick<Ports, 'singleWriter'>>

/** Entries of one batch: a document of well below 300 KB. */
const MAX_BATCH = 500
/** Streams that are read, or documents that are written, at the same time. */
const CONCURRENCY = 50

const BATCHES = 'log#batches'
/**
 * Partitions among which pending entries are divided: DynamoDB takes 1,000 writes a second for each, and every change of the
 * record is one of them. The first has no number, since stores that were written with one partition have it under this name.
 */
const PENDING = ['log#pending', 'log#pending#1', 'log#pending#2', 'log#pending#3'] as const
/** Partitions among which heads are divided, as many: each stream that is sequenced writes one. */
const HEADS = ['log#heads#0', 'log#heads#1', 'log#heads#2', 'log#heads#3'] as const
const CHECKPOINTS = 'log#checkpoints'
/** The checkpoint of the log itself: up to there the heads of streams are noted. */
const NOTED = 'heads-by-shard'
/**
 * Where a former release noted all heads, and its checkpoint. It goes on from there where it shares the database, or is gone back
 * to: heads are an index of the log, which each release brings up to date for itself before it sequences. So this checkpoint is
 * never set here.
 */
const FORMER_HEADS = 'log#heads'
const FORMER_NOTED = 'heads'

const batches = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Omit<LogBatch, 'from'>>
const heads = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<{ readonly n: number }>
const headsPartition = (stream: string): string => HEADS[shardOf(stream, HEADS.length)]!
/** What waits to be sequenced: a stream, under its name and without a value, or a version of something that is no stream. */
type Pending = AppendLogEntry | Record<string, never>

const pending = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Pending>
/** The partition depends on the stream alone, so that versions of one thing lie in their order. */
const pendingPartition = (stream: string): string => PENDING[shardOf(stream, PENDING.length)]!

/** At most a batch of what waits, the same number from each partition. */
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

/** The canonical JSON of an entry: the data of its leaf in the Merkle tree. */
export function entryText({ stream, n, hash }: AppendLogEntry): string {
  return canonicalText({ stream, n, hash })
}

/** Up to which position a consumer has read; 0: from the beginning. */
export async function checkpointOf(ports: LogPorts, consumer: string): Promise<number> {
  return (await checkpoints(ports).get(CHECKPOINTS, consumer))?.value.position ?? 0
}

/** Sets a consumer's checkpoint. It never goes back, also where several processes run the same consumer. */
export async function advanceCheckpoint(ports: LogPorts, consumer: string, position: number): Promise<void> {
  await checkpoints(ports).putIfNewer(CHECKPOINTS, consumer, position, { position })
}

/** Up to which instant of opening (ms since 1970) the streams of a category have been compared with their views. */
export async function auditPosition(ports: LogPorts, category: string): Promise<number> {
  return (await checkpoints(ports).get(CHECKPOINTS, `audit#${category}`))?.value.position ?? 0
}

export const setAuditPosition = (ports: LogPorts, category: string, position: number): Promise<void> =>
  checkpoints(ports).put(CHECKPOINTS, `audit#${category}`, { position })

/** The batches from a position on. The position must be that of a batch's first entry, as consumers' checkpoints are. */
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

/** Queues a stream that has new commits for the next `sequenceAppends`. */
export const queueAppends = (ports: LogPorts, stream: string): Promise<void> =>
  pending(ports).put(pendingPartition(stream), stream, {})

/**
 * Queues version `n` of something that is no stream, such as `tournament#T`, for the next `sequenceAppends`. Versions count up;
 * one that is queued after a later one was sequenced is left out.
 */
export const queueVersion = (ports: Pick<Ports, 'registry'>, version: AppendLogEntry): Promise<void> =>
  pending(ports).put(pendingPartition(version.stream), `${version.stream}@${keyOf(version.n)}`, version)

/** The number of the last commit, or version, of a stream that the log holds; 0: none. */
export async function sequencedHead(ports: LogPorts, stream: string): Promise<number> {
  const own = await heads(ports).get(headsPartition(stream), stream)
  // What was sequenced before heads were divided, and not since, is noted there alone.
  return (own ?? (await heads(ports).get(FORMER_HEADS, stream)))?.value.n ?? 0
}

/**
 * Sequences what waits, batch by batch, until nothing waits or `isOver`; resolves with the number of entries. Several processes
 * may call it at once: a batch is put only where none is, and holds only what no batch before it holds, so that no entry is in
 * the log twice.
 */
export function sequenceAppends(ports: SequencerPorts, isOver: () => boolean = () => false): Promise<number> {
  // A single writer sequences in turn, and therefore notes heads without conditions.
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
    await dequeueStreams(ports, streams, reached)
    const queued = waiting.filter(({ value }) => isEntry(value))
    await forEachConcurrently(queued, ({ pk, sk }) => pending(ports).delete(pk, sk))
  }
  return sequenced
}

const isEntry = (value: Pending): value is AppendLogEntry => value['hash'] !== undefined

/** The queued versions that the log does not hold yet, in their order. */
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

/** Notes the heads of batches whose writer ended before it noted them; resolves with the tree over all entries. */
async function catchUp(ports: NoterPorts): Promise<TreeEdge> {
  const { noted, last } = await notedUpTo(ports)
  let tree = noted === 0 ? EMPTY_TREE : null
  // From the last noted batch on, for its tree.
  for await (const batch of readLog(ports, noted === 0 ? 0 : last)) {
    if (batch.tree.size > noted) await noteHeads(ports, batch)
    tree = batch.tree
  }
  return tree ?? EMPTY_TREE
}

/** Up to which position heads are noted, and the position of the last of these batches. */
async function notedUpTo(ports: LogPorts): Promise<{ readonly noted: number; readonly last: number }> {
  const noted = await checkpointOf(ports, NOTED)
  if (noted > 0) return { noted, last: await checkpointOf(ports, `${NOTED}#last`) }
  const starts = ports.registry as Documents<{ readonly noted: number; readonly last: number }>
  const sk = `${NOTED}#start`
  const begun = await starts.get(CHECKPOINTS, sk)
  if (begun !== null) return begun.value
  // Put once: all begin at the same batch, so that no head that is noted in a shard is older than what the former release noted before.
  const last = await checkpointOf(ports, `${FORMER_NOTED}#last`)
  await starts.putIfAbsent(CHECKPOINTS, sk, { noted: await checkpointOf(ports, FORMER_NOTED), last })
  return notedUpTo(ports)
}

async function noteHeads(ports: NoterPorts, { from, entries, tree }: LogBatch): Promise<void> {
  const last = new Map(entries.map(({ stream, n }) => [stream, n]))
  if (ports.singleWriter)
    await heads(ports).putAll([...last].map(([sk, n]) => ({ pk: headsPartition(sk), sk, n, value: { n } })))
  else
    await forEachConcurrently([...last], ([stream, n]) =>
      heads(ports).putIfNewer(headsPartition(stream), stream, n, { n }),
    )
  await advanceCheckpoint(ports, `${NOTED}#last`, from)
  await advanceCheckpoint(ports, NOTED, tree.size)
}

/**
 * The commits that the log does not hold yet, stream by stream, at most a batch. Puts each stream's head in the log into
 * `reached`.
 */
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

/** Takes streams off the queue, and queues again those that have a commit behind what the log holds. */
async function dequeueStreams(
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
