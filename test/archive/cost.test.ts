/** What each question to the archive reads: over random archives it finds what a plain look through all rows finds, and reads little besides. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ArchiveQuery, type ArchiveRow, matchesArchiveQuery } from '../../domain/formats/archive-row.ts'
import { type IndexedRow, indexRow } from '../../functions/projections/archive-indexer.ts'
import { MONTH_SHARDS, partitionsOf, sortKey } from '../../functions/projections/archive-keys.ts'
import { findRows } from '../../functions/projections/archive-search.ts'
import type { Documents } from '../../functions/store/documents.ts'
import { testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const NAMES = ['Kos, Žiga', 'Kos, Ana', 'Kovač, Jan', 'Đorđević, Bor', 'Novak, Eva', 'NN', 'Li, Wei']
const PLAYERS = NAMES.map((name, k) => ({ name, ...(k % 2 === 0 && { fideId: String(14_600_000 + k) }) }))
const EVENTS = ['League 2026', 'Club evening', 'League 2025', undefined]
const TOURNAMENTS = ['L26', 'L25', undefined]
const DATES = [
  ...['2025-11-30', '2025-12-31', '2025-12-??', '2025-??-??', '2026-01-01', '2026-01-31', '2026-02-01'],
  ...['2026-02-14', '2026-02-28', '2026-02-??', '2026-??-??', '????-??-??'],
]
const RESULTS = [['1', '0'], ['0', '1'], ['½', '½'], ['+', '-'], null] as const
const RULES = ['illegal-move-completed', 'clock-handling', 'seventy-five-moves'] as const
const STATUSES = ['applied', 'lapsed', 'overruled'] as const

const someOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const verdict = fc.record({
  ...{ rule: someOf(RULES), status: someOf(STATUSES) },
  ...{ seq: fc.integer({ min: 1, max: 99 }), against: fc.constant('white' as const) },
})

const rowOf = (game: string) =>
  fc
    .record({
      ...{ date: someOf(DATES), white: someOf(PLAYERS), black: someOf(PLAYERS), event: someOf(EVENTS) },
      ...{ tournament: someOf(TOURNAMENTS), result: someOf(RESULTS) },
      edition: someOf(['2018-01-01', '2023-01-01'] as const),
      verdicts: fc.array(verdict, { maxLength: 2 }),
    })
    .map(
      ({ event, tournament, result, ...rest }): ArchiveRow => ({
        ...{ game, play: 'standard', status: 'ended', plies: null, ...rest },
        ...(event !== undefined && { event }),
        ...(tournament !== undefined && { tournament }),
        result: result === null ? null : { white: result[0], black: result[1], rule: null },
      }),
    )

/** Games, some of which were entered otherwise before. */
const archive = fc
  .integer({ min: 0, max: 120 })
  .chain((games) =>
    fc.tuple(
      ...Array.from({ length: games }, (_, k) =>
        fc.tuple(rowOf(`g${k}`), fc.option(rowOf(`g${k}`), { freq: 5 })),
      ),
    ),
  )

/** One filter each: what the index has a way in for. */
const SINGLE: readonly ArchiveQuery[] = [
  {},
  ...[{ fideId: '14600000' }, { name: 'kos' }, { name: 'z' }, { name: 'nobody' }],
  ...[{ event: 'league' }, { event: 'L26' }, { event: 'evening' }],
  ...[{ from: '2026-01-01' }, { to: '2026-01-31' }, { from: '2025-12-31', to: '2026-02-01' }],
  ...[
    { from: '2026-02-10', to: '2026-02-20' },
    { from: '2024-01-01', to: '2024-12-31' },
  ],
  ...['1-0', '1/2-1/2', '+--', '*', '0-0'].map((result) => ({ result })),
  ...RULES.map((rule) => ({ rule })),
  ...STATUSES.map((status) => ({ status })),
  { edition: '2018-01-01' },
]
const single = someOf(SINGLE)
const question = fc.oneof(
  single,
  fc.tuple(single, single).map(([one, other]) => ({ ...one, ...other })),
)

/** The store, and what it was asked for and gave. */
async function archiveOf(games: readonly (readonly [ArchiveRow, ArchiveRow | null])[]) {
  const ports = testPorts()
  const listed = new Set<string>()
  for (const [row, before] of games)
    for (const [seq, each] of [...(before === null ? [] : [before]), row].entries())
      await indexRow(ports, { row: each, knownAt: 0, seq: seq + 1 }, listed)
  const read = { queries: 0, documents: 0 }
  const views = {
    ...ports.views,
    async *query(...asked: Parameters<Documents<unknown>['query']>) {
      read.queries++
      for await (const each of ports.views.query(...asked)) {
        read.documents++
        yield each
      }
    },
  }
  const see = async ({ row }: IndexedRow) => ({ row })
  const page = async (asked: ArchiveQuery, after: string | undefined, limit: number) => {
    const found: ArchiveRow[] = []
    for await (const each of findRows({ views }, asked, after, limit + 1, see)) {
      if (each.found === null) continue
      if (found.length === limit) return { found, next: sortKey(found.at(-1)!) }
      found.push(each.found.row)
    }
    return { found, next: undefined }
  }
  return { read, page }
}

const byKey = (a: ArchiveRow, b: ArchiveRow) => (sortKey(a) < sortKey(b) ? -1 : 1)

test('each question, alone or with another, finds what a look through all rows finds, page by page', () =>
  fc.assert(
    fc.asyncProperty(archive, question, fc.integer({ min: 1, max: 30 }), async (games, asked, limit) => {
      const { page } = await archiveOf(games)
      const found: ArchiveRow[] = []
      for (let after: string | undefined; ; ) {
        const { found: more, next } = await page(asked, after, limit)
        found.push(...more)
        if (next === undefined) break
        after = next
      }
      const rows = games.map(([row]) => row)
      expect(found).toEqual(rows.filter((row) => matchesArchiveQuery(row, asked)).sort(byKey))
    }),
    { numRuns: trials(60) },
  ))

/** Partitions of a month in which nothing lies any more cost a reading each; here all games stay where they are. */
test('a question by one filter reads no more than four documents for each that it finds and for each that was asked for at most', () =>
  fc.assert(
    fc.asyncProperty(archive, single, fc.integer({ min: 1, max: 30 }), async (games, asked, limit) => {
      const { page, read } = await archiveOf(games.map(([row]) => [row, null] as const))
      for (let after: string | undefined; ; ) {
        Object.assign(read, { queries: 0, documents: 0 })
        const { found, next } = await page(asked, after, limit)
        expect(read.documents).toBeLessThanOrEqual(4 * found.length + 4 * MONTH_SHARDS + limit)
        expect(read.queries).toBeLessThanOrEqual(3 * found.length + 3 * MONTH_SHARDS)
        if (next === undefined) break
        after = next
      }
    }),
    { numRuns: trials(60) },
  ))

test('games of one month lie evenly in its partitions', () => {
  const counts = new Map<string, number>()
  const [row] = fc.sample(rowOf('g'), 1)
  for (let k = 0; k < 4_000; k++)
    for (const pk of partitionsOf({ ...row!, game: `r1b${k}` }))
      if (pk.startsWith('archive#month#all#')) counts.set(pk, (counts.get(pk) ?? 0) + 1)
  expect(counts.size).toBe(MONTH_SHARDS)
  expect(Math.max(...counts.values())).toBeLessThan(1.2 * (4_000 / MONTH_SHARDS))
})
