/** Reads the archive's index as it is stored. */
import type { Ports } from '../../functions/ports.ts'
import type { IndexedRow } from '../../functions/projections/archive-indexer.ts'
import { gameKey, monthPartition, monthsPartition } from '../../functions/projections/archive-keys.ts'
import type { Documents } from '../../functions/store/documents.ts'

type Views = Ports['views']

/** Partitions of an index by month, in the order of their months. */
export async function partitionsByMonth(views: Views, index = 'all'): Promise<string[]> {
  const partitions: string[] = []
  for await (const { sk } of views.query(monthsPartition(index)))
    partitions.push(monthPartition(index, sk.slice(0, 7), sk.slice(8)))
  return partitions
}

/** The rows of an index by month, in the order of days. */
export async function rowsByMonth(views: Views, index = 'all'): Promise<IndexedRow['row'][]> {
  const rows: { sk: string; row: IndexedRow['row'] }[] = []
  for (const pk of await partitionsByMonth(views, index))
    for await (const { sk, value } of (views as Documents<IndexedRow>).query(pk))
      rows.push({ sk, row: value.row })
  return rows.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map(({ row }) => row)
}

/** The sort keys under which words with some first letters are listed. */
export async function listedWords(views: Views, kind: 'p' | 'e', letters: string): Promise<string[]> {
  const words: string[] = []
  for (const letter of new Set(letters))
    for await (const { sk } of views.query(`archive#words#${kind}#${letter}`)) words.push(sk)
  return words
}

/** All that the index holds, as text: of some games, under some words' first letters and in some other partitions. */
export async function indexText(
  views: Views,
  games: readonly string[],
  letters: string,
  others: readonly string[] = [],
): Promise<string> {
  const found: unknown[] = []
  for (const game of games) found.push(await views.get(gameKey(game).pk, gameKey(game).sk))
  for (const pk of [...(await partitionsByMonth(views)), ...others])
    for await (const each of views.query(pk)) found.push(each)
  for (const kind of ['p', 'e'] as const) found.push(...(await listedWords(views, kind, letters)))
  return JSON.stringify(found)
}
