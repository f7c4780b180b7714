import { expect, test } from 'vitest'
import type { CaseEvent } from '../../domain/cases/case.ts'
import { played } from '../kit/played.ts'

const BLIND = { white: { name: 'White', visuallyImpaired: true } }

const white = (type: string, data: Record<string, unknown> = {}): CaseEvent => ({ by: 'white', type, data })
const knight = white('move-made', { from: 'g1', to: 'f3' })
const press = white('clock-pressed')
const rules = (shown: { verdicts: { rule: string; status: string }[] }) =>
  shown.verdicts.map(({ rule, status }) => `${rule} ${status}`)

test('a blind player’s move stands on the board and is made when it is announced', () => {
  const waiting = played([knight], BLIND).shown
  expect(waiting.moves).toEqual([])
  expect(waiting.boardFen).toBe('rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R')
  const said = played(
    [knight, white('move-announced', { text: 'Springer Gustav eins Felix drei' })],
    BLIND,
  ).shown
  expect(said.moves.map(({ san, seq }) => [san, seq])).toEqual([['Nf3', 4]])
})

test('where nobody reports announcements the press shows that there was one', () => {
  const { shown } = played([knight, press, { play: 'e5' }], BLIND)
  expect(shown.moves.map(({ san }) => san)).toEqual(['Nf3', 'e5'])
  expect(shown.moves[0]?.completedSeq).toBe(4)
  expect(rules(shown)).toEqual([])
})

test('without a clock the opponent’s reply shows it', () => {
  const { shown } = played([knight, { by: 'black', type: 'move-made', data: { from: 'e7', to: 'e5' } }], {
    ...BLIND,
    timeControl: undefined,
  })
  expect(shown.moves.map(({ san }) => san)).toEqual(['Nf3', 'e5'])
})

test('where announcements are reported a press before one is a fault, and no press without a move', () => {
  const first = [
    white('move-announced', { text: 'Eva zwei Eva vier' }),
    white('move-made', { from: 'e2', to: 'e4' }),
    press,
    { play: 'e5' },
  ]
  const early = played([...first, knight, press], BLIND).shown
  expect(early.turn).toBe('white')
  expect(early.clocks?.running).toBe('black')
  expect(rules(early)).toEqual(['blind-made awaits-arbiter'])
  expect(early.counters.illegalMoves).toEqual({ white: 0, black: 0 })
  const reported = played(
    [...first, knight, press, white('move-announced', { text: 'Springer Gustav eins Felix drei' })],
    BLIND,
  ).shown
  expect(reported.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3'])
  expect(rules(reported)).toEqual(['blind-made applied'])
})

test('an announcement of another move than the one on the board makes neither', () => {
  const { shown } = played(
    [white('move-announced', { text: 'Springer Bella eins Cesar drei' }), knight],
    BLIND,
  )
  expect(shown.moves).toEqual([])
})

test('words that nobody here understands may announce anything', () => {
  const { shown } = played([white('move-announced', { text: 'skakač na f tri' }), knight], BLIND)
  expect(shown.moves.map(({ san }) => san)).toEqual(['Nf3'])
})

test('an illegal move that was announced is made, and judged, like another', () => {
  const { shown } = played(
    [
      white('move-announced', { text: 'Springer Gustav eins Gustav drei' }),
      white('move-made', { from: 'g1', to: 'g3' }),
      press,
    ],
    BLIND,
  )
  expect(shown.moves.map(({ uci, legal }) => [uci, legal])).toEqual([['g1g3', false]])
  expect(shown.verdicts.at(-1)).toMatchObject({ rule: 'illegal-move-completed', against: 'white' })
})

test('a position that the arbiter restores takes an unannounced move away', () => {
  const { state, shown } = played(
    [knight, { by: 'arbiter', type: 'position-restored', data: { seq: 2 } }, press],
    BLIND,
  )
  expect(state.unannounced).toBeNull()
  expect(shown.moves).toEqual([])
  expect(shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')
})

test('the opponent who repeats an announcement announces no move', () => {
  const { state } = played(
    [{ by: 'black', type: 'move-announced', data: { text: 'Eva zwei Eva vier' } }],
    BLIND,
  )
  expect(state.announcement).toBeNull()
  expect(state.announces).toEqual({ white: false, black: false })
})
