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

    async *streams(category, since = '') {
      const hits = opened.filter(
        ({ stream, openedAt }) => categoryOf(stream) === category && openedAt >= since,
      )
      yield* hits.sort((a, b) => Date.parse(a.openedAt) - Date.parse(b.openedAt))
    },
  }
}

/** Values pass through JSON, as they do in a database: what was put cannot be changed from outside. */
export function memoryDocuments<T>(): Documents<T> {
  const documents = new Map<string, { pk: string; sk: string; n: number | null; text: string }>()
  const address = (pk: string, sk: string) => JSON.stringify([pk, sk])
  const read = ({
    text,
    ...rest
  }: {
    pk: string
    sk: string
    n: number | null
    text: string
  }): Document<T> => ({
    ...rest,
    value: JSON.parse(text),
  })
  const store = (pk: string, sk: string, n: number | null, value: T) => {
    documents.set(address(pk, sk), { pk, sk, n, text: encodeDocument(pk, sk, value) })
    return true
  }

  return {
    async get(pk, sk) {
      const found = documents.get(address(pk, sk))
      return found === undefined ? null : read(found)
    },
    async put(pk, sk, value) {
      store(pk, sk, null, value)
    },
    async putIfNewer(pk, sk, n, value) {
      const there = documents.get(address(pk, sk))
      return there !== undefined && (there.n === null || there.n >= n) ? false : store(pk, sk, n, value)
    },
    async putIfAbsent(pk, sk, value) {
      return documents.has(address(pk, sk)) ? false : store(pk, sk, null, value)
    },
    async delete(pk, sk) {
      documents.delete(address(pk, sk))
    },
    async *query(pk, prefix = '') {
      const found = [...documents.values()].filter((each) => each.pk === pk && each.sk.startsWith(prefix))
      const bytes = (text: string) => Buffer.from(text)
      yield* found.sort((a, b) => Buffer.compare(bytes(a.sk), bytes(b.sk))).map(read)
    },
  }
}
