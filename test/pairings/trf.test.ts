import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pairingsOf, pendingRound, readTrf } from '../../domain/formats/pairings/index.ts'

const sample = (version: 16 | 26): string =>
  readFileSync(join(import.meta.dirname, '../ingest/samples/trf', `harbour-city.trf${version}`), 'utf8')

const names = (text: string, round: number) =>
  pairingsOf(readTrf(text), round).pairings.map(
    ({ board, white, black }) => `${board} ${white.name} – ${black.name}`,
  )

test.each([16, 26] as const)(
  'a report file of %i names its players, its tournament and its pairs',
  (version) => {
    const trf = readTrf(sample(version))
    expect(trf.faults).toEqual([])
    expect(trf.tournament).toMatchObject({
      name: 'Harbour City Open 2026',
      city: 'Porto Novo',
      from: '2026-11-19',
      to: '2026-11-22',
      timeControl: version === 26 ? '5400+30' : '',
    })
    expect(trf.rows[1]?.player).toEqual({
      name: 'Lindqvist, Tove',
      title: 'WIM',
      rating: 2287,
      federation: 'XXX',
      fideId: '90000002',
    })
    expect(trf.rows[5]?.player.rating).toBeUndefined()
    expect(names(sample(version), 1)).toEqual([
      '1 Abara, Nkem – Novak, Jan',
      '2 Sorensen, Kaj – Lindqvist, Tove',
      '3 Sato, Emi – Okafor, Uche',
    ])
  },
)

test('boards follow the score of the higher placed player, the sum of both scores, then the rank of the higher placed', () => {
  expect(names(sample(26), 2)).toEqual([
    '1 Sato, Emi – Abara, Nkem',
    '2 Lindqvist, Tove – Okafor, Uche',
    '3 Novak, Jan – Sorensen, Kaj',
  ])
})

test('byes are no games, and results in the file are counted', () => {
  const round = pairingsOf(readTrf(sample(26)), 4)
  expect(round.byes).toEqual(['Lindqvist, Tove', 'Sato, Emi'])
  expect(round.results).toEqual([
    { board: 1, white: '-', black: '+' },
    { board: 2, white: '0', black: '0' },
  ])
})

test('the day of a round counts wherever in its ten columns it stands, and with four digits of the year', () => {
  const days = (line: string) => [
    ...readTrf(`012 Open\n132${' '.repeat(88)}${line}`).tournament.dates.values(),
  ]
  const due = ['2026-11-19', '2026-11-20']
  expect(days('26/11/19  26/11/20')).toEqual(due)
  expect(days(' 26/11/19  26/11/20')).toEqual(due)
  expect(days('2026/11/192026/11/20')).toEqual(due)
  expect(readTrf(`132${' '.repeat(89)}26/11/19`).notes).toEqual([])
})

/** The sample with round 4 still to be played. */
const toCome = sample(26).replaceAll(/^(001.{118}.{7})./gm, (line, start) =>
  /0000/.test(line.slice(121)) ? line : `${start} `,
)

test('the round to come is the last one with a pair that has no result', () => {
  expect(pendingRound(readTrf(sample(26)))).toBeNull()
  expect(pendingRound(readTrf(toCome))).toBe(4)
})

test('what does not fit together in a report file is reported with its line', () => {
  const text = toCome
    .replace('   5 b  ', '   9 b  ')
    .replace('90000004', '9000o004')
    .replace(' 1988 XXX', ' 19?8 XXX')
  const trf = readTrf(text)
  expect(trf.faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '21: player 4: the FIDE id "9000o004" is not valid: it is a number such as 14600000',
    '22: player 5: the rating "19?8" is not valid: it is a number up to 4000',
  ])
  expect(pairingsOf(trf, 4).faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '18: round 4: the opponent 9 is no player of this file',
    '22: round 4: plays 1, but line 18 has 1 against 9',
  ])
})

/** A player's line with cells from column 92 on. */
const player = (rank: number, cells: string) =>
  `001 ${`${rank}`.padStart(4)}      ${`Player${'abcdefgh'[rank]}, Ann`.padEnd(77)}${cells}`

test.each([
  ['a win', '   2 w 1', [{ board: 1, white: '1', black: '0' }], 0],
  ['a win with Black', '   2 b 1', [{ board: 1, white: '0', black: '1' }], 0],
  ['a draw', '   2 w =', [{ board: 1, white: '½', black: '½' }], 0],
  [
    'a game that counts and is not rated',
    '   2 w W',
    [{ board: 1, white: '1', black: '0', unrated: true }],
    0,
  ],
  ['a forfeit without colours', '   2 - +', [{ board: 1, white: '+', black: '-' }], 0],
  // Both may have lost.
  ['a loss', '   2 w 0', [], 1],
  ['a game to come', '   2 w', [], 0],
] as const)(
  'a pair that one line alone names goes in as that line has it: %s',
  (_what, cell, results, faults) => {
    for (const silent of ['', '  0000 -  '.slice(2)]) {
      const trf = readTrf(`012 Open\n${player(1, cell)}\n${player(2, silent)}`)
      const round = pairingsOf(trf, 1)
      expect(round.pairings).toHaveLength(1)
      expect(round.results).toEqual(results)
      expect(round.byes).toEqual([])
      expect(round.faults).toHaveLength(faults)
      const noted = trf.notes.filter(({ code }) => code === 'pair-one-line')
      expect(noted.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
        '2: round 1: plays 2, of whom line 3 says nothing then; the game goes in as this line has it',
      ])
    }
  },
)

test('a line that says something else is not overruled by the one that names it', () => {
  const faultsOf = (...lines: string[]) =>
    pairingsOf(readTrf(`012 Open\n${lines.join('\n')}`), 1).faults.map(({ line, code }) => `${line} ${code}`)
  // A bye in the cell, a bye of line 240, two lines that name the same player, a cell that cannot be read.
  expect(faultsOf(player(1, '   2 w 1'), player(2, '0000 - H'))).toEqual(['2 pair-one-sided'])
  expect(faultsOf('240 H 001 0002', player(1, '   2 w 1'), player(2, ''))).toEqual(['3 pair-one-sided'])
  expect(faultsOf(player(1, '   2 w 1'), player(2, ''), player(3, '   2 w 1'))).toEqual([
    '2 pair-one-sided',
    '4 pair-one-sided',
  ])
  expect(faultsOf(player(1, '   2 w 1'), player(2, '   1 b T'))).toEqual(['2 pair-one-sided'])
})

test('a player who is paired against themselves has no bye and no game, and the line is named', () => {
  const trf = readTrf(
    `012 Open\n${player(1, '   1 w 1')}\n${player(2, '   3 w 1')}\n${player(3, '   2 b 0')}`,
  )
  const round = pairingsOf(trf, 1)
  expect(round.faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: round 1: player 1 is paired against themselves',
  ])
  expect(round.pairings.map(({ white, black }) => [white.name, black.name])).toEqual([
    ['Playerc, Ann', 'Playerd, Ann'],
  ])
  expect(round.byes).toEqual([])
})
