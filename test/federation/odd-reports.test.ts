/** Reports of odd tournaments, written and read back by the reader that opens rounds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CrosstableOptions } from '../../domain/formats/crosstable.ts'
import { BYES, type Bye, type TournamentEntry } from '../../domain/formats/entry-list.ts'
import { pairingsOf, readTrf } from '../../domain/formats/pairings/index.ts'
import { type TrfRound, writeTrf } from '../../domain/formats/write-trf.ts'
import type { EventData } from '../../events/index.ts'
import { trfFaults, trfPlayers } from '../feeds/format-rules.ts'
import { openTable } from '../feeds/kit.ts'
import { trials } from '../kit/trials.ts'

/** How a game may come to its cells: the codes on White's line and on Black's. */
const ENDS = {
  '1 0': ['1', '0'],
  '0 1': ['0', '1'],
  '= =': ['½', '½'],
  '= 0': ['½', '0'],
  '0 0': ['0', '0'],
  '+ -': ['+', '-'],
  '- -': ['-', '-'],
} as const
type End = keyof typeof ENDS

const states = new Map<string, ReturnType<typeof openTable>['state']>()
type Opened = EventData<'game-opened'>

function game(
  white: Opened['white'],
  black: Opened['black'],
  end: End | null,
  scoring?: CrosstableOptions['scoring'],
) {
  const key = JSON.stringify([white, black, end, scoring])
  const known = states.get(key)
  if (known !== undefined) return known
  const table = openTable({ white, black, ...(scoring !== undefined && { regulations: { scoring } }) })
  if (end !== null) {
    const [one, other] = ENDS[end]
    table.tell('result-set', 'arbiter', { white: one, black: other, reason: 'as entered' })
  }
  states.set(key, table.state)
  return table.state
}

interface Tournament {
  readonly entries: readonly (TournamentEntry & { readonly startingRank: number })[]
  /** By round: pairs of places in the list, with how they ended. */
  readonly rounds: readonly (readonly (readonly [number, number, End | null])[])[]
}

const rendered = ({ entries, rounds }: Tournament, version: '16' | '26', options: CrosstableOptions = {}) => {
  const table: TrfRound[] = rounds.map((pairs, index) => ({
    ...{ id: `${index + 1}`, number: index + 1, date: '2026-03-14' },
    games: pairs.map(([w, b, end], k) => {
      const { name, fideId } = entries[w]!
      const { name: other, fideId: otherId } = entries[b]!
      const white = { name, ...(fideId !== undefined && { fideId }) }
      const black = { name: other, ...(otherId !== undefined && { fideId: otherId }) }
      return { game: `G${index}-${k}`, board: k + 1, state: game(white, black, end, options.scoring) }
    }),
  }))
  return writeTrf({ name: 'Open' }, table, version, { entries, ...options })
}

/** The pairs of a round by starting ranks, as the reader finds them. */
function pairsOf(text: string, round: number): string[] {
  const trf = readTrf(text)
  expect(trf.faults).toEqual([])
  const { pairings, faults } = pairingsOf(trf, round)
  expect(faults).toEqual([])
  const rankOf = new Map(trf.rows.map(({ line, rank }) => [line, rank]))
  const rows = new Map(trf.rows.map((row) => [row.rank, row]))
  return pairings
    .map(({ line, black }) => {
      const rank = rankOf.get(line)!
      const opponent = rows.get(rank)!.cells[round - 1]!.opponent
      expect(rows.get(opponent)!.player).toEqual(black)
      return `${rank}-${opponent}`
    })
    .sort()
}

const NAMES = [
  'Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine',
  'נחום, אבי',
  'Ш' + 'ольц-Достоевский, Александр Владимирович',
  '王, 小明',
  'O\u2019Neil, \u201cAnn\u201d',
  'Z\u030Cizka, Jan',
  '👩🏽\u200d🎓 Žofie',
  'X',
]

const tournament: fc.Arbitrary<Tournament> = fc
  .record({
    players: fc.integer({ min: 2, max: 14 }),
    rounds: fc.integer({ min: 1, max: 30 }),
    seed: fc.array(fc.nat(), { minLength: 40, maxLength: 400 }),
    least: fc.constantFrom(1, 95, 998, 9980),
  })
  .map(({ players, rounds, seed, least }) => {
    let next = 0
    const roll = (below: number) => seed[next++ % seed.length]! % below
    const entries = Array.from({ length: players }, (_, k) => ({
      name: `${NAMES[(k + roll(8)) % NAMES.length]!} ${k}`,
      startingRank: least + k,
      ...(roll(2) === 0 && { fideId: String(10_000_000 + k) }),
      ...(roll(2) === 0 && { rating: [0, 900, 1400, 2851][roll(4)]! }),
      ...(roll(3) === 0 && {
        byes: Array.from({ length: rounds }, (_, r) => ({ round: r + 1, type: BYES[roll(4)] as Bye })),
      }),
    }))
    const pairs = Array.from({ length: rounds }, () => {
      const free = entries.map((_, k) => k).sort(() => roll(3) - 1)
      const count = 1 + roll(Math.floor(players / 2))
      return Array.from({ length: count }, (_, k): [number, number, End | null] => [
        free[2 * k]!,
        free[2 * k + 1]!,
        ([...Object.keys(ENDS), null] as (End | null)[])[roll(8)]!,
      ])
    })
    return { entries, rounds: pairs }
  })

test('whatever was played, every column is where it belongs and the pairings come back', () => {
  fc.assert(
    fc.property(tournament, fc.constantFrom('16' as const, '26' as const), (played, version) => {
      const text = rendered(played, version)
      expect(trfFaults(text)).toEqual([])
      // No line that is written is passed over by who reads it.
      expect(readTrf(text).notes.filter(({ code }) => code === 'lines-passed')).toEqual([])
      for (const [index, pairs] of played.rounds.entries()) {
        const expected = pairs.map(
          ([w, b]) => `${played.entries[w]!.startingRank}-${played.entries[b]!.startingRank}`,
        )
        expect(pairsOf(text, index + 1)).toEqual(expected.sort())
      }
      for (const { rank, rounds } of trfPlayers(text)) {
        const at = played.entries.findIndex(({ startingRank }) => startingRank === rank)
        for (const [index, pairs] of played.rounds.entries()) {
          const own = pairs.find(([w, b]) => w === at || b === at)
          const code = own?.[2]?.split(' ')[own[0] === at ? 0 : 1]
          const bye = played.entries[at]!.byes?.find(({ round }) => round === index + 1)?.type ?? 'Z'
          const open = version === '26' ? '?' : ''
          expect(rounds[index]?.code ?? '').toBe(own === undefined ? bye : (code ?? open))
        }
      }
    }),
    { numRuns: trials(25) },
  )
})

test('four hundred players in thirty rounds: every pair of every round comes back', () => {
  const entries = Array.from({ length: 400 }, (_, k) => ({ name: `Player ${k}`, startingRank: k + 1 }))
  const rounds = Array.from({ length: 30 }, (_, r) =>
    Array.from({ length: 200 }, (_, k): [number, number, End] => [k, 200 + ((k + r) % 200), '1 0']),
  )
  const text = rendered({ entries, rounds }, '26')
  expect(trfFaults(text)).toEqual([])
  for (const round of [1, 17, 30])
    expect(pairsOf(text, round)).toEqual(rounds[round - 1]!.map(([w, b]) => `${w + 1}-${b + 1}`).sort())
})

test('points of three signs before the point are written whole, or not at all', () => {
  const entries = [1, 2].map((startingRank) => ({ name: `Player ${startingRank}`, startingRank }))
  const scoring = { win: 10, draw: 2.5, loss: 0 }
  const wins = Array.from({ length: 12 }, (): [number, number, End][] => [[0, 1, '1 0']])
  const draws: [number, number, End][][] = [[[0, 1, '= =']]]
  const points = (text: string) =>
    text
      .split('\r\n')
      .filter((line) => line.startsWith('001'))
      .map((line) => line.slice(79, 85))
  expect(points(rendered({ entries, rounds: wins }, '16', { scoring }))).toEqual(['  120 ', '  0.0 '])
  expect(points(rendered({ entries, rounds: [...wins, ...draws] }, '16', { scoring }))).toEqual([
    '      ',
    '  2.5 ',
  ])
})

test('two erased players are not one: their opponents keep the points, and no line is of both', () => {
  const entries = [1, 2].map((startingRank) => ({ name: `Player ${startingRank}`, startingRank }))
  const erased = { name: 'erased' }
  const games = entries.map(({ name }, k) => ({
    ...{ game: `G${k}`, board: k + 1 },
    state: game({ name }, erased, k === 0 ? '1 0' : '= ='),
  }))
  const text = writeTrf({ name: 'Open' }, [{ id: '1', number: 1, games }], '16', { entries })
  expect(trfFaults(text)).toEqual([])
  expect(trfPlayers(text).map(({ name, points, rounds }) => [name, points, rounds[0]?.code])).toEqual([
    ['Player 1', 1, 'U'],
    ['Player 2', 0.5, 'H'],
  ])
})
