import { expect, test } from 'vitest'
import { initialPosition, legalMoves, type Move, play } from '../../domain/chess/index.ts'
import { writeSan } from '../../domain/notation/index.ts'
import { reconcile, type ScoresheetEntry } from '../../domain/paper/index.ts'
import { entries } from './sheets.ts'

const sans = ({ plies }: ReturnType<typeof reconcile>) => plies.map(({ san }) => san).join(' ')
const start = initialPosition()

test('two sheets that say the same are one game, in whatever languages they are written', () => {
  const reconciled = reconcile({
    start,
    white: entries('e4 e5 Sf3 Sc6 Lb5 a6'),
    black: entries('e2-e4 e7-e5 Кg1-f3 Кb8-c6 Сf1-b5 a7-a6'),
  })
  expect(sans(reconciled)).toBe('e4 e5 Nf3 Nc6 Bb5 a6')
  expect(reconciled).toMatchObject({ differences: [], differsFrom: null, doubts: [] })
})

test('where one sheet names no legal move the other one fits', () => {
  const reconciled = reconcile({
    start,
    white: entries('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O'),
    black: entries('e4 e5 Nf3 Nc6 Bb6 a6 Ba4 Nf6 O-O'),
  })
  expect(sans(reconciled)).toBe('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O')
  expect(reconciled.differsFrom).toBe(5)
  expect(reconciled.differences).toEqual([
    { ply: 5, said: { white: 'Bb5', black: 'Bb6' }, legal: ['white'], agree: ['white'] },
  ])
})

test('a move that one sheet alone has is no doubt where both sheets go on from it, and is one where it could be another', () => {
  const white = entries('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7')
  const doubtsWith = (black: string) => reconcile({ start, white, black: entries(black) }).doubts
  expect(doubtsWith('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 … Be7')).toEqual([])
  // White could castle with the knight on h3 as well, and f and h are one sign.
  expect(doubtsWith('e4 e5 … Nc6 Bb5 a6 Ba4 Nf6 O-O Be7')).toEqual([{ ply: 3, candidates: ['Nf3', 'Nh3'] }])
})

test('what one sheet alone has to its end is a doubt: nobody knows what it leaves out', () => {
  const white = entries('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6')
  const { doubts } = reconcile({ start, white, black: entries('e4 e5 Nf3 Nc6') })
  expect(doubts.map(({ ply }) => ply)).toEqual([5, 6, 7, 8])
})

test('a move of which the other sheet has another text is reported as a difference alone where nothing else comes close', () => {
  const reconciled = reconcile({
    start,
    white: entries('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6'),
    black: entries('e4 e5 Nf3 Nc6 Qh8 a6 Ba4 Nf6'),
  })
  expect(reconciled.differences.map(({ ply }) => ply)).toEqual([5])
  expect(reconciled.doubts).toEqual([])
})

test('the board is a third witness', () => {
  const position = initialPosition()
  const board = ['d2d4', 'd7d5', 'c2c4'].map((uci) => {
    const move = legalMoves(position).find((each) => writeSan(position, each) === uci.slice(2)) as Move
    play(position, move)
    return move
  })
  const reconciled = reconcile({ start, white: entries('d4 d5 c3'), black: entries('d4 d5 c4'), board })
  expect(sans(reconciled)).toBe('d4 d5 c4')
  expect(reconciled.differences).toEqual([
    {
      ply: 3,
      said: { white: 'c3', black: 'c4', board: 'c4' },
      legal: ['white', 'black', 'board'],
      agree: ['black', 'board'],
    },
  ])
  expect(reconciled.doubts).toEqual([])
})

test('two incomplete sheets make one game (8.5.3)', () => {
  const reconciled = reconcile({
    start,
    white: entries('e4 c5 Nf3 d6 d4 … Nxd4 … Nc3'),
    black: entries('… c5 … d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'),
  })
  expect(sans(reconciled)).toBe('e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6')
})

test('a move that neither wrote down is found where only one leads on, and reported where several do (8.6)', () => {
  const only = reconcile({
    start,
    white: entries('e4 e5 Qh5 Nc6 … Nf6 Qxf7'),
    black: entries('e4 e5 Qh5 Nc6 … Nf6 Qxf7'),
  })
  expect(only.plies[6]?.san).toMatch(/^Qxf7/)
  // A queen gone elsewhere takes f7 from there.
  expect(only.doubts.map(({ ply }) => ply)).toEqual([5, 7])
  expect(only.doubts[0]?.candidates.length).toBeGreaterThan(5)
  const one = reconcile({ start, white: entries('e4 e5 … Nc6 Bxf7+'), black: entries('e4 e5 … Nc6 Bxf7+') })
  expect(one.doubts.map(({ ply, candidates }) => [ply, candidates])).toEqual([[3, ['Bc4']]])
})

test('two plies that both players wrote in the wrong order are reported at the first of them', () => {
  const both = entries('a4 a6 h3 a5 Nf6 e6 g3 d6')
  const { doubts } = reconcile({ start, white: both, black: both })
  expect(doubts[0]).toEqual({ ply: 4, candidates: ['a5', 'Nf6'] })
})

const GAME =
  'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7'

/** The game as a player writes it who leaves out a part from one ply on, or writes it twice. */
function outOfStep(ply: number, by: number): ScoresheetEntry[] {
  const texts = GAME.split(' ')
  const at = ply - 1
  const written =
    by < 0
      ? [...texts.slice(0, at), ...texts.slice(at - by)]
      : [...texts.slice(0, at), ...texts.slice(at - by, at), ...texts.slice(at)]
  return entries(written.join(' '))
}

test('a sheet that leaves out a full move goes on in step, and the ply is reported', () => {
  const reconciled = reconcile({ start, white: entries(GAME), black: outOfStep(9, -2) })
  expect(sans(reconciled)).toBe(GAME)
  expect(reconciled.differences).toEqual([])
  expect(reconciled.shifts).toEqual([{ side: 'black', ply: 9, by: -2, orAt: [] }])
  expect(reconciled.differsFrom).toBe(9)
  expect(reconciled.doubts).toEqual([
    { ply: 9, candidates: ['O-O'] },
    { ply: 10, candidates: ['Be7'] },
  ])
})

test('a full move written twice is read once; which of the two is surplus nobody can say', () => {
  const reconciled = reconcile({ start, white: outOfStep(13, 2), black: entries(GAME) })
  expect(sans(reconciled)).toBe(GAME)
  expect(reconciled.shifts).toEqual([{ side: 'white', ply: 13, by: 2, orAt: [11, 12] }])
  expect(reconciled).toMatchObject({ differsFrom: 13, differences: [], doubts: [] })
})

test('a single move left out puts White’s moves into Black’s column; both sheets may go out of step', () => {
  const reconciled = reconcile({ start, white: outOfStep(6, -1), black: outOfStep(15, -2) })
  expect(sans(reconciled)).toBe(GAME)
  expect(reconciled.shifts.map(({ side, ply, by }) => [side, ply, by])).toEqual([
    ['white', 6, -1],
    ['black', 15, -2],
  ])
  expect(reconciled.differsFrom).toBe(6)
})

test('with the board as witness one sheet out of step is enough to see it', () => {
  const position = initialPosition()
  const board = GAME.split(' ').map((san) => {
    const move = legalMoves(position).find((each) => writeSan(position, each) === san) as Move
    play(position, move)
    return move
  })
  const reconciled = reconcile({ start, white: [], black: outOfStep(11, -2), board })
  expect(sans(reconciled)).toBe(GAME)
  expect(reconciled.shifts).toEqual([{ side: 'black', ply: 11, by: -2, orAt: [] }])
  expect(reconciled.differences).toEqual([])
})

test('where pieces go to and fro nobody can say which of the like moves was left out', () => {
  const game = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 Nc3 Nc6 Bc4 Bc5 d3 d6'
  const short = 'Nf3 Nf6 Ng1 Ng8 e4 e5 Nc3 Nc6 Bc4 Bc5 d3 d6'
  const reconciled = reconcile({ start, white: entries(game), black: entries(short) })
  expect(sans(reconciled)).toBe(game)
  expect(reconciled.shifts.reduce((sum, { by }) => sum + by, 0)).toBe(-4)
  const [first] = reconciled.shifts
  expect([first?.ply, ...(first?.orAt ?? [])]).toContain(1)
})

test('one odd word is no sheet out of step', () => {
  const white = entries(GAME.replace('Bb3', 'Be3'))
  const reconciled = reconcile({ start, white, black: entries(GAME) })
  expect(reconciled).toMatchObject({ shifts: [], differsFrom: 13 })
  expect(sans(reconciled)).toBe(GAME)
})

test('where a full move is missing on one sheet and the other cannot be read, what stands next is not reported as played there', () => {
  const reconciled = reconcile({
    start,
    white: entries('d3 e6 Nc3 Na6 f3 Nc5 Rb1 b5 Bd2 a6 g3 Qf4 Rc1 Nb3 Nxb5 Qxg3+ Nf2 g6'),
    black: entries('d3 e6 Na6 Nc3 f3 Nc5 Rb1 b5 Bd2 a6 NN3 Qh4+ g3 Qf4 Rc1 Nxb5 Nb3 Qxg3+ Nf2 g6'),
  })
  expect(sans(reconciled)).toBe(
    'd3 e6 Nc3 Na6 f3 Nc5 Rb1 b5 Bd2 a6 Nh3 Qh4+ g3 Qf4 Rc1 Nb3 Nxb5 Qxg3+ Nf2 g6',
  )
  expect(reconciled.shifts).toEqual([{ side: 'white', ply: 11, by: -2, orAt: [] }])
  expect(reconciled.doubts.map(({ ply }) => ply)).toEqual(expect.arrayContaining([11, 12]))
  expect(reconciled.differences.map(({ ply }) => ply)).toEqual(expect.arrayContaining([3, 4, 16, 17]))
})
