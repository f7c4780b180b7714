import { Chess } from 'chess.js'
import { expect, test } from 'vitest'
import {
  countedGame,
  liveChessGame,
  liveChessIndex,
  liveChessTournament,
} from '../../domain/formats/livechess.ts'
import { clockFaults, gameFaults, indexFaults, liveChessMove, tournamentFaults } from './format-rules.ts'
import { openTable, START } from './kit.ts'

const CONTROL = { periods: [{ time: 5_400_000, bonus: 30_000 }] }

function inPlay() {
  const table = openTable({
    white: { name: 'Abara, Nkem Ify', fideId: '90000001', title: 'FM', federation: 'NGR' },
  })
  table.moves('e4 e5 Nf3')
  return table
}

function drawn() {
  const table = openTable()
  table.moves('e4 e5')
  table.tell('draw-offered', 'white')
  table.tell('draw-accepted', 'black')
  return table
}

const defaulted = () => {
  const table = openTable()
  table.tell('result-set', 'arbiter', { white: '+', black: '-', reason: 'nobody should read this' })
  return table
}

test('a round as LiveChess Cloud serves it: tournament, index and games obey the rules of their fields', () => {
  const states = [inPlay().state, drawn().state, defaulted().state]
  const tournament = liveChessTournament(
    { id: 'T', name: 'Open', site: 'Porto Novo BEN', timeControl: CONTROL },
    [{ number: 2, games: states.map(countedGame) }],
  )
  expect(tournamentFaults(tournament)).toEqual([])
  expect(tournament).toMatchObject({
    country: 'BEN',
    rules: 'STANDARD',
    chess960: 'STANDARD',
    timecontrol: '90\'+30"',
    rounds: [
      { count: 0, live: 0 },
      { count: 3, live: 1 },
    ],
  })
  const index = liveChessIndex('2026-03-14', states)
  expect(indexFaults(index, tournament.rounds[1]!)).toEqual([])
  expect(index.pairings.map(({ result, live }) => [result, live])).toEqual([
    ['*', true],
    ['1/2-1/2', false],
    ['1-0', false],
  ])
  expect(index.pairings[0]!.white).toEqual({
    fname: 'Nkem Ify',
    mname: null,
    lname: 'Abara',
    title: 'FM',
    federation: 'NGR',
    gender: null,
    fideid: 90000001,
  })
  for (const [k, state] of states.entries()) expect(gameFaults(liveChessGame(state, k + 1))).toEqual([])
})

test('a live game, field by field', () => {
  const game = liveChessGame(inPlay().state, 7)
  expect(game).toEqual({
    live: true,
    serialNr: '7',
    firstMove: START + 10_000,
    chess960: 518,
    result: null,
    comment: null,
    clock: { white: 5470, black: 5450, run: false, time: START + 30_000 },
    moves: ['e4 5450+10', 'e5 5450+10', 'Nf3 5470+10'],
  })
})

test('an ended game has a word for its result, a stopped clock, and nobody’s free text', () => {
  expect(liveChessGame(drawn().state, 1)).toMatchObject({ live: false, result: 'DRAW', clock: { run: null } })
  const game = liveChessGame(defaulted().state, 1)
  expect(game).toMatchObject({ result: 'WHITEWIN', comment: 'by forfeit', moves: [] })
})

test('a game nobody has begun is not played; a double loss, which has no word, is reported in the comment', () => {
  const table = openTable()
  table.tell('result-set', 'arbiter', { white: '0', black: '0', reason: 'both' })
  expect(liveChessGame(table.state, 1)).toMatchObject({ result: null, comment: 'result 0-0' })
  expect(liveChessIndex(null, [table.state]).pairings[0]!.result).toBe('*')
})

test('Chess960 games carry their number, whether the start was given so or as a FEN', () => {
  const numbered = openTable({ start: { chess960: 534 } }).state
  const spelt = openTable({
    start: { fen: 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1' },
  }).state
  expect([numbered, spelt].map((state) => liveChessGame(state, 1).chess960)).toEqual([534, 534])
  const rounds = [{ number: 1, games: [countedGame(numbered)] }]
  expect(liveChessTournament({ id: 'T', name: 'Open' }, rounds).chess960).toBe('CHESS960')
  const odd = openTable({ start: { fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' } }).state
  expect(liveChessGame(odd, 1)).toMatchObject({
    chess960: 518,
    comment: 'started from 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
  })
})

test('an illegal move that stood is written as it was made, and what follows it too', () => {
  const table = openTable()
  table.moves('e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ Nf6 d3 bxc6')
  const { moves } = liveChessGame(table.state, 1)
  expect(moves).toHaveLength(10)
  expect(liveChessMove(moves[7]!)!.san).toBe('Ng8-f6')
  const board = new Chess()
  for (const move of moves.slice(0, 7)) board.move(liveChessMove(move)!.san)
  expect(board.fen()).toContain(' b ')
})

test('clocks hold the increment already, as the pollers of LiveChess expect', () => {
  const table = openTable()
  table.moves('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7')
  // The bonus for the first move is on the clock when play begins.
  expect(clockFaults(liveChessGame(table.state, 1).moves, 5430, 30)).toEqual([])
})
