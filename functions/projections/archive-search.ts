/** Answers queries of the archive from its index: from the partitions with the fewest rows, in the order of days, page by page. */

import {
  type ArchiveQuery,
  type ArchiveRow,
  matchesArchiveQuery,
  resultAsked,
  wordsOf,
} from '../../domain/formats/archive-row.ts'
import { merged } from '../merged.ts'
import type { Ports } from '../ports.ts'
import type { Document, Documents } from '../store/documents.ts'
import type { IndexedRow } from './archive-indexer.ts'
import {
  ALL_GAMES,
  editionIndex,
  eventPartition,
  MONTH_SHARDS,
  monthOf,
  monthPartition,
  monthsPartition,
  type NameKind,
  partitionsOf,
  playerPartition,
  resultIndex,
  ruleIndex,
  sortKey,
  statusIndex,
  wordsPartition,
} from './archive-keys.ts'

/** Names that hold the words of a query; where there are more, the partitions of names are not used. */
const MAX_NAMES = 200

/** The most rows that are read at a time. */
const MAX_PAGE_ROWS = 1_000

export interface SearchedRow<Seen> {
  /** The sort key after which the search can be continued. */
  readonly key: string
  /** What its reader sees of a game that matches the query; null for one that does not match. */
  readonly found: Seen | null
  /** Whether its reader sees a game there at all; a page that ends at another row would tell of it. */
  readonly isSeen: boolean
}

/**
 * The rows examined after the sort key `after`, as `see` shows them to their reader; `atOnce`: how many are wanted, so that
 * no more are read than are needed.
 */
export async function* findRows<Seen extends { readonly row: ArchiveRow }>(
  service: Pick<Ports, 'views'>,
  question: ArchiveQuery,
  after: string | undefined,
  atOnce: number,
  see: (indexed: IndexedRow) => Promise<Seen | null>,
): AsyncGenerator<SearchedRow<Seen>> {
  let last = ''
  for await (const { partitions, ranges } of partitionsFor(service, question, after)) {
    /** A row may still lie under its keys from before a change. Each reader finds it once, whether they see the change or not. */
    const belongs = (row: ArchiveRow, sk: string): boolean =>
      sortKey(row) === sk && partitionsOf(row).some((pk) => partitions.includes(pk))
    const rows = service.views as Documents<IndexedRow>
    // Together the first pages hold what is wanted, where it lies evenly.
    const each = Math.ceil(atOnce / partitions.length) + (partitions.length > 1 ? 1 : 0)
    const sources = partitions.map((pk) => within(rows, pk, ranges, each))
    for await (const { sk, value } of merged(sources, ({ sk }) => sk)) {
      // A game found by two names is one game.
      if (sk === last) continue
      last = sk
      const seen = await see(value)
      const isSeen = seen !== null && belongs(seen.row, sk)
      yield { key: sk, found: isSeen && matchesArchiveQuery(seen.row, question) ? seen : null, isSeen }
    }
  }
}

/** Sort keys that begin with `prefix`, behind `after`, up to `end`. */
interface KeyRange {
  readonly prefix: string
  readonly after?: string | undefined
  readonly end?: string
}

/** Partitions that are read together, and what of each. */
interface PartitionGroup {
  readonly partitions: readonly string[]
  readonly ranges: readonly KeyRange[]
}

/** Partitions that hold every answer, those whose days come first before the others. */
async function* partitionsFor(
  service: Pick<Ports, 'views'>,
  question: ArchiveQuery,
  after: string | undefined,
): AsyncGenerator<PartitionGroup> {
  const start = startOf(question.from, after)
  const partitions = await ownPartitions(service, question)
  if (partitions !== null) yield { partitions, ranges: rangesOf(question, start) }
  else yield* monthsFor(service, monthIndexOf(question), question, start)
}

/** Days of which only the month is known sort behind its days, so nothing is lost by beginning at the day. */
function startOf(from: string | undefined, after: string | undefined): string | undefined {
  if (from === undefined || after === undefined) return after ?? from
  return from > after ? from : after
}

/** The partitions of the players or of the events that are asked for; null: neither is, or too many have such a name. */
async function ownPartitions(
  service: Pick<Ports, 'views'>,
  { fideId, name, event }: ArchiveQuery,
): Promise<readonly string[] | null> {
  if (fideId !== undefined) return [playerPartition(`fide#${fideId}`)]
  const players = name === undefined ? null : await keysOf(service, 'p', name)
  if (players !== null) return players.map(playerPartition)
  const events = event === undefined ? null : await keysOf(service, 'e', event)
  return events === null ? null : [eventPartition(`id#${event}`), ...events.map(eventPartition)]
}

/** The index by month that holds the fewest games besides the answers. */
function monthIndexOf({ rule, status, result, edition }: ArchiveQuery): string {
  if (rule !== undefined) return ruleIndex(rule)
  if (status !== undefined) return statusIndex(status)
  if (result !== undefined) return resultIndex(resultAsked(result))
  return edition === undefined ? ALL_GAMES : editionIndex(edition)
}

/** The months of an index that may hold answers, each with those of its partitions that there are. */
async function* monthsFor(
  service: Pick<Ports, 'views'>,
  index: string,
  question: ArchiveQuery,
  start: string | undefined,
): AsyncGenerator<PartitionGroup> {
  const listed = within(service.views, monthsPartition(index), monthRanges(question, start), 2 * MONTH_SHARDS)
  const group = (month: string, shards: readonly string[]): PartitionGroup => ({
    partitions: shards.map((shard) => monthPartition(index, month, shard)),
    ranges: rangesOf(question, start, month),
  })
  let month = ''
  let shards: string[] = []
  for await (const { sk } of listed) {
    if (monthOf(sk) !== month && shards.length > 0) yield group(month, shards)
    if (monthOf(sk) !== month) shards = []
    month = monthOf(sk)
    shards.push(sk.slice(month.length + 1))
  }
  if (shards.length > 0) yield group(month, shards)
}

/** Where the days sort of which not even the year is known: no span holds them. */
const UNDATED = '?'
/** Sorts behind every id. */
const LAST_ID = '~'

/**
 * The days from `start` on that a question's span may hold: up to `to`, and those of its month or year not known; `month`:
 * where all rows are of one.
 */
function rangesOf({ from, to }: ArchiveQuery, start: string | undefined, month?: string): KeyRange[] {
  if (to === undefined) return [{ prefix: '', after: start, ...(from !== undefined && { end: UNDATED }) }]
  const [own, year] = [monthOf(to), to.slice(0, 4)]
  return [
    ...(month === undefined || month <= own ? [{ prefix: '', after: start, end: `${to}#${LAST_ID}` }] : []),
    ...(month === undefined || month === own ? rangeBehind(`${own}-??#`, start) : []),
    ...(month === undefined || month === `${year}-??` ? rangeBehind(`${year}-??-??#`, start) : []),
  ]
}

/** As the days, by month. */
function monthRanges({ from, to }: ArchiveQuery, start: string | undefined): KeyRange[] {
  const after = start === undefined ? undefined : monthOf(start)
  if (to === undefined) return [{ prefix: '', after, ...(from !== undefined && { end: UNDATED }) }]
  return [
    { prefix: '', after, end: `${monthOf(to)}#${LAST_ID}` },
    ...rangeBehind(`${to.slice(0, 4)}-??#`, after),
  ]
}

/** All that begins with the prefix and lies behind `start`. */
function rangeBehind(prefix: string, start: string | undefined): KeyRange[] {
  if (start === undefined || start < prefix) return [{ prefix }]
  return start.startsWith(prefix) ? [{ prefix, after: start }] : []
}

/**
 * The documents of a partition in some ranges of its keys; so many are read at first, and more with each page that was not
 * enough.
 */
async function* within<T>(
  documents: Documents<T>,
  pk: string,
  ranges: readonly KeyRange[],
  atOnce: number,
): AsyncGenerator<Document<T>> {
  for (const { prefix, after, end } of ranges)
    for await (const each of pagedQuery(documents, pk, prefix, after, atOnce)) {
      if (end !== undefined && each.sk > end) break
      yield each
    }
}

/** As a query, but reads only so many rows at first, and more with each page that was not enough. */
async function* pagedQuery<T>(
  rows: Documents<T>,
  pk: string,
  prefix: string,
  after: string | undefined,
  atOnce: number,
): AsyncGenerator<Document<T>> {
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

/** Keys of names that hold the words; null: too many, or there are no words. */
async function keysOf(service: Pick<Ports, 'views'>, kind: NameKind, text: string): Promise<string[] | null> {
  const words = wordsOf(text)
  const longest = [...words].sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return null
  const keys = new Set<string>()
  const listed = pagedQuery(service.views, wordsPartition(kind, longest), longest, undefined, MAX_NAMES + 1)
  for await (const { sk } of listed) {
    const key = sk.slice(sk.indexOf('#') + 1)
    const own = key.slice('name#'.length).split(' ')
    if (words.every((word) => own.some((each) => each.startsWith(word)))) keys.add(key)
    if (keys.size > MAX_NAMES) return null
  }
  return [...keys]
}
