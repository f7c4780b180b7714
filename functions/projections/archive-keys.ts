/**
 * The keys of the archive's index, chosen so that each query reads few rows that are not in its answer.
 *
 * | partition              | sort key      | what                                                                      |
 * | ---------------------- | ------------- | ------------------------------------------------------------------------- |
 * | `archive#player#K`     | `DAY#G`       | the games of a player, by FIDE id and by name                             |
 * | `archive#event#K`      | `DAY#G`       | the games of an event, by its name, and of a tournament, by its id        |
 * | `archive#month#I#M#S`  | `DAY#G`       | games of a month, one shard of them: all, or those of a result, a rule …  |
 * | `archive#months#I`     | `M#S`         | which of these partitions there are                                       |
 * | `archive#words#p#L`    | `WORD#K`      | players' names by each of their words, by its first letter; `e`: events'  |
 * | `archive#game#G`       | `row`         | what the index holds of a game                                            |
 */
import { type ArchiveRow, resultText, wordsOf } from '../../domain/formats/archive-row.ts'
import { isPlaceholderName } from '../../domain/formats/placeholder-names.ts'
import { SIDES } from '../../events/index.ts'
import { shardOf } from '../store/hash.ts'

/**
 * Partitions among which the games of a month are divided: one partition takes 1,000 writes a second, and every game that is
 * opened or ends is written to its month. A reader asks all of them at once.
 */
export const MONTH_SHARDS = 4

/** The index by month that holds every game. */
export const ALL_GAMES = 'all'

export const playerPartition = (key: string): string => `archive#player#${key}`
export const eventPartition = (key: string): string => `archive#event#${key}`
export const monthsPartition = (index: string): string => `archive#months#${index}`
export const monthPartition = (index: string, month: string, shard: string): string =>
  `archive#month#${index}#${month}#${shard}`
/** What the index holds of a game. */
export const gameKey = (game: string) => ({ pk: `archive#game#${game}`, sk: 'row' }) as const

/** Indexes by month, beside that of all games. */
export const resultIndex = (result: string): string => `result#${result}`
export const ruleIndex = (rule: string): string => `rule#${rule}`
export const statusIndex = (status: string): string => `status#${status}`
export const editionIndex = (edition: string): string => `edition#${edition}`

/** In the order of days; the id keeps two games of a day apart. */
export const sortKey = ({ date, game }: Pick<ArchiveRow, 'date' | 'game'>): string => `${date}#${game}`

/** `2026-03`, `2026-??`, `????-??`: of a day and of what begins with one. */
export const monthOf = (date: string): string => date.slice(0, 7)

const shardOfGame = (game: string): string => String(shardOf(game, MONTH_SHARDS))

/** By FIDE id where there is one, with the name all the same, since a word must find it; `?` and `BYE` name nobody. */
export const playerKeys = (row: ArchiveRow): string[] =>
  SIDES.flatMap((side) => {
    const { name, fideId } = row[side]
    return [
      ...(fideId === undefined ? [] : [`fide#${fideId}`]),
      ...(isPlaceholderName(name) ? [] : nameKey(name)),
    ]
  })

const nameKey = (name: string): string[] => {
  const words = wordsOf(name).join(' ')
  return words === '' ? [] : [`name#${words}`]
}

/** By the words of its name, and by the tournament it belongs to. */
export const eventKeys = ({ event, tournament }: ArchiveRow): string[] => [
  ...(tournament === undefined ? [] : [`id#${tournament}`]),
  ...(event === undefined || wordsOf(event).length === 0 ? [] : [`name#${wordsOf(event).join(' ')}`]),
]

const monthIndexes = (row: ArchiveRow): string[] => [
  ...new Set([
    ALL_GAMES,
    editionIndex(row.edition),
    resultIndex(resultText(row)),
    ...row.verdicts.flatMap(({ rule, status }) => [ruleIndex(rule), statusIndex(status)]),
  ]),
]

/** The partitions a row lies in, each once. */
export const partitionsOf = (row: ArchiveRow): string[] => [
  ...new Set([
    ...playerKeys(row).map(playerPartition),
    ...eventKeys(row).map(eventPartition),
    ...monthIndexes(row).map((index) => monthPartition(index, monthOf(row.date), shardOfGame(row.game))),
  ]),
]

/** A document that leads readers to a partition; it has no content of its own. */
export interface Listing {
  readonly pk: string
  readonly sk: string
}

/** Whether a partition holds the rows of a player, or lists words of players' names. */
export const isOfPlayer = (pk: string): boolean => /^archive#(?:player|words#p)#/.test(pk)

/** By which readers find the partitions of a row's month. They stay when the last row leaves, and then cost one reading. */
export const monthListings = (row: ArchiveRow): Listing[] =>
  monthIndexes(row).map((index) => ({
    pk: monthsPartition(index),
    sk: `${monthOf(row.date)}#${shardOfGame(row.game)}`,
  }))

/** From where a name is found by one of its words, and the partition that the name stands for. */
export interface WordListing extends Listing {
  readonly partition: string
}

/** `p`: names of players; `e`: of events. */
export type NameKind = 'p' | 'e'

export const wordsPartition = (kind: NameKind, word: string): string =>
  `archive#words#${kind}#${[...word][0]}`

export const wordListings = (row: ArchiveRow): WordListing[] => [
  ...playerKeys(row).flatMap((key) => listingsOf('p', key, playerPartition(key))),
  ...eventKeys(row).flatMap((key) => listingsOf('e', key, eventPartition(key))),
]

const listingsOf = (kind: NameKind, key: string, partition: string): WordListing[] =>
  key.startsWith('name#')
    ? [...new Set(key.slice('name#'.length).split(' '))].map((word) => ({
        ...{ pk: wordsPartition(kind, word), sk: `${word}#${key}` },
        partition,
      }))
    : []
