/** The reading side of sync: heads, commits as they are stored, and the personal data of a stream or an entry list. */

import { lastErasureId } from '../../app/erasures.ts'
import { personTraces } from '../../app/person-identity.ts'
import type { StoredPerson, StoredText } from '../../app/personal-data.ts'
import type { Ports } from '../../ports.ts'
import type { StoredCommit } from '../../store/commit.ts'
import { EMPTY_HEAD, type Head } from '../../store/commit-log.ts'
import type { Documents } from '../../store/documents.ts'
import { MAX_PAGE_TEXT_BYTES, type PageRequest, pageBudget } from '../../store/pages.ts'

export interface StreamHead extends Head {
  readonly stream: string
}

export interface ListedStream extends StreamHead {
  /** `at` of its first commit. */
  readonly openedAt: string
}

/** A document of the person store, without its partition: an entry or a text, or what a tournament's entry list holds. */
export interface PersonalDocument {
  readonly sk: string
  readonly value: StoredPerson | StoredText | object
}

/** Whose document it is; null for texts. In an entry list (`entries#T`) the sort key says so. */
export const personOfDocument = ({ sk, value }: PersonalDocument): string | null =>
  'person' in value ? value.person : sk.startsWith('player#') ? sk.slice('player#'.length) : null

/** A stream's personal data, and the keys by which its persons are recognised. */
export interface PersonalDocuments {
  readonly kept: readonly PersonalDocument[]
  readonly keys: readonly { readonly person: string; readonly key: string }[]
  /** Something of the stream was erased, which explains what is missing. */
  readonly erasure?: boolean
}

export interface PersonalDocumentsPage extends PersonalDocuments {
  /** The last of its sort keys, where there are documents behind it. */
  readonly next?: string
}

export const STREAM_CATEGORIES = ['game', 'round'] as const

/** Bytes of commits in an answer: well under what a function may answer with. */
const PAGE_BYTES = 1_000_000

/** Streams of a category in the order of their opening, from a cursor (`openedAt stream`) on. */
export async function listStreams(
  ports: Pick<Ports, 'log'>,
  category: string,
  from: string,
  limit: number,
): Promise<{ streams: ListedStream[]; next: string | null }> {
  const [since = '', after = ''] = from.split(' ')
  const streams: ListedStream[] = []
  let passed = after === ''
  for await (const { stream, openedAt } of ports.log.streams(category, since)) {
    if (!passed) {
      // Streams opened in the same millisecond come in no order of their own: the cursor's is passed by name.
      passed = stream === after || openedAt > since
      if (stream === after || !passed) continue
    }
    if (streams.length === limit) {
      const last = streams.at(-1)!
      return { streams, next: `${last.openedAt} ${last.stream}` }
    }
    const head = (await ports.log.head(stream)) ?? EMPTY_HEAD
    streams.push({ stream, openedAt, n: head.n, hash: head.hash })
  }
  return { streams, next: null }
}

export async function headsOf(ports: Pick<Ports, 'log'>, streams: readonly string[]): Promise<StreamHead[]> {
  return Promise.all(
    streams.map(async (stream) => ({ stream, ...((await ports.log.head(stream)) ?? EMPTY_HEAD) })),
  )
}

/** Commits after a number as they are stored, as many as an answer takes. */
export async function storedCommits(
  ports: Pick<Ports, 'log'>,
  stream: string,
  after: number,
): Promise<{ commits: StoredCommit[]; more: boolean }> {
  const commits: StoredCommit[] = []
  let bytes = 0
  for (const { n, body, hash } of await ports.log.load(stream, after)) {
    bytes += Buffer.byteLength(body) + 200
    if (bytes > PAGE_BYTES && commits.length > 0) return { commits, more: true }
    commits.push({ n, body, hash })
  }
  return { commits, more: false }
}

/** A page of a stream's personal data by their sort keys, each person's keys beside the first of their documents on it. */
export async function personalDocumentsOf(
  ports: Pick<Ports, 'persons'>,
  stream: string,
  { after, limit = Number.POSITIVE_INFINITY, maxBytes = MAX_PAGE_TEXT_BYTES }: PageRequest = {},
): Promise<PersonalDocumentsPage> {
  const hasRoom = pageBudget(maxBytes)
  const stored: PersonalDocument[] = []
  const keys: PersonalDocuments['keys'][number][] = []
  const persons = new Set<string>()
  const erasure = (await lastErasureId(ports, stream)) !== null
  const documents = ports.persons as Documents<PersonalDocument['value']>
  for await (const { sk, value } of documents.query(stream, '', after)) {
    const person = personOfDocument({ sk, value })
    const own = person === null || persons.has(person) ? [] : await identityKeysOf(ports, person)
    if (stored.length === limit || !hasRoom(JSON.stringify([{ sk, value }, own])))
      return { kept: stored, keys, erasure, next: stored.at(-1)!.sk }
    stored.push({ sk, value })
    keys.push(...own)
    if (person !== null) persons.add(person)
  }
  return { kept: stored, keys, erasure }
}

async function identityKeysOf(
  ports: Pick<Ports, 'persons'>,
  person: string,
): Promise<PersonalDocuments['keys']> {
  const keys: PersonalDocuments['keys'][number][] = []
  for await (const { value } of personTraces(ports).query(`person#${person}`, 'key#'))
    if (value.key !== undefined) keys.push({ person, key: value.key })
  return keys
}
