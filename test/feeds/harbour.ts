/** The sample tournament of the formats, played again through the record. */

import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import type { TrfRound } from '../../domain/formats/write-trf.ts'
import type { Points } from '../../events/index.ts'
import { openTable } from './kit.ts'

const player = (
  startingRank: number,
  sex: 'm' | 'w',
  name: string,
  birth: string,
  more: object,
): TournamentEntry => ({
  ...{ startingRank, sex, name, birth, federation: 'XXX', fideId: 90_000_000 + startingRank },
  ...more,
})

export const ENTRIES: readonly TournamentEntry[] = [
  player(1, 'm', 'Abara, Nkem', '1994-02-11', { title: 'FM', rating: 2311 }),
  player(2, 'w', 'Lindqvist, Tove', '1999-07-30', {
    title: 'WIM',
    rating: 2287,
    byes: [{ round: 4, type: 'H' }],
  }),
  player(3, 'w', 'Sato, Emi', '2005-12-01', { rating: 2190, byes: [{ round: 4, type: 'F' }] }),
  player(4, 'm', 'Novak, Jan', '1988', { title: 'CM', rating: 2105 }),
  player(5, 'm', 'Sorensen, Kaj', '1976-05-19', { rating: 1988, byes: [{ round: 3, type: 'U' }] }),
  player(6, 'm', 'Okafor, Uche', '2010-10-10', {}),
]

/** White, black, points, and whether both made a move. */
type Pairing = readonly [white: number, black: number, score: readonly [Points, Points], short?: 'short']

const PAIRINGS: readonly (readonly Pairing[])[] = [
  [
    [1, 4, ['1', '0']],
    [5, 2, ['0', '1']],
    [3, 6, ['1', '0'], 'short'],
  ],
  [
    [3, 1, ['½', '½']],
    [4, 5, ['½', '0']],
    [2, 6, ['0', '1']],
  ],
  [
    [1, 2, ['½', '½']],
    [4, 3, ['-', '-']],
  ],
  [
    [5, 1, ['-', '+']],
    [6, 4, ['0', '0']],
  ],
]

export const ROUNDS: readonly TrfRound[] = PAIRINGS.map((pairings, index) => ({
  id: String(index + 1),
  number: index + 1,
  date: `2026-11-${19 + index}`,
  games: pairings.map(([white, black, [w, b], short], board) => ({
    game: `r${index + 1}b${board + 1}`,
    board: board + 1,
    state: played(white, black, w, b, short !== undefined ? 'e4' : w === '-' ? '' : 'e4 e5'),
  })),
}))

function played(white: number, black: number, w: Points, b: Points, moves: string) {
  const of = (rank: number) => {
    const { name, fideId } = ENTRIES[rank - 1]!
    return { name, fideId: fideId! }
  }
  const table = openTable({ white: of(white), black: of(black) })
  if (moves !== '') table.moves(moves)
  table.tell('result-set', 'arbiter', { white: w, black: b, reason: 'sheet' })
  return table.state
}

export const HEADING = {
  name: 'Harbour City Open 2026',
  city: 'Porto Novo',
  federation: 'XXX',
  from: '2026-11-19',
  to: '2026-11-22',
  type: 'Individual: Swiss-System (Dutch)',
  chiefArbiter: 'IA Example, Chief (90000100)',
  deputies: ['FA Example, Deputy (90000101)'],
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000 }] },
  timeControlText: '90 min/game + 30 sec/move',
}
