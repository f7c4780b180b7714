/** Answers questions to the archive from its index: by the narrowest way in, in the order of days, page by page. */

import {
  type ArchiveQuery,
  type ArchiveRow,
  matchesArchiveQuery,
  wordsOf,
} from '../../domain/formats/archive-row.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import type { IndexedRow } from './archive-indexer.ts'
import {
  ALL_GAMES,
  eventPartition,
  NAME_WORDS,
  partitionsOf,
  playerPartition,
  rulePartition,
  sortKey,
} from './archive-keys.ts'

/** Names that a word may mean; a word that means more is no way in. */
const MAX_NAMES = 200

/** The most rows that are read at a time. */
const MAX_PAGE_ROWS = 1_000

export interface SearchedRow<Seen> {
  /** From which on the search can be taken up again. */
  readonly key: string
  /** What its reader sees of a game that answers the question; null for one that does not. */
  readonly found: Seen | null
}

/**
 * Rows looked at behind `after` (a sort key), as `see` shows them to their reader; `atOnce`: how many are wanted, so that
 * no more are read than are needed.
 */
export async function* findRows<Seen extends { readonly row: ArchiveRow }>(
  service: Pick<Ports, 'views'>,
  question: ArchiveQuery,
  after: string | undefined,
  atOnce: number,
  see: (indexed: IndexedRow) => Promise<Seen | null>,
): AsyncGenerator<SearchedRow<Seen>> {
  const ways = await partitionsFor(service, question)
  /** A row may still lie under its keys from before a change. Each reader finds it once, whether they see the change or not. */
  const belongs = (row: ArchiveRow, sk: string): boolean =>
    sortKey(row) === sk && partitionsOf(row).some((pk) => ways.includes(pk))
  const start = startOf(question.from, after)
  let last = ''
  for await (const { sk, value } of merged(
    ways.map((pk) => rowsOf(service, pk, start, question.to, atOnce)),
  )) {
    // A game found by two names is one game.
    if (sk === last) continue
    last = sk
    const seen = await see(value)
    const isFound = seen !== null && belongs(seen.row, sk) && matchesArchiveQuery(seen.row, question)
    yield { key: sk, found: isFound ? seen : null }
  }
}

/** Days of which only the month is known sort behind its days, so nothing is lost by beginning at the day. */
function startOf(from: string | undefined, after: string | undefined): string | undefined {
  if (from === undefined || after === undefined) return after ?? from
  return from > after ? from : after
}

/** In the order of keys, no further than the day `to` and what may lie before it: days of its month or year not known. */
async function* rowsOf(
  service: Pick<Ports, 'views'>,
  pk: string,
  after: string | undefined,
  to: string | undefined,
  atOnce: number,
) {
  const rows = service.views as Documents<IndexedRow>
  const end = to === undefined ? undefined : `${to}#~`
  for await (const each of pagedQuery(rows, pk, '', after, atOnce)) {
    if (end !== undefined && each.sk > end) break
    yield each
  }
  if (to === undefined) return
  for (const prefix of [`${to.slice(0, 7)}-??#`, `${to.slice(0, 4)}-??-??#`]) {
    if (after === undefined || after < prefix) yield* pagedQuery(rows, pk, prefix, undefined, atOnce)
    else if (after.startsWith(prefix)) yield* pagedQuery(rows, pk, prefix, after, atOnce)
  }
}

/** As a query, but reads only so many rows at first, and more with each page that was not enough. */
async function* pagedQuery(
  rows: Documents<IndexedRow>,
  pk: string,
  prefix: string,
  after: string | undefined,
  atOnce: number,
) {
  let behind = after
  for (let most = atOnce; ; most = Math.max(most, Math.min(2 * most, MAX_PAGE_ROWS))) {
    let read = 0
    for await (const each of rows.query(pk, prefix, behind, most)) {
      read++
      behind = each.sk
      yield each
    }
    if (read < most) return
  }
}

/** Partitions that together hold every answer. */
async function partitionsFor(service: Pick<Ports, 'views'>, question: ArchiveQuery): Promise<string[]> {
  const { fideId, name, event, rule } = question
  if (fideId !== undefined) return [playerPartition(`fide#${fideId}`)]
  const players = name === undefined ? null : await keysOf(service, 'p', name)
  if (players !== null) return players.map(playerPartition)
  if (rule !== undefined) return [rulePartition(rule)]
  const events = event === undefined ? null : await keysOf(service, 'e', event)
  if (events !== null) return [eventPartition(`id#${event}`), ...events.map(eventPartition)]
  return [ALL_GAMES]
}

/** Keys of names that hold the words; null: too many, or there are no words. */
async function keysOf(service: Pick<Ports, 'views'>, kind: string, text: string): Promise<string[] | null> {
  const words = wordsOf(text)
  const longest = [...words].sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return null
  const keys = new Set<string>()
  for await (const { sk } of service.views.query(NAME_WORDS, `${kind}#${longest}`)) {
    const key = sk.slice(sk.indexOf('#', kind.length + 1) + 1)
    const own = key.slice('name#'.length).split(' ')
    if (words.every((word) => own.some((each) => each.startsWith(word)))) keys.add(key)
    if (keys.size > MAX_NAMES) return null
  }
  return [...keys]
}

interface Keyed {
  readonly sk: string
}

/** Several ordered sources as one, in the order of their keys' bytes. */
async function* merged<T extends Keyed>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const heads: { value: T; rest: AsyncIterator<T> }[] = []
  for (const source of sources) {
    const rest = source[Symbol.asyncIterator]()
    const first = await rest.next()
    if (first.done !== true) heads.push({ value: first.value, rest })
  }
  while (heads.length > 0) {
    const least = heads.reduce((a, b) => (a.value.sk <= b.value.sk ? a : b))
    yield least.value
    const next = await least.rest.next()
    if (next.done === true) heads.splice(heads.indexOf(least), 1)
    else least.value = next.value
  }
}
