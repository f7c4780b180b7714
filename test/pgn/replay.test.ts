import { expect, test } from 'vitest'
import { moveFrom, moveTo, nameOf, writeFen } from '../../domain/chess/index.ts'
import { type PgnReplay, readPgn, replayPgn } from '../../domain/pgn/index.ts'

const replay = (text: string, language = 'en'): PgnReplay => replayPgn(readPgn(text)[0]!, language)
/** All that is odd about a game, a line each. */
function odd(text: string): string {
  const { problems } = replay(text)
  return problems.map(({ message }) => message).join('\n')
}

test('legal moves are played to the end', () => {
  const { plies, position, stoppedAt } = replay('1. f3 e5 2. g4 Qh4++ 0-1')
  expect(plies.map(({ ply, move }) => `${ply} ${nameOf(moveFrom(move))}${nameOf(moveTo(move))}`)).toEqual([
    '1 f2f3',
    '2 e7e5',
    '3 g2g4',
    '4 d8h4',
  ])
  expect(writeFen(position)).toBe('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')
  expect(stoppedAt).toBeUndefined()
})

test('the first move that is not legal is reported by line, ply and reason; the moves before it stand', () => {
  const { plies, stoppedAt } = replay('[Event "x"]\n\n1. e4 e5\n2. Nf3 Nf6\n3. Bb6 d6 *')
  expect(plies.length).toBe(4)
  expect(stoppedAt).toEqual({ ply: 5, line: 5, reason: expect.stringContaining('"Bb6" is illegal') })
})

test('a null move stops the replay and is quoted', () => {
  expect(replay('1. e4 e5 2. Nf3 -- 3. Bb5 a6 1/2-1/2').stoppedAt).toMatchObject({
    ply: 4,
    reason: expect.stringContaining('"--"'),
  })
})

test('moves may be in another language', () => {
  expect(replay('1. e4 e5 2. Sf3 Sc6 3. Lb5 *', 'de').plies.length).toBe(5)
})

test('a game begins where its FEN says', () => {
  const { position, plies } = replay('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 17"]\n\n17. O-O *')
  expect(plies.length).toBe(1)
  expect(writeFen(position)).toBe('4k3/8/8/8/8/8/8/5RK1 b - - 1 17')
})

test('of a FEN with a right that cannot be the rest is taken, and the problem says what', () => {
  const text = '[SetUp "1"]\n[FEN "4k2r/8/8/8/8/8/8/R3K3 w KQkq - 5 17"]\n\n17. O-O-O O-O *'
  const { position, plies, problems } = replay(text)
  expect([plies.length, writeFen(position)]).toEqual([2, '5rk1/8/8/8/8/8/8/2KR4 w - - 7 18'])
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [1, expect.stringMatching(/"K" needs a rook .*; taken as 4k2r\/8\/8\/8\/8\/8\/8\/R3K3 w Qk - 5 17$/)],
  ])
})

test('a FEN that cannot be read stops the game before its first move', () => {
  const { stoppedAt, plies } = replay('[Event "x"]\n[FEN "rubbish"]\n\n1. e4 *')
  expect(plies).toEqual([])
  expect(stoppedAt).toMatchObject({ ply: 0, line: 1 })
})

test.each(['Chess960', 'Fischerandom', 'chess 960', 'Fischerrandom', 'Freestyle'])(
  'the variant %s castles from any square',
  (variant) => {
    const fen = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1'
    const moves = '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Qe2 Qe7 5. O-O O-O 6. c3 *'
    const { plies, position } = replay(`[Variant "${variant}"]\n[FEN "${fen}"]\n\n${moves}`)
    expect(plies.length).toBe(11)
    expect(writeFen(position).split(' ')[0]).toBe('rnb2rk1/ppppqppp/5n2/2b1p3/2B1P3/2P2N2/PP1PQPPP/RNB2RK1')
  },
)

test('a Chess960 game without its position begins with the usual one', () => {
  const { plies, position } = replay('[Variant "Chess960"]\n\n1. e4 *')
  expect(plies.length).toBe(1)
  expect(writeFen(position)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1')
})

test('a result that the board denies is reported', () => {
  expect(odd('1. f3 e5 2. g4 Qh4# 1/2-1/2')).toContain('is checkmate (0-1), but the result is 1/2-1/2')
  expect(odd('1. f3 e5 2. g4 Qh4# 0-1')).toBe('')
  const stalemate = '[FEN "7k/8/6Q1/8/8/8/8/K7 w - - 0 1"]\n\n1. Qf7 1-0'
  expect(odd(stalemate)).toContain('is stalemate (1/2-1/2), but the result is 1-0')
  expect(odd('1. e4 e5 1-0')).toContain('1-0 without a mate on the board')
  expect(odd('[Termination "time forfeit"]\n\n1. e4 e5 1-0')).toBe('')
  expect(odd('1. e4 e5 1/2-1/2')).toBe('')
})

test('clocks that fit their time control are passed over', () => {
  const text =
    '[TimeControl "900+10"]\n\n1. e4 {[%clk 0:15:08][%emt 0:00:02]} e5 {[%clk 0:15:06][%emt 0:00:04]} 2. Nf3 {[%clk 0:15:14][%emt 0:00:04]} *'
  expect(odd(text)).toBe('')
})

test.each([
  ['a reading that went up too far', '0:20:00', '0:00:04', 'by more than the bonus'],
  ['a reading that does not follow from the time spent', '0:14:00', '0:00:04', '0:15:14 would follow'],
  ['a reading of zero in a game that goes on', '0:00:00', '0:00:04', 'the reading failed'],
])('%s is told', (_, clk, emt, words) => {
  const text = `[TimeControl "900+10"]\n\n1. e4 {[%clk 0:15:08][%emt 0:00:02]} e5 {[%clk 0:15:08][%emt 0:00:02]} 2. Nf3 {[%clk ${clk}][%emt ${emt}]} Nc6 {[%clk 0:15:16][%emt 0:00:02]} 3. Bb5 {[%clk 0:15:20][%emt 0:00:04]} *`
  expect(odd(text)).toContain(words)
})

test('missing readings, an idle clock and a time control in no known words are reported', () => {
  const text = '[TimeControl "as agreed"]\n\n1. e4 {[%emt 0:53:26]} e5 {[%clk 0:15:00][%emt 0:00:02]} *'
  const reported = odd(text)
  expect(reported).toContain('1 of 2 moves have no %clk, the first at ply 1')
  expect(reported).toContain('a clock that was on before the game began')
  expect(reported).toContain('TimeControl: ')
})
