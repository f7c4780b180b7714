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
