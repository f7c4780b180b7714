import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'

/** Black mates, but the search does not find how within sixteen million nodes. */
const HARD = 'k1b5/8/8/BpBpBpBp/1PbP1PpP/6P1/6P1/K1B5 w - - 0 1'
/** Black to move has a knight against queens alone. */
const KNIGHT = '8/8/8/4k3/8/n7/8/QK6 w - - 0 60'

/** Holds a game against what is expected of it; returns what differs. */
function difference(edition: string, fen: string, events: object[], expected: object): string | null {
  const given = parseCase(
    JSON.stringify({
      id: 'x',
      open: {
        edition,
        play: 'standard',
        supervision: 'full',
        start: { fen },
        timeControl: { periods: [{ time: 3000 }] },
      },
      events: [{ t: 0, by: 'arbiter', type: 'session-started' }, ...events],
      expect: [expected],
    }),
  )
  if (!given.ok) throw new Error(given.error.message)
  return caseDifference(given.value)
}

/** Dead, since each of White's twelve moves leaves Black stalemated; the precheck finds it alive. */
const HIDDEN = '7k/6pP/6P1/8/8/4P3/4R3/4K3 w - - 0 60'

const FLAG = [
  { t: 3000, by: 'clock', type: 'flag-fallen', data: { side: 'white' } },
  { t: 3500, by: 'arbiter', type: 'flag-noticed', data: { side: 'white' } },
]
const WON = { white: '0', black: '1' }

test('a flag where it cannot be told whether the opponent mates ends nothing: the verdict says so and waits', () => {
  const verdict = { rule: 'flag-fall-result', against: 'white', status: 'undetermined' }
  expect(difference('2018-01-01', HARD, FLAG, { result: null, verdicts: [verdict] })).toBeNull()
})

test('the result that the arbiter gives settles what the search could not', () => {
  const given = { t: 9000, by: 'arbiter', type: 'result-set', data: { ...WON, reason: 'proved elsewhere' } }
  const verdict = { rule: 'flag-fall-result', status: 'applied' }
  expect(difference('2018-01-01', HARD, [...FLAG, given], { result: WON, verdicts: [verdict] })).toBeNull()
})

test('from 2023 a resignation to an opponent of whom it cannot be told whether they can mate waits for the arbiter', () => {
  const resigns = [{ t: 1000, by: 'white', type: 'resigned' }]
  const verdict = { rule: 'resignation', against: 'white', status: 'undetermined' }
  expect(difference('2023-01-01', HARD, resigns, { result: null, verdicts: [verdict] })).toBeNull()
  expect(difference('2018-01-01', HARD, resigns, { result: WON })).toBeNull()
})

test('a player with queens who resigns or oversteps against a knight draws, as the Laws of the day say', () => {
  const drawn = { result: { white: '½', black: '½' } }
  const resigns = [{ t: 1000, by: 'white', type: 'resigned' }]
  expect(difference('2018-01-01', KNIGHT, FLAG, drawn)).toBeNull()
  expect(difference('2023-01-01', KNIGHT, resigns, drawn)).toBeNull()
  expect(difference('2018-01-01', KNIGHT, resigns, { result: WON })).toBeNull()
})

test('the move after which neither side can mate ends the game', () => {
  const closing = '8/3k4/8/1p1p1p1p/1P1P1P2/8/3K3P/8 w - - 0 60'
  expect(
    difference('2018-01-01', closing, [{ play: 'h4', each: 500 }], {
      result: { white: '½', black: '½', rule: 'dead-position' },
    }),
  ).toBeNull()
})

test('a dead position that is seen only by a search ends the game once somebody says that it is dead', () => {
  const begun = { result: null, noVerdicts: ['dead-position'] }
  expect(difference('2023-01-01', HIDDEN, [], begun)).toBeNull()
  for (const said of [
    { t: 1000, by: 'white', type: 'claim-made', data: { about: 'dead-position' } },
    { t: 1000, by: 'arbiter', type: 'irregularity-noticed', data: { kind: 'dead-position' } },
  ]) {
    const drawn = { result: { white: '½', black: '½', rule: 'dead-position' } }
    expect(difference('2023-01-01', HIDDEN, [said], drawn)).toBeNull()
    expect(difference('2023-01-01', KNIGHT, [said], begun)).toBeNull()
  }
})
