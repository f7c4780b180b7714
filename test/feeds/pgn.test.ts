import { Chess } from 'chessops/chess'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { fold } from '../../domain/game/index.ts'
import { readPgn } from '../../domain/pgn/index.ts'
import { importText, stored } from '../ingest/kit.ts'
import { inventGames } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { openTable, type Table } from './kit.ts'

const pgn = ({ witness }: Table, view?: 'strict' | 'text' | 'split') =>
  renderPgn(witness.fold.state, 'G', view)

const tagOf = (text: string, name: string) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(text)?.[1]

/** The export of what a text was imported to, and both read again. */
function throughTheRecord(text: string) {
  const given = readPgn(text)
  const written = importText(text).map(({ plan }) => renderPgn(fold(stored(plan.reports)), plan.id))
  return { given, written, back: written.map((each) => readPgn(each)[0]!) }
}

test('a game in progress, byte for byte', () => {
  const table = openTable()
  table.moves('e4 e5 Nf3')
  expect(pgn(table)).toBe(`[Event "Club"]
[Site "Hall"]
[Date "2026.03.14"]
[Round "2.5"]
[White "Anna"]
[Black "Boris"]
[Result "*"]
[WhiteElo "2101"]
[WhiteTitle "WFM"]
[WhiteFideId "1001"]
[TimeControl "5400+30"]
[UTCDate "2026.03.14"]
[UTCTime "14:00:00"]
[Board "5"]
[Termination "unterminated"]
[PlyCount "3"]
[GameId "G"]
[Clock "B/1:30:50"]
[WhiteClock "1:31:10"]
[BlackClock "1:30:50"]
[ReferenceTime "2026-03-14T14:00:30.000Z"]

1. e4 {[%clk 1:30:50][%emt 0:00:10]} 1... e5 {[%clk 1:30:50][%emt 0:00:10]} 2.
Nf3 {[%clk 1:31:10][%emt 0:00:10]} *
`)
})

test('an ended game has no running clock, and says by which rule it ended', () => {
  const table = openTable()
  table.moves('f3 e5 g4 Qh4')
  const text = pgn(table)
  expect(text).toContain('[%emt 0:00:10][%rec reason,checkmate]} 0-1')
  expect(tagOf(text, 'Result')).toBe('0-1')
  expect(tagOf(text, 'Termination')).toBe('normal')
  expect(tagOf(text, 'WhiteClock')).toBeUndefined()
})

test('a clock that was stopped for a while does not make a move long', () => {
  const table = openTable()
  table.moves('e4')
  table.tell('clocks-stopped', 'arbiter', {}, 5)
  table.tell('clocks-started', 'arbiter', { side: 'black' }, 3600)
  table.moves('e5')
  expect(pgn(table)).toContain('1... e5 {[%clk 1:30:45][%emt 0:00:15]}')
})

const endings: [string, (table: Table) => void, { result: string; marker: string; termination: string }][] = [
  [
    'a resignation',
    (t) => t.tell('resigned', 'white'),
    { result: '0-1', marker: '0-1', termination: 'normal' },
  ],
  [
    'a flag',
    (t) => {
      t.tell('flag-fallen', 'clock', { side: 'white' }, 5500)
      t.tell('flag-noticed', 'arbiter', { side: 'white' })
    },
    { result: '0-1', marker: '0-1', termination: 'time forfeit' },
  ],
  [
    'a default',
    (t) => t.tell('result-set', 'arbiter', { white: '+', black: '-', reason: 'did not come' }),
    { result: '1-0', marker: '1-0', termination: 'rules infraction' },
  ],
  [
    'a double forfeit',
    (t) => t.tell('result-set', 'arbiter', { white: '-', black: '-', reason: 'neither came' }),
    { result: '0-0', marker: '*', termination: 'rules infraction' },
  ],
  [
    'half a point for one',
    (t) => t.tell('result-set', 'arbiter', { white: '½', black: '0', reason: 'adjudication' }),
    { result: '1/2-0', marker: '*', termination: 'adjudication' },
  ],
  [
    'a draw from the scoresheets',
    (t) => t.tell('result-set', 'arbiter', { white: '½', black: '½', reason: 'as signed' }),
    { result: '1/2-1/2', marker: '1/2-1/2', termination: 'normal' },
  ],
]

for (const [name, end, { result, marker, termination }] of endings) {
  test(`${name}: the result and how far PGN can say why`, () => {
    const table = openTable()
    table.moves('e4 e5')
    end(table)
    const text = pgn(table)
    expect([tagOf(text, 'Result'), text.trim().split(/\s/).at(-1), tagOf(text, 'Termination')]).toEqual([
      result,
      marker,
      termination,
    ])
  })
}

test('a marker of no standard is written where the dialect is asked for alone, and the tag has it in every view', () => {
  const table = openTable()
  table.tell('result-set', 'arbiter', { white: '-', black: '-', reason: 'neither came' })
  for (const view of ['strict', 'text', 'split'] as const) {
    expect(pgn(table, view).trim().endsWith('*')).toBe(true)
    expect(tagOf(pgn(table, view), 'Result')).toBe('0-0')
    expect(
      renderPgn(table.witness.fold.state, 'G', view, { dialect: 'lichess' }).trim().endsWith('\n0-0'),
    ).toBe(true)
  }
})

test('no arbiter’s words get into a feed that everybody may read', () => {
  const table = openTable()
  table.tell('result-set', 'arbiter', { white: '0', black: '1', reason: 'telephone in the pocket' })
  for (const view of ['strict', 'text', 'split'] as const) expect(pgn(table, view)).not.toContain('telephone')
})

/** Black does not see the check; nobody does. */
function withIllegalMove(details: Parameters<typeof openTable>[0] = {}): Table {
  const table = openTable(details)
  table.moves('e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ Nf6 d3 bxc6')
  return table
}

test('the strict view ends before an illegal move, and does not say that it stood while it may be put right', () => {
  const table = withIllegalMove()
  const comment = () => pgn(table).replaceAll(/\s+/g, ' ')
  expect(comment()).toContain('Here Black made a move that is not legal, Ng8-f6.')
  table.tell('draw-offered', 'white')
  table.tell('draw-accepted', 'black')
  expect(comment()).toContain('Here Black made a move that is not legal, Ng8-f6, and it stood.')
})

test('the strict view ends before an illegal move that stood, and says so', () => {
  const text = pgn(withIllegalMove({ play: 'rapid', supervision: 'limited' }))
  const [game] = readPgn(text)
  expect(game!.moves.map((move) => move.text).at(-1)).toBe('Bxc6+')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Here Black made a move that is not legal, Ng8-f6, and it stood.',
  )
  expect(text.trim().endsWith('*')).toBe(true)
})

test('the text view writes an illegal move as it was made', () => {
  const [game] = readPgn(pgn(withIllegalMove(), 'text'))
  expect(game!.moves.map((move) => move.text)).toEqual([
    'e4',
    'e5',
    'Nf3',
    'Nc6',
    'Bb5',
    'd6',
    'Bxc6+',
    'Ng8-f6',
    'd3+',
    'bxc6',
  ])
})

test('the split view goes on from the position after it, in a game of its own', () => {
  const table = withIllegalMove()
  table.tell('resigned', 'black')
  const games = readPgn(pgn(table, 'split'))
  expect(games.map(({ moves, result }) => [moves.length, result])).toEqual([
    [7, '*'],
    [1, '1-0'],
  ])
  // With Black in check and White to move nobody can set a board up; the part begins where that is over.
  expect(games[1]!.before.comments.join(' ')).toContain('d3+')
  const [first, second] = games.map(({ tags }) => Object.fromEntries(tags))
  expect(second!['FEN']).toBe('r1bqkb1r/ppp2ppp/2Bp1n2/4p3/4P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 5')
  expect([first!['GameId'], second!['GameId']]).toEqual(['G', 'G-part2'])
})

test('a move that the arbiter took back is not in the game', () => {
  const table = openTable()
  table.moves('e4 e5 Ke3')
  table.tell('position-restored', 'arbiter', { seq: 6 })
  table.moves('Nf3')
  expect(readPgn(pgn(table))[0]!.moves.map(({ text }) => text)).toEqual(['e4', 'e5', 'Nf3'])
})

test('a Chess960 game carries what its readers need', () => {
  const text = pgn(openTable({ start: { chess960: 534 } }))
  expect(tagOf(text, 'Variant')).toBe('Chess960')
  expect(tagOf(text, 'SetUp')).toBe('1')
  expect(tagOf(text, 'FEN')).toBe('rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1')
})

test('what goes through the record comes out with the same moves, clocks, results and tags', () => {
  const text = `[Event "Open, \\"Old Mill\\""]
[Site "C:\\\\hall"]
[Date "2024.??.??"]
[Round "4"]
[White "Žižka, Jan"]
[Black "?"]
[Result "1-0"]
[Board "12"]
[TimeControl "90 min + 30 sec"]
[WhiteClock "1:00:00"]
[ePGN "0.1"]

{before all} 1. e4 {[%clk 1:30:58]} e5 {[%emt 0:00:09]} 2. Nf3 $1 {[%clk 1:31:20.5][%eval 0.31] good} Nc6
3. Bb5 {[%clk 1:31:00][%emt 0:00:50]} 1-0

[Event "Short"]
[Result "1/2-0"]
[Termination "adjudication"]

1. d4 {[%emt 0:00:03]} d5 *
`
  const { given, back } = throughTheRecord(text)
  for (const [index, game] of given.entries()) {
    const { moves, before, tags, result } = back[index]!
    const figures = (move: (typeof moves)[number]) => [
      move.text,
      move.clk,
      move.emt,
      move.nags,
      move.comments,
      move.commands,
    ]
    expect(moves.map(figures)).toEqual(game.moves.map(figures))
    expect(before).toEqual(game.before)
    expect(result).toBe(game.result)
    expect(tags).toEqual(expect.arrayContaining([...game.tags]))
  }
})

test('what has gone through the record once comes out the same for ever', () => {
  for (const { pgn: text } of inventGames(trials(20), 11, 60)) {
    const once = throughTheRecord(text).written.join('')
    expect(throughTheRecord(once).written.join('')).toBe(once)
  }
})

test('an independent reader plays our games to the same positions', () => {
  for (const game of inventGames(trials(20), 5)) {
    const [written] = throughTheRecord(game.pgn).written
    const [parsed] = parsePgn(written!)
    const position = startingPosition(parsed!.headers).unwrap()
    const moves = [...parsed!.moves.mainline()].map(({ san }) => {
      const move = parseSan(position, san)
      if (move === undefined) throw new Error(`${san} is no move here`)
      position.play(move)
      return san
    })
    expect(moves).toEqual(game.plies.map(({ san }) => san))
    expect(position).toBeInstanceOf(Chess)
  }
})
