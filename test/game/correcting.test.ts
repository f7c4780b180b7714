import { expect, test } from 'vitest'
import { played } from '../kit/played.ts'

const sans = (shown: { moves: { san: string }[] }) => shown.moves.map(({ san }) => san).join(' ')

test('a misread move is replaced, and what followed stands on the right one', () => {
  const { shown } = played([
    { play: 'e4 e5', each: 1000 },
    { t: 3000, by: 'board', type: 'move-made', data: { from: 'g1', to: 'h3' } },
    { t: 3000, by: 'white', type: 'clock-pressed' },
    { play: 'Nc6', each: 1000 },
    {
      by: 'operator',
      type: 'report-corrected',
      data: {
        seqs: [7],
        reason: 'the camera shows f3',
        replacement: [{ type: 'move-made', by: 'board', data: { from: 'g1', to: 'f3' } }],
      },
    },
  ])
  expect(sans(shown)).toBe('e4 e5 Nf3 Nc6')
  expect(shown.moves[2]?.seq).toBe(7)
})

test('a board whose first edge says nothing new begins the same after a press, be the press reported or put in later', () => {
  const edge = { t: 1100, by: 'board', type: 'piece-placed', data: { square: 'b1', piece: 'N' } } as const
  const press = { t: 1000, by: 'white', type: 'clock-pressed' } as const
  const reported = played([press, edge])
  const corrected = played([
    { ...press, type: 'clocks-stopped' },
    edge,
    {
      t: 2000,
      by: 'operator',
      type: 'report-corrected',
      data: { seqs: [3], reason: 'it was the lever', replacement: [{ type: 'clock-pressed', by: 'white' }] },
    },
  ])
  const { seq: _, at: __, log: ___, ...rest } = corrected.state
  expect(JSON.parse(JSON.stringify(reported.state))).toMatchObject(JSON.parse(JSON.stringify(rest)))
})

test('a press that only a correction put in is judged no more than a reported one, where the board was connected after it', () => {
  const edge = { t: 1100, by: 'board', type: 'piece-lifted', data: { square: 'a1' } } as const
  const press = { t: 1000, by: 'white', type: 'clock-pressed', data: { hand: 'other' } } as const
  const { by, type, data } = press
  const reported = played([press, edge])
  const corrected = played([
    { t: 1000, by: 'white', type: 'move-made', data: { from: 'e2', to: 'e4' } },
    edge,
    {
      t: 2000,
      by: 'operator',
      type: 'report-corrected',
      data: { seqs: [3], reason: 'it was the lever', replacement: [{ type, by, data }] },
    },
  ])
  expect(reported.state.unjudged).toEqual([3])
  expect(corrected.state.unjudged).toEqual([3])
  expect(corrected.state.verdicts).toEqual(reported.state.verdicts)
})

test('a report that was no event at all is taken out without a replacement', () => {
  const { shown } = played([
    { play: 'e4 e5', each: 1000 },
    { t: 2500, by: 'white', type: 'resigned' },
    { t: 4000, by: 'arbiter', type: 'report-corrected', data: { seqs: [7], reason: 'he only stood up' } },
  ])
  expect(shown.status).toBe('running')
  expect(shown.result).toBeNull()
})

test('a correction may itself be corrected: the last word counts', () => {
  const replace = (to: string) => [{ type: 'move-made', by: 'board', data: { from: 'g1', to } }]
  const { shown } = played([
    { t: 1000, by: 'board', type: 'move-made', data: { from: 'g1', to: 'h3' } },
    {
      t: 2000,
      by: 'operator',
      type: 'report-corrected',
      data: { seqs: [3], reason: 'f3', replacement: replace('f3') },
    },
    { t: 3000, by: 'operator', type: 'report-corrected', data: { seqs: [4], reason: 'it was h3 after all' } },
  ])
  expect(sans(shown)).toBe('Nh3')
})

test('two reports corrected by one with three events fold in the order of the events', () => {
  const { shown } = played([
    { t: 1000, by: 'white', type: 'move-made', data: { from: 'e2', to: 'e3' } },
    { t: 1000, by: 'white', type: 'clock-pressed' },
    {
      t: 5000,
      by: 'arbiter',
      type: 'report-corrected',
      data: {
        seqs: [3, 4],
        reason: 'read again from the video',
        replacement: [
          { type: 'piece-touched', by: 'white', data: { squares: ['e2'] } },
          { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e4' } },
          { type: 'clock-pressed', by: 'white', data: {} },
        ],
      },
    },
  ])
  expect(sans(shown)).toBe('e4')
  expect(shown.moves[0]?.completedSeq).toBe(4)
})

test('a wrong time control in the description is put right from the start of the game', () => {
  const rapid = { periods: [{ time: 900_000, bonus: 10_000, mode: 'fischer' }] }
  const { shown } = played([
    { play: 'e4', each: 10_000 },
    {
      t: 12_000,
      by: 'operator',
      type: 'details-corrected',
      data: { fields: { timeControl: rapid, play: 'rapid' }, reason: 'entered wrong' },
    },
  ])
  expect(shown.clocks?.white).toBe(900_000 + 10_000 - 10_000 + 10_000)
})

test('a corrected name changes nothing else, and keeps what was right', () => {
  const { state } = played(
    [
      { play: 'e4', each: 1000 },
      {
        t: 2000,
        by: 'operator',
        type: 'details-corrected',
        data: { fields: { white: { name: 'Novák, Jana' } }, reason: 'spelling' },
      },
    ],
    { white: { name: 'Novak, Jana', rating: 2104 } },
  )
  expect(state.details?.white).toEqual({ name: 'Novák, Jana', rating: 2104 })
  expect(state.points).toHaveLength(2)
})

test('of two corrections of one report the later has the last word, wherever the surplus of the earlier stood', () => {
  const knight = (to: string) => ({ type: 'move-made', by: 'board', data: { from: 'g1', to } })
  const touch = { type: 'piece-touched', by: 'white', data: { squares: ['h1'] } }
  const correct = (by: string, t: number, ...replacement: object[]) =>
    ({ t, by, type: 'report-corrected', data: { seqs: [3], reason: 'misread', replacement } }) as never
  const { shown, state } = played([
    { t: 1000, by: 'board', type: 'move-made', data: { from: 'g1', to: 'h3' } },
    correct('operator', 2000, knight('f3'), touch),
    correct('arbiter', 3000, knight('h3')),
  ])
  expect(sans(shown)).toBe('Nh3')
  expect(state.act.touches).toEqual([])
})
