/** `%emt` is the time a move took, whatever else happened to the clock meanwhile. */
import { expect, test } from 'vitest'
import { liveChessGame } from '../../domain/formats/livechess.ts'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { publicState } from '../../domain/game/index.ts'
import type { EventData } from '../../events/index.ts'
import { OPENED, openTable, type Table } from './kit.ts'

const MINUTE = 60_000

/** Seconds of each move as the PGN has them. */
const spent = ({ state }: Table, view: 'strict' | 'text' | 'split' = 'text'): number[] =>
  [...renderPgn(state, 'G', view).matchAll(/%emt (\d+):(\d\d):(\d\d)/g)].map(
    ([, hours, minutes, seconds]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  )

/** White has thought for a minute about the third move when something happens at the clock, and makes it 40 s later. */
function disturbed(...reported: Parameters<Table['tell']>[]): Table {
  const table = openTable()
  table.moves('e4 e5 Nf3 Nc6')
  table.tell('clocks-stopped', 'arbiter', { reason: 'looked at' }, 60)
  for (const each of reported) table.tell(...each)
  table.tell('clocks-started', 'arbiter', { side: 'white' }, 120)
  table.tell('move-made', 'white', { from: 'f1', to: 'b5' }, 40)
  table.tell('clock-pressed', 'white')
  return table
}

const WHITE = 5_400_000 + 2 * 30_000 + 30_000 - 20_000 - MINUTE

for (const [what, reported] of [
  ['nothing is given', []],
  [
    'the arbiter gives him two minutes',
    [['time-granted', 'arbiter', { white: 2 * MINUTE, reason: 'noise' }]],
  ],
  [
    'the arbiter takes ten minutes off his clock',
    [['penalty-imposed', 'arbiter', { on: 'white', penalty: 'time', ms: 10 * MINUTE }]],
  ],
  [
    'the opponent is penalised in his favour',
    [['penalty-imposed', 'arbiter', { on: 'black', penalty: 'opponent-time', ms: 2 * MINUTE }]],
  ],
  [
    'his clock is set to more than it showed',
    [['clock-set', 'arbiter', { white: WHITE + 90_000, reason: 'it had run too long' }]],
  ],
  ['his clock is set to less than it showed', [['clock-set', 'arbiter', { white: MINUTE, reason: 'hours' }]]],
  [
    'another clock is put on the table',
    [['clock-replaced', 'arbiter', { white: 20 * MINUTE, black: 30 * MINUTE, reason: 'battery' }]],
  ],
  [
    'time is given to both, twice',
    [
      ['time-granted', 'arbiter', { white: MINUTE, black: MINUTE, reason: 'light' }],
      ['time-granted', 'arbiter', { white: MINUTE, black: MINUTE, reason: 'light' }],
    ],
  ],
] satisfies [string, Parameters<Table['tell']>[]][])
  test(`a move of a minute and forty seconds took so long where the clocks stood two minutes and ${what}`, () => {
    expect(spent(disturbed(...(reported as Parameters<Table['tell']>[])))).toEqual([10, 10, 10, 10, 100])
  })

test('where an illegal move was taken back, its bonus taken off the clock or not, the thinking about both counts', () => {
  for (const takenOff of [0, 30_000]) {
    const table = openTable()
    table.moves('e4 e5')
    const before = table.state.seq
    table.moves('Ke3')
    table.tell('irregularity-noticed', 'arbiter', { kind: 'illegal-move' })
    table.tell('clocks-stopped', 'arbiter', { reason: 'illegal' })
    table.tell('position-restored', 'arbiter', { seq: before })
    const white = 5_400_000 + 30_000 + 20_000 + 20_000
    if (takenOff > 0) table.tell('clock-set', 'arbiter', { white: white - takenOff, reason: 'bonus' })
    table.tell('time-granted', 'arbiter', { black: 2 * MINUTE, reason: 'illegal move' })
    table.tell('clocks-started', 'arbiter', { side: 'white' }, 60)
    table.tell('move-made', 'white', { from: 'e1', to: 'e2' }, 25)
    table.tell('clock-pressed', 'white')
    table.moves('d6')
    expect(spent(table)).toEqual([10, 10, 35, 10])
  }
})

const periods = (timeControl: EventData<'game-opened'>['timeControl']) => ({ ...OPENED, timeControl })

test('the time of a period that begins while a player thinks is not taken for unused time', () => {
  const table = openTable(
    periods({ periods: [{ moves: 40, time: 10 * MINUTE }, { time: 15 * MINUTE }], turnover: 'flag' }),
  )
  table.moves('e4 e5')
  table.tell('move-made', 'white', { from: 'g1', to: 'f3' }, 20 * 60)
  table.tell('clock-pressed', 'white')
  table.moves('Nc6 Bb5')
  expect(spent(table)).toEqual([10, 10, 1200, 10, 10])
})

test('the move that fills a period took its own time, and the bonus is that of the period', () => {
  for (const turnover of ['flag', 'moves'] as const) {
    const table = openTable(
      periods({
        periods: [
          { moves: 2, time: 10 * MINUTE },
          { time: MINUTE, bonus: 5_000 },
        ],
        turnover,
      }),
    )
    table.moves('e4 e5 Nf3')
    table.tell('move-made', 'black', { from: 'b8', to: 'c6' }, 9 * 60)
    table.tell('clock-pressed', 'black')
    table.moves('Bb5 a6')
    expect(spent(table), turnover).toEqual([10, 10, 10, 540, 10, 10])
  }
})

test('of the part after an illegal move that stood, too, the first move took its own time', () => {
  const table = openTable({ play: 'blitz', supervision: 'limited' })
  table.moves('e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ Nf6 O-O bxc6 d4')
  expect(spent(table, 'split')).toEqual(Array(9).fill(10))
  expect(spent(table, 'text')).toEqual(Array(11).fill(10))
})

test('readings that no clock of the game can show are stored and marked, and no feed shows anything of them', () => {
  const played = (...readings: readonly number[]) => {
    const table = openTable()
    table.moves('e4 e5')
    for (const white of readings) table.tell('clock-read', 'clock', { white, black: 5_430_000 })
    const seen = table.state.clock.lastReading
    table.moves('Nf3 Nc6')
    return { table, seen }
  }
  const own = played()
  for (const white of [360_000_000, -360_000_000]) {
    const { table, seen } = played(white)
    expect(seen).toMatchObject({ white, agreed: false, absurd: true })
    for (const view of ['strict', 'text', 'split'] as const)
      expect(renderPgn(table.state, 'G', view)).toBe(renderPgn(own.table.state, 'G', view))
    expect(liveChessGame(table.state, 1)).toEqual(liveChessGame(own.table.state, 1))
    expect(publicState(table.state).clocks).toEqual(publicState(own.table.state).clocks)
  }
})
