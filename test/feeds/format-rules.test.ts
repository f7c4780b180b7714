/** The rules hold of the samples they were written for, and do find faults. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  clockFaults,
  gameFaults,
  indexFaults,
  liveChessMove,
  pgnClocks,
  pgnLineFaults,
  tournamentFaults,
  trfFaults,
  trfPlayers,
} from './format-rules.ts'

const sample = (name: string): string => readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8')
const json = (name: string) => JSON.parse(sample(name))

test('the sample reports obey the rules of their columns', () => {
  for (const name of ['trf/harbour-city.trf16', 'trf/harbour-city.trf26']) {
    expect(trfPlayers(sample(name))).toHaveLength(6)
    expect(trfFaults(sample(name))).toEqual([])
  }
})

test('a wrong sum, a strange opponent and equal colours are found in a report', () => {
  const text = sample('trf/harbour-city.trf26')
  expect(trfFaults(text.replace('  3.0    1', '  3.5    1'))).toHaveLength(1)
  expect(trfFaults(text.replace('4 w 1     3 b =', '5 w 1     3 b ='))).not.toEqual([])
  expect(trfFaults(text.replace('4 w 1     3 b =', '4 b 1     3 b ='))).not.toEqual([])
})

test('the sample tree of LiveChess Cloud obeys the rules of its fields', () => {
  const tournament = json('lcc/tournament.json')
  expect(tournamentFaults(tournament)).toEqual([])
  expect(indexFaults(json('lcc/round-3/index.json'), tournament.rounds[2])).toEqual([])
  for (const game of [1, 2, 3]) {
    const document = json(`lcc/round-3/game-${game}.json`)
    expect(gameFaults(document)).toEqual([])
  }
  expect(clockFaults(json('lcc/round-3/game-1.json').moves, 5400, 30)).toEqual([])
  expect(['c4 +11', 'Nc3 5391', 'e6 5431+21', 'e4'].map(liveChessMove)).toEqual([
    { san: 'c4', clk: null, emt: 11 },
    { san: 'Nc3', clk: 5391, emt: null },
    { san: 'e6', clk: 5431, emt: 21 },
    { san: 'e4', clk: null, emt: null },
  ])
})

test('a field that is missing, strange or of another type is found in a LiveChess document', () => {
  const game = json('lcc/round-3/game-1.json')
  expect(gameFaults({ ...game, result: '1-0' })).toHaveLength(1)
  expect(gameFaults({ ...game, extra: 1 })).toEqual(['game has no extra'])
  expect(gameFaults({ ...game, moves: ['e4  5428'] })).toHaveLength(1)
  expect(clockFaults(['e4 5427+2'], 5400, 30)).toHaveLength(1)
})

test('the sample PGN obeys the rules of lines, and its clocks are those of the JSON', () => {
  const standard = sample('pgn/round-3-standard.pgn')
  expect(pgnLineFaults(standard)).toEqual([])
  const clocks = json('lcc/round-3/game-1.json').moves.map((move: string) => liveChessMove(move)!.clk)
  expect(pgnClocks(standard)).toEqual(clocks)
  expect(pgnClocks(sample('pgn/tolerant-reader.pgn'))).toHaveLength(4)
})
