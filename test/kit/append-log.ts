/** The log of appends for tests: commits of any content, and what a log must hold of them. */
import { expect } from 'vitest'
import { leafHash, merkleRoot } from '../../domain/proof/merkle.ts'
import { EMPTY_TREE, rootOf } from '../../domain/proof/tiles.ts'
import type { Ports } from '../../functions/ports.ts'
import { type AppendLogEntry, entryText, readLog } from '../../functions/store/append-log.ts'
import { hashCommit } from '../../functions/store/commit.ts'
import { GENESIS } from '../../functions/store/hash.ts'

/** Appends a commit to a stream, behind those that are there. */
export async function appendTo(ports: Pick<Ports, 'log'>, stream: string): Promise<void> {
  const head = (await ports.log.head(stream)) ?? { n: 0, hash: GENESIS }
  const draft = {
    stream,
    n: head.n + 1,
    prev: head.hash,
    at: '2026-03-14T14:00:00.000Z',
    events: [{ type: 'x' }],
  }
  const hashed = hashCommit(draft)
  if (!hashed.ok) throw new Error(hashed.error.message)
  await ports.log.append(hashed.value)
}

export async function wholeLog(ports: Pick<Ports, 'log' | 'registry'>) {
  const entries: AppendLogEntry[] = []
  let tree = EMPTY_TREE
  for await (const batch of readLog(ports)) {
    expect(batch.from).toBe(entries.length)
    entries.push(...batch.entries)
    tree = batch.tree
  }
  return { entries, tree }
}

/** Expects that each stream's commits are in the log once, in their order, and the tree is that over all entries. */
export async function expectWholeLog(ports: Pick<Ports, 'log' | 'registry'>, streams: readonly string[]) {
  const { entries, tree } = await wholeLog(ports)
  for (const stream of streams) {
    const own = entries.filter((entry) => entry.stream === stream)
    const stored = await ports.log.load(stream, 0)
    expect(own.map(({ n, hash }) => [n, hash])).toEqual(stored.map(({ n, hash }) => [n, hash]))
  }
  expect(tree.size).toBe(entries.length)
  expect(rootOf(tree)).toBe(merkleRoot(entries.map((entry) => leafHash(entryText(entry)))))
}
