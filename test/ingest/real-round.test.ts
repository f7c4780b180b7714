/** A round as DGT LiveChess wrote it at a venue, where the material is at hand; a short piece of the same kind everywhere. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { fold } from '../../domain/game/index.ts'
import { readPgn } from '../../domain/pgn/index.ts'
import { importText, stored } from './kit.ts'

const VENUE = join(import.meta.dirname, '../../../shared/real/livechess-round/games.pgn')

const PIECE = `[ePGN "0.1;DGT LiveChess/2.2.5"]
[Event "Village Rapid"]
[Site "Hall"]
[Date "????.??.??"]
[Round "1.4"]
[White "One, A"]
[Black "Two, B"]
[Result "0-1"]
[TimeControl "15 min/game + 10 sec/move"]

1. c4 {[%clk 00:15:20]} {[%emt 00:53:26]} e5 {[%clk 00:15:17]} {[%emt
00:00:03]} 2. b3 {[%emt 00:00:04]} Nc6 {[%clk 00:15:24]} {[%emt 00:00:01]} 3.
Bb2 {[%clk 00:00:00]} {[%emt 00:00:01]} Nf6 {[%clk 00:15:32]} 4. Nf3 {[%clk
00:15:45]} {[%emt 00:00:02]} 0-1
`

const texts: [string, string][] = [['a piece of a LiveChess round', PIECE]]
if (existsSync(VENUE)) texts.push(['the round of a venue', readFileSync(VENUE, 'utf8')])

for (const [name, text] of texts) {
  test(`${name}: every move is made, and every clock shows what the text says`, () => {
    const games = readPgn(text)
    for (const [index, { state, plan }] of importText(text).entries()) {
      const { moves } = games[index]!
      expect(state.moves).toHaveLength(moves.length)
      const differing = moves.flatMap(({ clk }, ply) =>
        clk !== undefined && clk !== state.moves[ply]!.clock ? [ply + 1] : [],
      )
      expect(differing, plan.id).toEqual([])
    }
  })

  test(`${name}: nothing is lost on the way through the record`, () => {
    const games = readPgn(text)
    for (const [index, { plan }] of importText(text).entries()) {
      const given = games[index]!
      const [back] = readPgn(renderPgn(fold(stored(plan.reports)), plan.id))
      expect(back!.moves.map(({ clk, emt, comments }) => [clk, emt, comments])).toEqual(
        given.moves.map(({ clk, emt, comments }) => [clk, emt, comments]),
      )
      expect(back!.result).toBe(given.result)
      expect(back!.tags).toEqual(expect.arrayContaining([...given.tags]))
    }
  })

  test(`${name}: what is odd is explained, with its line`, () => {
    const reasons = importText(text).flatMap(({ plan }) => plan.warnings)
    expect(reasons.every(({ line }) => line > 0)).toBe(true)
    const said = reasons.map(({ reason }) => reason).join('\n')
    expect(said).toMatch(/line break inside/)
    expect(said).toMatch(/have no %clk/)
    expect(said).toMatch(/0:53:26: a clock that was on before the game began/)
    expect(said).toMatch(/read as 0:00:00/)
  })
}

const SAMPLES = join(import.meta.dirname, '../../../shared/peers/feeds/samples/pgn')

/** Plies made of plies written, points, and plies that are not legal. */
const SAMPLE_GAMES: Record<string, [made: string, points: string | null, illegal: number[]][]> = {
  'round-3-standard.pgn': [
    ['20/20', '½½', []],
    ['0/0', '+-', []],
  ],
  'live-chess960.pgn': [['11/11', null, []]],
  'tolerant-reader.pgn': [
    ['0/0', '--', []],
    ['2/2', '½0', []],
    // A king that is put where it may not go says who won: its board shows it, and it is no move.
    ['7/8', '10', []],
    ['10/10', null, [8]],
  ],
}

if (existsSync(SAMPLES)) {
  for (const [file, expected] of Object.entries(SAMPLE_GAMES)) {
    test(`${file}: every game goes in, whatever is odd about it`, () => {
      const text = readFileSync(join(SAMPLES, file), 'utf8')
      const written = readPgn(text)
      const found = importText(text).map(({ state: { moves, result } }, index) => [
        `${moves.length}/${written[index]!.moves.length}`,
        result === null ? null : `${result.white}${result.black}`,
        moves.filter(({ legal }) => !legal).map(({ ply }) => ply),
      ])
      expect(found).toEqual(expected)
    })
  }
}
