/** Each ply of a reconciled game is the true one, or is reported as doubtful. */
import { expect, test } from 'vitest'
import { initialPosition, type Move } from '../../domain/chess/index.ts'
import { LANGUAGES } from '../../domain/notation/index.ts'
import { reconcile } from '../../domain/paper/index.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import {
  damaged,
  handedIn,
  inventLine,
  type Pick,
  sheet,
  shifted,
  squares,
  without,
  wrongPlies,
} from './sheets.ts'

type Harm = (whole: ReturnType<typeof sheet>, pick: Pick) => ReturnType<typeof sheet>

/** Reconciles as many games, each sheet harmed in its way, and fails where one has a wrong ply that is not reported. */
function tried(what: string, games: number, prime: number, harms: readonly [Harm, Harm]) {
  let [plies, right, whole, doubts] = [0, 0, 0, 0]
  const silent: number[] = []
  for (let seed = 1; seed <= games; seed++) {
    const pick = numbers(seed * prime)
    const line: readonly Move[] = inventLine(pick)
    const written = () => sheet(line, LANGUAGES[pick(LANGUAGES.length)])
    const sheets = harms.map((harm) => harm(written(), pick))
    if (harms[0] !== harms[1] && pick(2) === 1) sheets.reverse()
    const [white = [], black = []] = sheets
    const reconciled = reconcile({ start: initialPosition(), white, black })
    const truth = squares(line)
    const { wrong, untold } = wrongPlies(reconciled, truth)
    if (untold.length > 0) silent.push(seed)
    plies += truth.length
    right += reconciled.plies.length - wrong.length
    doubts += reconciled.doubts.length
    if (wrong.length === 0 && reconciled.plies.length === truth.length) whole++
  }
  expect(silent, `${what}: games with a wrong ply of which nothing is told`).toEqual([])
  const share = Math.round((1000 * doubts) / plies) / 10
  process.stderr.write(
    `${what}: ${games} games, ${whole} whole, ${right} of ${plies} plies right, ${share} % doubtful\n`,
  )
  return { right: right / plies, doubtful: doubts / plies }
}

test('games of which one sheet is out of step are the true games, or it is reported at which plies nobody knows', () => {
  const { right, doubtful } = tried('one sheet out of step', trials(8, 400), 6121, [damaged, shifted])
  expect(right).toBeGreaterThan(0.97)
  expect(doubtful).toBeLessThan(0.1)
}, 900_000)

test('games whose sheets were damaged at random are the true games, or it is reported at which plies nobody knows', () => {
  const { right, doubtful } = tried('both damaged', trials(8, 500), 7919, [damaged, damaged])
  expect(right).toBeGreaterThan(0.97)
  expect(doubtful).toBeLessThan(0.1)
}, 1_800_000)

/** Games with what an arbiter is handed of them. */
function* handedGames(games: number, bothForgot: boolean) {
  for (let seed = 1; seed <= games; seed++) {
    const pick = numbers(seed * 104729)
    const line = inventLine(pick, true)
    if (line.length >= 16) yield { seed, line, papers: handedIn(line, pick, bothForgot) }
  }
}

test('whatever befalls both sheets, no move is reported as certain that was not played', () => {
  for (const { seed, line, papers } of handedGames(trials(2, 400), false)) {
    const { untold } = wrongPlies(reconcile(papers), squares(line))
    expect(untold, `game ${seed}`).toEqual([])
  }
}, 900_000)

test('a full move that both players forgot is reported in most games once both sheets cannot be played on', () => {
  let [games, reconciled] = [0, 0]
  for (const { line, papers } of handedGames(trials(3, 100), true)) {
    const found = reconcile(papers)
    const at = papers.forgotten ?? line.length
    // As long as both sheets are a game without that move they agree, and nothing shows that it is missing.
    const game = without(line, at)
    if (papers.board.length <= at && found.plies.length <= game.length) continue
    games++
    if (wrongPlies(found, squares(line)).untold.length === 0) reconciled++
  }
  process.stderr.write(`forgotten by both: told in ${reconciled} of ${games} games\n`)
  expect(reconciled / games).toBeGreaterThan(0.7)
}, 900_000)

test('sheets that are empty, unreadable, endless or in odd script are answered', () => {
  const each = (text: string, count = 600) => Array.from({ length: count }, (_, i) => ({ ply: i + 1, text }))
  const start = initialPosition()
  for (const [white, black] of [
    [[], []],
    [each(''), each(' ')],
    [each('♞ř́🂡'), each('٣־ژ')],
    [each('Qh9'), each('e4')],
    [
      [{ ply: 20_000, text: 'e4' }],
      [
        { ply: -3, text: 'e4' },
        { ply: Number.NaN, text: 'd4' },
      ],
    ],
  ] as const) {
    const reconciled = reconcile({ start, white, black })
    expect(
      reconciled.plies.every(({ ply }) =>
        [...reconciled.doubts, ...reconciled.differences].some((it) => it.ply === ply),
      ),
    ).toBe(true)
  }
})
