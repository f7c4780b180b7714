/** Under which keys the index holds a game, so that each question reads as few rows as it can. */
import { type ArchiveRow, wordsOf } from '../../domain/formats/archive-row.ts'
import { isPlaceholderName } from '../../domain/formats/placeholder-names.ts'
import { SIDES } from '../../events/index.ts'

/** Every row, by day. */
export const ALL_GAMES = 'archive#all'
/** Names, so that words find them: `p#<word>#<key>` of players, `e#<word>#<key>` of events. */
export const NAME_WORDS = 'archive#words'
/** What the index holds of a game, by its id. */
export const INDEXED_GAMES = 'archive#games'

export const playerPartition = (key: string): string => `archive#player#${key}`
export const eventPartition = (key: string): string => `archive#event#${key}`
export const rulePartition = (rule: string): string => `archive#rule#${rule}`

/** In the order of days; the id keeps two games of a day apart. */
export const sortKey = ({ date, game }: Pick<ArchiveRow, 'date' | 'game'>): string => `${date}#${game}`

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

/** The partitions a row lies in, each once. */
export const partitionsOf = (row: ArchiveRow): string[] => [
  ...new Set([
    ALL_GAMES,
    ...playerKeys(row).map(playerPartition),
    ...eventKeys(row).map(eventPartition),
    ...row.verdicts.map(({ rule }) => rulePartition(rule)),
  ]),
]

/** A place in WORDS from which a name is found, and the partition that the name stands for. */
export interface WordPlace {
  readonly place: string
  readonly partition: string
}

export const wordPlaces = (row: ArchiveRow): WordPlace[] => [
  ...playerKeys(row).flatMap((key) => places('p', key, playerPartition(key))),
  ...eventKeys(row).flatMap((key) => places('e', key, eventPartition(key))),
]

const places = (kind: string, key: string, partition: string): WordPlace[] =>
  key.startsWith('name#')
    ? [...new Set(key.slice('name#'.length).split(' '))].map((word) => ({
        place: `${kind}#${word}#${key}`,
        partition,
      }))
    : []
