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

test('games whose sheets were damaged at random are the true games, or it is told at which plies nobody knows', () => {
  const games = trials(25, 500)
  let [plies, doubts, healed, whole] = [0, 0, 0, 0]
  for (let seed = 1; seed <= games; seed++) {
    const pick = numbers(seed * 7919)
    const line = inventLine(pick)
    const written = () => sheet(line, LANGUAGES[pick(LANGUAGES.length)])
    const [white, black] = [damaged(written(), pick), damaged(written(), pick)]
    const told = reconcile({ start, white, black })
    const doubtful = new Set(told.doubts.map(({ ply }) => ply))
    const truth = squares(line)
    // A wrong move may carry others with it whose texts fit there too; the first one must have been told.
    const wrong = told.plies.find(({ ply, uci }) => uci !== truth[ply - 1])
    if (wrong !== undefined) {
      const said = `game ${seed}, ply ${wrong.ply}: ${wrong.san} (${wrong.uci}) for ${truth[wrong.ply - 1]}`
      expect(doubtful.has(wrong.ply), said).toBe(true)
    }
    const right = told.plies.filter(({ ply, uci }) => uci === truth[ply - 1]).length
    plies += truth.length
    doubts += doubtful.size
    healed += right
    if (right === truth.length) whole++
  }
  process.stderr.write(
    `${games} games: ${whole} whole, ${healed} of ${plies} plies right, ${doubts} told as doubtful\n`,
  )
  expect(healed / plies).toBeGreaterThan(0.97)
}, 300_000)
