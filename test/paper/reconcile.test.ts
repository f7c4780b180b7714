import { expect, test } from 'vitest'
import {
  clone,
  initialPosition,
  legalMoves,
  type Move,
  type Position,
  play,
  uciOf,
} from '../../domain/chess/index.ts'
import { LANGUAGES, writeSan } from '../../domain/notation/index.ts'
import { type Entry, reconcile } from '../../domain/paper/index.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'

/** The texts of a line as somebody would write it. */
function sheet(moves: readonly Move[], language = 'en'): Entry[] {
  const position = initialPosition()
  return moves.map((move, index) => {
    const text = writeSan(position, move, language)
    play(position, move)
    return { ply: index + 1, text }
  })
}

const entries = (text: string): Entry[] =>
  text.split(' ').flatMap((each, index) => (each === '…' ? [] : [{ ply: index + 1, text: each }]))

const sans = ({ plies }: ReturnType<typeof reconcile>) => plies.map(({ san }) => san).join(' ')
const start = initialPosition()

test('two sheets that say the same are one game, in whatever languages they are written', () => {
  const told = reconcile({
    start,
    white: entries('e4 e5 Sf3 Sc6 Lb5 a6'),
    black: entries('e2-e4 e7-e5 Кg1-f3 Кb8-c6 Сf1-b5 a7-a6'),
  })
  expect(sans(told)).toBe('e4 e5 Nf3 Nc6 Bb5 a6')
  expect(told).toMatchObject({ differences: [], differsFrom: null, doubts: [] })
})

test('where one sheet names no legal move the other one fits', () => {
  const told = reconcile({
    start,
    white: entries('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O'),
    black: entries('e4 e5 Nf3 Nc6 Bb6 a6 Ba4 Nf6 O-O'),
  })
  expect(sans(told)).toBe('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O')
  expect(told.differsFrom).toBe(5)
  expect(told.differences).toEqual([
    { ply: 5, said: { white: 'Bb5', black: 'Bb6' }, legal: ['white'], agree: ['white'] },
  ])
})

test('the board is a third witness', () => {
  const position = initialPosition()
  const board = ['d2d4', 'd7d5', 'c2c4'].map((uci) => {
    const move = legalMoves(position).find((each) => writeSan(position, each) === uci.slice(2)) as Move
    play(position, move)
    return move
  })
  const told = reconcile({ start, white: entries('d4 d5 c3'), black: entries('d4 d5 c4'), board })
  expect(sans(told)).toBe('d4 d5 c4')
  expect(told.differences).toEqual([
    {
      ply: 3,
      said: { white: 'c3', black: 'c4', board: 'c4' },
      legal: ['white', 'black', 'board'],
      agree: ['black', 'board'],
    },
  ])
  expect(told.doubts).toEqual([])
})

test('two incomplete sheets make one game (8.5.3)', () => {
  const told = reconcile({
    start,
    white: entries('e4 c5 Nf3 d6 d4 … Nxd4 … Nc3'),
    black: entries('… c5 … d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'),
  })
  expect(sans(told)).toBe('e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6')
})

test('a move that neither wrote down is found where only one leads on, and told where several do (8.6)', () => {
  const only = reconcile({
    start,
    white: entries('e4 e5 Qh5 Nc6 … Nf6 Qxf7'),
    black: entries('e4 e5 Qh5 Nc6 … Nf6 Qxf7'),
  })
  expect(only.plies[6]?.san).toMatch(/^Qxf7/)
  expect(only.doubts.map(({ ply }) => ply)).toEqual([5])
  expect(only.doubts[0]?.candidates.length).toBeGreaterThan(5)
  const one = reconcile({ start, white: entries('e4 e5 … Nc6 Bxf7+'), black: entries('e4 e5 … Nc6 Bxf7+') })
  expect(one.doubts.map(({ ply, candidates }) => [ply, candidates])).toEqual([[3, ['Bc4']]])
})

test('two plies that both players wrote in the wrong order are told where the first of them stands', () => {
  const both = entries('a4 a6 h3 a5 Nf6 e6 g3 d6')
  const { doubts } = reconcile({ start, white: both, black: both })
  expect(doubts[0]).toEqual({ ply: 4, candidates: ['a5', 'Nf6'] })
})

const GAME =
  'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7'

/** The game as somebody writes it who leaves out what stands from one ply on, or writes it twice. */
function outOfStep(ply: number, by: number): Entry[] {
  const texts = GAME.split(' ')
  const at = ply - 1
  const written =
    by < 0
      ? [...texts.slice(0, at), ...texts.slice(at - by)]
      : [...texts.slice(0, at), ...texts.slice(at - by, at), ...texts.slice(at)]
  return entries(written.join(' '))
}

test('a sheet that leaves out a full move goes on in step, and it is told from where', () => {
  const told = reconcile({ start, white: entries(GAME), black: outOfStep(9, -2) })
  expect(sans(told)).toBe(GAME)
  expect(told.differences).toEqual([])
  expect(told.shifts).toEqual([{ side: 'black', ply: 9, by: -2, orAt: [] }])
  expect(told.differsFrom).toBe(9)
  expect(told.doubts).toEqual([
    { ply: 9, candidates: ['O-O'] },
    { ply: 10, candidates: ['Be7'] },
  ])
})

test('a full move written twice is read once; which of the two is surplus nobody can say', () => {
  const told = reconcile({ start, white: outOfStep(13, 2), black: entries(GAME) })
  expect(sans(told)).toBe(GAME)
  expect(told.shifts).toEqual([{ side: 'white', ply: 13, by: 2, orAt: [11, 12] }])
  expect(told).toMatchObject({ differsFrom: 13, differences: [], doubts: [] })
})

test('a single move left out puts White’s moves into Black’s column; both sheets may go out of step', () => {
  const told = reconcile({ start, white: outOfStep(6, -1), black: outOfStep(15, -2) })
  expect(sans(told)).toBe(GAME)
  expect(told.shifts.map(({ side, ply, by }) => [side, ply, by])).toEqual([
    ['white', 6, -1],
    ['black', 15, -2],
  ])
  expect(told.differsFrom).toBe(6)
})

test('with the board as witness one sheet out of step is enough to see it', () => {
  const position = initialPosition()
  const board = GAME.split(' ').map((san) => {
    const move = legalMoves(position).find((each) => writeSan(position, each) === san) as Move
    play(position, move)
    return move
  })
  const told = reconcile({ start, white: [], black: outOfStep(11, -2), board })
  expect(sans(told)).toBe(GAME)
  expect(told.shifts).toEqual([{ side: 'black', ply: 11, by: -2, orAt: [] }])
  expect(told.differences).toEqual([])
})

test('where pieces go to and fro nobody can say which of the like moves was left out', () => {
  const game = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 Nc3 Nc6 Bc4 Bc5 d3 d6'
  const short = 'Nf3 Nf6 Ng1 Ng8 e4 e5 Nc3 Nc6 Bc4 Bc5 d3 d6'
  const told = reconcile({ start, white: entries(game), black: entries(short) })
  expect(sans(told)).toBe(game)
  expect(told.shifts.reduce((sum, { by }) => sum + by, 0)).toBe(-4)
  const [first] = told.shifts
  expect([first?.ply, ...(first?.orAt ?? [])]).toContain(1)
})

test('one odd word is no sheet out of step', () => {
  const white = entries(GAME.replace('Bb3', 'Be3'))
  const told = reconcile({ start, white, black: entries(GAME) })
  expect(told).toMatchObject({ shifts: [], differsFrom: 13 })
  expect(sans(told)).toBe(GAME)
})

function squares(moves: readonly Move[]): string[] {
  const position = initialPosition()
  return moves.map((move) => {
    const uci = uciOf(position, move)
    play(position, move)
    return uci
  })
}

type Pick = ReturnType<typeof numbers>

function inventLine(pick: Pick): Move[] {
  const position: Position = clone(start)
  const moves: Move[] = []
  for (let ply = 0, most = 20 + pick(60); ply < most; ply++) {
    const legal = legalMoves(position)
    if (legal.length === 0) break
    const move = legal[pick(legal.length)] as Move
    play(position, move)
    moves.push(move)
  }
  return moves
}

/** A sheet as time trouble leaves it: entries missing, letters wrong, neighbours changed round. */
function damaged(whole: readonly Entry[], pick: Pick): Entry[] {
  const texts = whole.map(({ text }) => text)
  for (let ply = 0; ply < texts.length; ply++) {
    const text = texts[ply] as string
    const kind = pick(100)
    if (kind < 5) texts[ply] = ''
    else if (kind < 9) {
      const at = pick(text.length)
      texts[ply] = `${text.slice(0, at)}${'abcdefgh12345678NBRQKSLTD'[pick(25)]}${text.slice(at + 1)}`
    } else if (kind < 11 && ply + 1 < texts.length) {
      ;[texts[ply], texts[ply + 1]] = [texts[ply + 1] as string, text]
      ply++
    }
  }
  return texts.flatMap((text, index) => (text === '' ? [] : [{ ply: index + 1, text }]))
}

/** Leaves out a full move somewhere, or writes one twice: what follows stands under other numbers. */
function shifted(whole: readonly Entry[], pick: Pick): Entry[] {
  const at = pick(whole.length - 8)
  const rest = whole.slice(pick(2) === 0 ? at + 2 : Math.max(at - 2, 0))
  return [...whole.slice(0, at), ...rest].map(({ text }, index) => ({ ply: index + 1, text }))
}

/** The game and what became of it; fails where a wrong move was not told as doubtful. */
function judged(seed: number, line: readonly Move[], told: ReturnType<typeof reconcile>) {
  const doubtful = new Set(told.doubts.map(({ ply }) => ply))
  const truth = squares(line)
  // A wrong move may carry others with it whose texts fit there too; the first one must have been told.
  const wrong = told.plies.find(({ ply, uci }) => uci !== truth[ply - 1])
  if (wrong !== undefined) {
    const said = `game ${seed}, ply ${wrong.ply}: ${wrong.san} (${wrong.uci}) for ${truth[wrong.ply - 1]}`
    expect(doubtful.has(wrong.ply), said).toBe(true)
  }
  const right = told.plies.filter(({ ply, uci }) => uci === truth[ply - 1]).length
  return { plies: truth.length, doubts: doubtful.size, right }
}

test('games of which one sheet is out of step are the true games, or it is told at which plies nobody knows', () => {
  const games = trials(10, 200)
  let [plies, right, whole] = [0, 0, 0]
  for (let seed = 1; seed <= games; seed++) {
    const pick = numbers(seed * 6121)
    const line = inventLine(pick)
    const written = () => sheet(line, LANGUAGES[pick(LANGUAGES.length)])
    const sheets = [damaged(written(), pick), shifted(written(), pick)] as const
    const [white, black] = pick(2) === 0 ? sheets : [sheets[1], sheets[0]]
    const found = judged(seed, line, reconcile({ start, white, black }))
    plies += found.plies
    right += found.right
    if (found.right === found.plies) whole++
  }
  process.stderr.write(`${games} games out of step: ${whole} whole, ${right} of ${plies} plies right\n`)
  expect(right / plies).toBeGreaterThan(0.97)
}, 900_000)

test('games whose sheets were damaged at random are the true games, or it is told at which plies nobody knows', () => {
  const games = trials(25, 500)
  let [plies, doubts, healed, whole] = [0, 0, 0, 0]
  for (let seed = 1; seed <= games; seed++) {
    const pick = numbers(seed * 7919)
    const line = inventLine(pick)
    const written = () => sheet(line, LANGUAGES[pick(LANGUAGES.length)])
    const [white, black] = [damaged(written(), pick), damaged(written(), pick)]
    const found = judged(seed, line, reconcile({ start, white, black }))
    plies += found.plies
    doubts += found.doubts
    healed += found.right
    if (found.right === found.plies) whole++
  }
  process.stderr.write(
    `${games} games: ${whole} whole, ${healed} of ${plies} plies right, ${doubts} told as doubtful\n`,
  )
  expect(healed / plies).toBeGreaterThan(0.97)
}, 1_800_000)
