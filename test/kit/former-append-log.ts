/**
 * The sequencer of the release before heads were divided, as it was but for versions of what is no stream: all heads in one partition,
 * with a checkpoint of its own.
 */
import { appendEntry, EMPTY_TREE, type TreeEdge } from '../../domain/proof/tiles.ts'
import type { Ports } from '../../functions/ports.ts'
import {
  type AppendLogEntry,
  entryText,
  type LogBatch,
  queueAppends,
  readLog,
} from '../../functions/store/append-log.ts'
import type { Documents } from '../../functions/store/documents.ts'

type FormerPorts = Pick<Ports, 'log' | 'registry'>

const MAX_BATCH = 500
const PENDING = ['log#pending', 'log#pending#1', 'log#pending#2', 'log#pending#3']
const HEADS = 'log#heads'
const CHECKPOINTS = 'log#checkpoints'

const batches = ({ registry }: FormerPorts) => registry as Documents<Omit<LogBatch, 'from'>>
const heads = ({ registry }: FormerPorts) => registry as Documents<{ readonly n: number }>
const checkpoints = ({ registry }: FormerPorts) => registry as Documents<{ readonly position: number }>
const keyOf = (position: number): string => String(position).padStart(16, '0')

const headOf = async (ports: FormerPorts, stream: string): Promise<number> =>
  (await heads(ports).get(HEADS, stream))?.value.n ?? 0

export async function formerSequenceAppends(ports: FormerPorts): Promise<number> {
  let sequenced = 0
  for (;;) {
    const waiting: { pk: string; sk: string }[] = []
    for (const pk of PENDING)
      for await (const each of ports.registry.query(pk, '', undefined, MAX_BATCH / PENDING.length))
        waiting.push(each)
    if (waiting.length === 0) return sequenced
    const tree = await catchUp(ports)
    const reached = new Map<string, number>()
    const entries = (await unsequenced(ports, [...new Set(waiting.map(({ sk }) => sk))], reached)).slice(
      0,
      MAX_BATCH,
    )
    if (entries.length > 0) {
      const batch = { entries, tree: entries.map(entryText).reduce(appendEntry, tree) }
      if (!(await batches(ports).putIfAbsent('log#batches', keyOf(tree.size), batch))) continue
      sequenced += entries.length
      for (const { stream, n } of entries) reached.set(stream, n)
      await noteHeads(ports, { from: tree.size, ...batch })
    }
    for (const { pk, sk } of waiting) await ports.registry.delete(pk, sk)
    for (const stream of new Set(waiting.map(({ sk }) => sk))) {
      const [commit] = await ports.log.at([{ stream, n: (reached.get(stream) ?? 0) + 1 }])
      if (commit !== null) await queueAppends(ports, stream)
    }
  }
}

async function catchUp(ports: FormerPorts): Promise<TreeEdge> {
  const noted = (await checkpoints(ports).get(CHECKPOINTS, 'heads'))?.value.position ?? 0
  let tree = noted === 0 ? EMPTY_TREE : null
  const lastNoted = noted === 0 ? null : await checkpoints(ports).get(CHECKPOINTS, 'heads#last')
  for await (const batch of readLog(ports, lastNoted?.value.position ?? 0)) {
    if (batch.tree.size > noted) await noteHeads(ports, batch)
    tree = batch.tree
  }
  return tree ?? EMPTY_TREE
}

async function noteHeads(ports: FormerPorts, { from, entries, tree }: LogBatch): Promise<void> {
  for (const [stream, n] of new Map(entries.map((entry) => [entry.stream, entry.n])))
    await heads(ports).putIfNewer(HEADS, stream, n, { n })
  const advance = (consumer: string, position: number) =>
    checkpoints(ports).putIfNewer(CHECKPOINTS, consumer, position, { position })
  await advance('heads#last', from)
  await advance('heads', tree.size)
}

async function unsequenced(
  ports: FormerPorts,
  streams: readonly string[],
  reached: Map<string, number>,
): Promise<AppendLogEntry[]> {
  const entries: AppendLogEntry[] = []
  for (const stream of streams) {
    const head = await headOf(ports, stream)
    reached.set(stream, head)
    for (const { n, hash } of await ports.log.load(stream, head)) entries.push({ stream, n, hash })
  }
  return entries
}
