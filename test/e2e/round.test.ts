/** A round of invented games into a running host, and out again, beside an independent calculation. */
import { Chess } from 'chessops/chess'
import { parseFen } from 'chessops/fen'
import { parsePgn } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { makeUci } from 'chessops/util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeBundle, temporaryFolder, touchmove } from '../kit/command.ts'
import { type InventedGame, inventGames, numbers, standingAt } from '../kit/games.ts'
import { type HostHere, serveHere } from '../kit/host-here.ts'
import { runHere } from '../kit/run-here.ts'
import { trials } from '../kit/trials.ts'
import { type Client, client } from './kit.ts'

const SEED = 20260314
/** Of each game; what is wrong between two moves is wrong in many games. */
const INSTANTS = trials(6, 20)

const folder = temporaryFolder()
const games = inventGames(trials(24, 1000), SEED)
let host: HostHere
let reader: Client

beforeAll(async () => {
  host = await serveHere(folder.path)
  reader = client(host, 'reader')
})
afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

const TOURNAMENT = ['--tournament', 'invented'] as const
const importInto = (data: string, input: string) =>
  touchmove(['import', '-', ...TOURNAMENT, '--data', data], { input })
const textOf = (some: readonly InventedGame[]) => some.map(({ pgn }) => pgn).join('\n')

/** What is checked in whole on the way in is checked in part on other ways. */
const some = games.slice(0, 6)

test('the round is imported, each game once', { timeout: 600_000 }, async () => {
  const first = await importInto(folder.path, textOf(games))
  expect([first.code, first.stderr.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringContaining(`${games.length} games: ${games.length} new, 0 continued, 0 there already`),
  ])
  const again = await importInto(folder.path, textOf(some))
  expect(again.stderr).toContain(`${some.length} games: 0 new, 0 continued, ${some.length} there already`)
})

test('at any instant every game stands as an independent calculation says', {
  timeout: 600_000,
}, async () => {
  const pick = numbers(SEED + 1)
  for (const game of games) {
    const last = game.plies.at(-1)?.at ?? game.startedAt
    const instants = Array.from(
      { length: INSTANTS },
      () => game.startedAt + pick(last - game.startedAt + 30_000),
    )
    for (const instant of instants) {
      const { fen, plies, turn, clocks } = standingAt(game, instant)
      const state = await reader.get(`/games/${game.id}/state?at=${new Date(instant).toISOString()}`)
      const { white, black, running } = state.clocks
      const where = `${game.id} at ${new Date(instant).toISOString()}`
      expect(
        { fen: state.fen, plies: state.moves.length, turn: state.turn, clocks: { white, black, running } },
        where,
      ).toEqual({
        fen,
        plies,
        turn,
        clocks,
      })
    }
  }
})

test('the moves in the record are those that were played', async () => {
  for (const game of games) {
    const { moves } = await reader.get(`/games/${game.id}`)
    expect(
      moves.map((move: { uci: string; san: string; clock: number }) => [move.san, move.uci, move.clock]),
    ).toEqual(game.plies.map(({ san, uci, clock }) => [san, uci, clock]))
  }
})

/** Plays a PGN mainline with chessops and names its moves as chessops does. */
function playedBy(game: InventedGame, sans: readonly string[]): string[] {
  const position = Chess.fromSetup(parseFen(game.startFen).unwrap()).unwrap()
  return sans.map((san) => {
    const move = parseSan(position, san)
    if (move === undefined) throw new Error(`${game.id}: ${san} is no move`)
    position.play(move)
    return makeUci(move)
  })
}

test('the round’s PGN parses elsewhere, with the same moves and results', async () => {
  const parsed = parsePgn(await reader.text('/tournaments/invented/rounds/1.pgn'))
  expect(parsed).toHaveLength(games.length)
  for (const [index, { headers, moves }] of parsed.entries()) {
    const game = games[index]!
    const sans = [...moves.mainline()].map(({ san }) => san)
    expect([headers.get('GameId'), headers.get('Result')]).toEqual([game.id, game.result])
    expect(playedBy(game, sans)).toEqual(
      playedBy(
        game,
        game.plies.map(({ san }) => san),
      ),
    )
  }
})

test('exported and imported elsewhere, the round is the same round', { timeout: 600_000 }, async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  const importHere = (data: string, input: string) =>
    runHere(['import', '-', ...TOURNAMENT, '--data', data], { input })
  const exported = async (data: string) =>
    (await runHere(['export', ...TOURNAMENT, '--format', 'pgn', '--data', data])).stdout
  await importHere(one.path, textOf(some))
  const text = await exported(one.path)
  await importHere(other.path, text)
  expect(await exported(other.path)).toBe(text)
  one.remove()
  other.remove()
})
