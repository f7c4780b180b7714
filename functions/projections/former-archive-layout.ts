/**
 * Deletes, game by game, the archive's index as views up to version 4 had it: all games in one partition, and all words in
 * another.
 */
import type { ArchiveRow } from '../../domain/formats/archive-row.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { partitionsOf, sortKey, wordListings } from './archive-keys.ts'

const GAMES = 'archive#games'
const WORDS = 'archive#words'

interface FormerEntry {
  readonly row: ArchiveRow
  readonly former?: readonly {
    readonly partitions: readonly string[]
    readonly sk: string
    readonly words: readonly { readonly place: string }[]
  }[]
}

/**
 * Deletes what the former layout has of a game, except rows under keys that `isUsed`: those of players and events have not
 * changed.
 */
export async function clearFormerLayout(
  { views }: Pick<Ports, 'views'>,
  game: string,
  isUsed: (pk: string, sk: string) => boolean,
): Promise<void> {
  const entry = (await (views as Documents<FormerEntry>).get(GAMES, game))?.value
  if (entry === undefined) return
  const { row, former = [] } = entry
  const own = [...partitionsOf(row), 'archive#all', ...row.verdicts.map(({ rule }) => `archive#rule#${rule}`)]
  const rows = [{ partitions: [...new Set(own)], sk: sortKey(row) }, ...former]
  const words = [
    // `p#kos#name#kos ana`: the kind, then what the sort key is now.
    ...wordListings(row).map(({ pk, sk }) => `${pk.startsWith('archive#words#p') ? 'p' : 'e'}#${sk}`),
    ...former.flatMap((each) => each.words.map(({ place }) => place)),
  ]
  await Promise.all([
    ...rows.flatMap(({ partitions, sk }) =>
      partitions.filter((pk) => !isUsed(pk, sk)).map((pk) => views.delete(pk, sk)),
    ),
    ...[...new Set(words)].map((place) => views.delete(WORDS, place)),
  ])
  // Last: what was not finished is done again.
  await views.delete(GAMES, game)
}
