import { expect, test } from 'vitest'
import { played } from '../kit/played.ts'

test('a piece in the air is missing from the board and stands in the position', () => {
  const { shown } = played([{ t: 1000, by: 'board', type: 'piece-lifted', data: { square: 'g1' } }])
  expect(shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R')
  expect(shown.fen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
})

test('edges alone make a move once the board has been quiet', () => {
  const edges = [
    { t: 1000, by: 'board', type: 'piece-lifted', data: { square: 'g1' } },
    { t: 1300, by: 'board', type: 'piece-placed', data: { square: 'f3', piece: 'N' } },
  ] as const
  expect(played(edges).shown.moves).toHaveLength(0)
  const { shown } = played([...edges, { t: 9000, by: 'board', type: 'piece-lifted', data: { square: 'e7' } }])
  expect(shown.moves.map(({ san, seq }) => [san, seq])).toEqual([['Nf3', 4]])
  expect(shown.turn).toBe('black')
})

test('edges of a move and a report of the move give the same position', () => {
  const reported = played([
    { play: 'e4 d5', each: 1000 },
    { t: 4000, by: 'white', type: 'move-made', data: { from: 'e4', to: 'd5' } },
  ])
  const sensed = played([
    { play: 'e4 d5', each: 1000 },
    { t: 3000, by: 'board', type: 'piece-lifted', data: { square: 'e4' } },
    { t: 3200, by: 'board', type: 'piece-lifted', data: { square: 'd5' } },
    { t: 3400, by: 'board', type: 'piece-placed', data: { square: 'd5', piece: 'P' } },
    { t: 4000, by: 'white', type: 'clock-pressed' },
  ])
  expect(sensed.shown.fen).toBe(reported.shown.fen)
  expect(sensed.shown.boardFen).toBe(reported.shown.boardFen)
})

test('a rook that passes a square on its way is not taken to stop there', () => {
  const { shown } = played(
    [
      { t: 1000, by: 'board', type: 'piece-lifted', data: { square: 'a1' } },
      { t: 1100, by: 'board', type: 'piece-placed', data: { square: 'b1', piece: 'R' } },
      { t: 1200, by: 'board', type: 'piece-lifted', data: { square: 'b1' } },
      { t: 1300, by: 'board', type: 'piece-placed', data: { square: 'd1', piece: 'R' } },
      { t: 1500, by: 'white', type: 'clock-pressed' },
    ],
    { start: { fen: '4k3/8/8/8/8/8/8/R6K w - - 0 1' } },
  )
  expect(shown.moves.map(({ san }) => san)).toEqual(['Rd1'])
})

test('pieces knocked over and put back: the position is the same all along', () => {
  const displaced = [
    { play: 'e4', each: 1000 },
    { t: 1500, by: 'white', type: 'pieces-displaced', data: { squares: ['g1', 'h1'] } },
  ] as const
  expect(played(displaced).shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKB2')
  const { shown } = played([...displaced, { t: 4000, by: 'white', type: 'pieces-restored' }])
  expect(shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  expect(shown.fen.split(' ')[0]).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
})

test('a player may put pieces back wrongly: the board shows it, the position does not follow', () => {
  const { shown } = played([
    { t: 1000, by: 'white', type: 'pieces-displaced', data: { squares: ['g1'] } },
    {
      t: 2000,
      by: 'white',
      type: 'pieces-restored',
      data: { fen: 'rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R' },
    },
  ])
  expect(shown.boardFen).toBe('rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R')
  expect(shown.fen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
})
