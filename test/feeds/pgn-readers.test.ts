/** What two independent readers, chess.js and chessops, make of our PGN. */
import { readFileSync } from 'node:fs'
import { Chess as ChessJs } from 'chess.js'
import { makeFen } from 'chessops/fen'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { fenOf, fold, type GameState, pathOf } from '../../domain/game/index.ts'
import { readPgn, tagOf } from '../../domain/pgn/index.ts'
import { importText, stored } from '../ingest/kit.ts'
import { inventGames } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { pgnLineFaults } from './format-rules.ts'
import { openTable } from './kit.ts'

/** Moves and last position (first two fields) as each reader has them; a string says why it reads nothing. */
type Read = { readonly moves: number; readonly fen: string } | string

function byChessops(pgn: string): Read {
  const [game, ...more] = parsePgn(pgn)
  if (game === undefined || more.length > 0) return `${more.length + 1} games`
  const start = startingPosition(game.headers)
  if (start.isErr) return String(start.error)
  const position = start.value
  let moves = 0
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(position, san)
    if (move === undefined) return `${san} is no move`
    position.play(move)
    moves++
  }
  return { moves, fen: makeFen(position.toSetup()).split(' ').slice(0, 2).join(' ') }
}

function byChessJs(pgn: string): Read {
  const board = new ChessJs()
  try {
    board.loadPgn(pgn)
  } catch (error) {
    return (error as Error).message
  }
  return { moves: board.history().length, fen: board.fen().split(' ').slice(0, 2).join(' ') }
}

const states = (text: string): GameState[] => importText(text).map(({ plan }) => fold(stored(plan.reports)))

const isSame = (a: Read, b: Read): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What stands at the end of the strict view: where the first move that is not legal would follow. */
function expected(state: GameState): Read {
  const path = pathOf(state)
  const end = path.findIndex(({ move }, k) => k > 0 && (move === null || !move.legal))
  const shown = end < 0 ? path : path.slice(0, end)
  return { moves: shown.length - 1, fen: fenOf(state.points, shown.at(-1)).split(' ').slice(0, 2).join(' ') }
}

test('both readers play every ordinary game of ours to its last position', () => {
  for (const { pgn, chess960 } of inventGames(trials(30), 23)) {
    const [state] = states(pgn) as [GameState]
    const text = renderPgn(state, 'G')
    expect(pgnLineFaults(text)).toEqual([])
    expect(byChessops(text)).toEqual(expected(state))
    if (chess960 === null) expect(byChessJs(text)).toEqual(expected(state))
  }
})

test('chessops plays our Chess960 games, castling included; chess.js knows ordinary chess only', () => {
  const table = openTable({ start: { chess960: 534 } })
  table.moves('e4 e5 Nf3 Nf6 Bc4 Bc5 Qe2 Qe7 O-O O-O c3')
  const text = renderPgn(table.state, 'G')
  expect(byChessops(text)).toEqual(expected(table.state))
  expect(byChessJs(text)).toMatch(/castling/i)
})

const sample = (name: string): string => readFileSync(new URL(`samples/pgn/${name}`, import.meta.url), 'utf8')

/** Sample games that a reader does not read in a view, and why. All others are read by both. */
const UNREAD: Readonly<Record<string, string>> = {
  'live-chess960.pgn 1 strict chess.js': 'Chess960: it castles its own way',
  'tolerant-reader.pgn 4 text chess.js': 'an illegal move stood',
  'tolerant-reader.pgn 4 text chessops': 'an illegal move stood',
}

test('each sample game that went through the record is read by both readers, or is listed with the reason', () => {
  const unread = ['round-3-standard.pgn', 'live-chess960.pgn', 'tolerant-reader.pgn'].flatMap((name) =>
    states(sample(name)).flatMap((state, k) =>
      (['strict', 'text'] as const).flatMap((view) => {
        const text = renderPgn(state, `G${k}`, view)
        return Object.entries({ chessops: byChessops(text), 'chess.js': byChessJs(text) }).flatMap(
          ([reader, read]) =>
            typeof read === 'string' || (view === 'strict' && !isSame(read, expected(state)))
              ? [`${name} ${k + 1} ${view} ${reader}`]
              : [],
        )
      }),
    ),
  )
  expect(unread.sort()).toEqual(Object.keys(UNREAD).sort())
})

test('every part of a split game is a game of its own to both readers', () => {
  const [, , , state] = states(sample('tolerant-reader.pgn')) as GameState[]
  const parts = renderPgn(state!, 'G', 'split')
    .split('\n\n[Event')
    .map((part, k) => (k === 0 ? part : `[Event${part}`))
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) {
    expect(byChessops(part)).toMatchObject({ moves: expect.any(Number) })
    expect(byChessJs(part)).toMatchObject({ moves: expect.any(Number) })
  }
})

test('a FEN that nobody can set up stops no strict reader, and the text view keeps tag and moves', () => {
  const text =
    '[FEN "8/8/8/8/8/8/8/no w - - 0 1"]\n[SetUp "1"]\n\n1. Kd4 {[%emt 0:00:05] so} Kd6 2. Ke4 1-0\n'
  const [state] = states(text) as [GameState]
  const strict = renderPgn(state, 'G')
  expect(byChessops(strict)).toEqual({ moves: 0, fen: expect.any(String) })
  expect(byChessJs(strict)).toEqual({ moves: 0, fen: expect.any(String) })
  expect(strict).toContain('which nobody could replay')
  const [game] = readPgn(renderPgn(state, 'G', 'text'))
  expect(Object.fromEntries(game!.tags)).toMatchObject({ FEN: '8/8/8/8/8/8/8/no w - - 0 1', SetUp: '1' })
  expect(game!.moves.map((move) => [move.text, move.emt, move.comments])).toEqual([
    ['Kd4', 5000, ['so']],
    ['Kd6', undefined, []],
    ['Ke4', undefined, []],
  ])
  expect(game!.result).toBe('1-0')
})

test('a text that cannot be read as a move stays in the text view with all that followed it', () => {
  const text = '[Event "x"]\n\n1. e4 e5 2. Zz9 Nc6 3. Bb5 0-1\n'
  const [state] = states(text) as [GameState]
  expect(readPgn(renderPgn(state, 'G', 'text'))[0]!.moves.map((move) => move.text)).toEqual([
    ...['e4', 'e5', 'Zz9', 'Nc6', 'Bb5'],
  ])
  const strict = readPgn(renderPgn(state, 'G'))[0]!
  expect([strict.moves.length, strict.result, tagOf(strict, 'Result')]).toEqual([2, '0-1', '0-1'])
})

test('the dialect is chosen apart from the view, and clocks can be left out of every view', () => {
  const table = openTable()
  table.moves('e4 e5')
  table.tell('result-set', 'arbiter', { white: '-', black: '-', reason: 'both' })
  const marker = (
    ...options: Parameters<typeof renderPgn> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) =>
    renderPgn(table.state, 'G', ...options)
      .trim()
      .split(/\s/)
      .at(-1)
  expect(marker('strict', { dialect: 'lichess' })).toBe('0-0')
  expect(marker('text', { dialect: 'standard' })).toBe('*')
  const live = openTable()
  live.moves('e4 e5')
  for (const view of ['strict', 'text', 'split'] as const)
    expect(renderPgn(live.state, 'G', view, { clocks: false })).not.toMatch(/%clk|%emt|Clock|ReferenceTime/)
})

test('the clock tags of a live game are whole seconds, and an adjourned game has none', () => {
  const table = openTable()
  table.moves('e4')
  table.witness.wait(1234)
  table.tell('draw-offered', 'black')
  expect(renderPgn(table.state, 'G')).toMatch(/\[BlackClock "1:30:28"\]/)
  table.tell('clocks-stopped', 'arbiter', {})
  table.tell('game-adjourned', 'arbiter', {})
  expect(renderPgn(table.state, 'G')).not.toContain('Clock')
})
