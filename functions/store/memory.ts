/** The commit log and the documents in memory: for tests and for what need not outlive the process. */
import type { StoredCommit } from './commit.ts'
import { type CommitLog, categoryOf, type StreamEntry } from './commit-log.ts'
import { type Document, type Documents, encodeDocument } from './documents.ts'

export function memoryCommitLog(): CommitLog {
  const streams = new Map<string, Map<number, StoredCommit>>()
  const opened: StreamEntry[] = []

  return {
    async append({ stream, n, at, body, hash }) {
      const commits = streams.get(stream) ?? new Map<number, StoredCommit>()
      if (commits.has(n)) return 'conflict'
      streams.set(stream, commits.set(n, { n, body, hash }))
      if (n === 1) opened.push({ stream, openedAt: at })
      return 'stored'
    },

    async load(stream, afterN) {
      const commits = [...(streams.get(stream)?.values() ?? [])]
      return commits.filter(({ n }) => n > afterN).sort((a, b) => a.n - b.n)
    },

    async head(stream) {
      const last = (await this.load(stream, 0)).at(-1)
      return last === undefined ? null : { n: last.n, hash: last.hash }
    },

    async at(places) {
      return places.map(({ stream, n }) => {
        const commit = streams.get(stream)?.get(n)
        return commit === undefined ? null : { n, hash: commit.hash }
      })
    },

    async *streams(category, since = '') {
      const hits = opened.filter(
        ({ stream, openedAt }) => categoryOf(stream) === category && openedAt >= since,
      )
      yield* hits.sort((a, b) => Date.parse(a.openedAt) - Date.parse(b.openedAt))
    },
  }
}

/** Documents in memory. Values pass through JSON, as they do in a database: what was put cannot be changed from outside. */
export function memoryDocuments<T>(): Documents<T> {
  /** By partition, then by sort key. */
  const partitions = new Map<string, Map<string, StoredText>>()
  const find = (pk: string, sk: string): StoredText | undefined => partitions.get(pk)?.get(sk)
  const read = ({ text, ...rest }: StoredText): Document<T> => ({ ...rest, value: JSON.parse(text) })
  const store = (pk: string, sk: string, n: number | null, value: T) => {
    const partition = partitions.get(pk) ?? new Map<string, StoredText>()
    partitions.set(pk, partition.set(sk, { pk, sk, n, text: encodeDocument(pk, sk, value) }))
    return true
  }

  return {
    async get(pk, sk) {
      const found = find(pk, sk)
      return found === undefined ? null : read(found)
    },
    async put(pk, sk, value) {
      store(pk, sk, null, value)
    },
    async putAll(entries) {
      for (const { pk, sk, n = null, value } of entries) store(pk, sk, n, value)
    },
    async putIfNewer(pk, sk, n, value) {
      const known = find(pk, sk)
      return known !== undefined && (known.n === null || known.n >= n) ? false : store(pk, sk, n, value)
    },
    async putIfAbsent(pk, sk, value) {
      return find(pk, sk) !== undefined ? false : store(pk, sk, null, value)
    },
    async delete(pk, sk) {
      partitions.get(pk)?.delete(sk)
    },
    async *query(pk, prefix = '', after = undefined, limit = undefined) {
      const found = [...(partitions.get(pk)?.values() ?? [])].filter(
        ({ sk }) => sk.startsWith(prefix) && (after === undefined || byBytes(sk, after) > 0),
      )
      yield* found
        .sort((a, b) => byBytes(a.sk, b.sk))
        .slice(0, limit)
        .map(read)
    },
  }
}

interface StoredText {
  readonly pk: string
  readonly sk: string
  readonly n: number | null
  readonly text: string
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
