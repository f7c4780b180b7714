import { expect, test } from 'vitest'
import type { CaseEvent } from '../../domain/cases/case.ts'
import { played } from '../kit/played.ts'

const at = (fen: string) => ({ start: { fen } })
/** King f1 and rook h1: the king's castling square is beside it. */
const BESIDE = at('4k3/8/8/8/8/8/8/R4K1R w HA - 0 1')
const CASTLED = '4k3/8/8/8/8/8/8/R4RK1 b - - 1 1'

const white = (type: string, data: Record<string, unknown> = {}): CaseEvent => ({ by: 'white', type, data })
const touched = (...squares: string[]) => white('piece-touched', { squares })
const released = (square: string) => white('piece-released', { square })

test('a king let go beside its square may have moved or begun to castle', () => {
  const { shown } = played([touched('f1'), released('g1')], BESIDE)
  expect(shown.turn).toBe('white')
  expect(new Set(shown.mustPlay)).toEqual(new Set(['f1g1', 'f1h1']))
})

test('the rook that follows a king let go makes the castling', () => {
  const { shown } = played([touched('f1'), released('g1'), touched('h1'), released('f1')], BESIDE)
  expect(shown.fen).toBe(CASTLED)
})

test('the press after a king let go alone makes it a move of the king', () => {
  const { shown } = played([touched('f1'), released('g1'), white('clock-pressed')], BESIDE)
  expect(shown.fen).toBe('4k3/8/8/8/8/8/8/R5KR b - - 1 1')
  expect(shown.moves[0]?.completedSeq).toBe(shown.seq)
})

test('an announced castling is not made by the king alone, whatever is pressed', () => {
  const { shown } = played(
    [white('castling-announced', { side: 'king-side' }), touched('f1'), released('g1')],
    BESIDE,
  )
  expect(shown.mustPlay).toEqual(['f1h1'])
  expect(shown.moves).toEqual([])
})

test('a move of the king reported after the announcement is the castling', () => {
  const { shown } = played(
    [white('castling-announced'), white('move-made', { from: 'f1', to: 'g1' })],
    BESIDE,
  )
  expect(shown.fen).toBe(CASTLED)
})

test('a king off the board first is no release, and the rook let go meanwhile no move of the rook', () => {
  const hands = [
    white('piece-lifted', { square: 'f1' }),
    white('piece-lifted', { square: 'h1' }),
    white('piece-placed', { square: 'f1', piece: 'R' }),
    released('f1'),
  ]
  const begun = played(hands, BESIDE).shown
  expect(begun.turn).toBe('white')
  expect(begun.mustPlay).toEqual(['f1h1'])
  const { shown } = played(
    [...hands, white('piece-placed', { square: 'g1', piece: 'K' }), released('g1')],
    BESIDE,
  )
  expect(shown.fen).toBe(CASTLED)
})

test('a king that alone goes two squares has castled when it is let go', () => {
  const { shown } = played([touched('e1'), released('g1')], at('4k3/8/8/8/8/8/8/R3KR2 w FA - 0 1'))
  expect(shown.fen).toBe(CASTLED)
})

test('a rook let go on the other side of a king that stays has castled, announced or not', () => {
  const stays = at('4k3/8/8/8/8/8/8/R5KR w HA - 0 1')
  expect(played([white('castling-announced'), touched('h1'), released('f1')], stays).shown.fen).toBe(CASTLED)
  expect(played([touched('h1'), released('f1')], stays).shown.fen).toBe(CASTLED)
})

test('a sensor board that is quiet with the king beside its square waits for the rook or for the opponent', () => {
  const edges: CaseEvent[] = [
    { t: 1000, by: 'board', type: 'piece-lifted', data: { square: 'f1' } },
    { t: 1300, by: 'board', type: 'piece-placed', data: { square: 'g1', piece: 'K' } },
  ]
  const rook = played(
    [
      ...edges,
      { t: 9000, by: 'board', type: 'piece-lifted', data: { square: 'h1' } },
      { t: 9300, by: 'board', type: 'piece-placed', data: { square: 'f1', piece: 'R' } },
      { t: 12_000, by: 'board', type: 'piece-lifted', data: { square: 'e8' } },
    ],
    BESIDE,
  )
  expect(rook.shown.fen).toBe(CASTLED)
  const opponent = played(
    [...edges, { t: 12_000, by: 'board', type: 'piece-lifted', data: { square: 'e8' } }],
    BESIDE,
  )
  expect(opponent.shown.fen).toBe('4k3/8/8/8/8/8/8/R5KR b - - 1 1')
})

test('in a standard game an announced castling binds nobody', () => {
  const { shown } = played(
    [white('castling-announced', { side: 'king-side' })],
    at('4k3/8/8/8/8/8/8/4K2R w K - 0 1'),
  )
  expect(shown.mustPlay).toBeNull()
})
