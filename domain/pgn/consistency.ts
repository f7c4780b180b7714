/** Contradictions within the text of a game: clocks that do not add up, a result that the position on the board contradicts. */
import { isCheckmate, isStalemate, type Position, turnOf } from '../chess/index.ts'
import { parseTimeControl } from '../clock/index.ts'
import { writeClock } from './clock-text.ts'
import { type PgnGame, type PgnMove, type PgnProblem, tagOf } from './game.ts'
import { pgnProblem } from './problem.ts'

/** Clocks show whole seconds and may be read a second late, `%emt` likewise. */
const TOLERANCE_MS = 3_000
/** A first move that took this long: its clock was on before the game began. */
const IDLE_CLOCK_MS = 30 * 60_000

/**
 * Problems of times: readings that are missing, that are zero although the next one is not, that rise by more than the bonus, or that
 * contradict the time spent; a time control that cannot be read; a first move that began before the game.
 */
export function clockProblems(game: PgnGame): PgnProblem[] {
  const timed = game.moves.filter(({ clk }) => clk !== undefined).length
  const spent = game.moves.filter(({ emt }) => emt !== undefined).length
  if (timed === 0 && spent === 0) return []
  const problems: PgnProblem[] = []
  for (const [name, count] of [
    ['%clk', timed],
    ['%emt', spent],
  ] as const) {
    const missing = game.moves.length - count
    if (count > 0 && missing > 0) problems.push(missingReadings(game, name, missing))
  }
  const control = tagOf(game, 'TimeControl')
  const read = control === undefined ? null : parseTimeControl(control)
  if (read !== null && !read.ok)
    problems.push(pgnProblem(game.startLine, 'no-control', { why: read.error.message }))
  const first = game.moves[0]
  if (first?.emt !== undefined && first.emt >= IDLE_CLOCK_MS) {
    problems.push(pgnProblem(first.line, 'first-move-time', { time: writeClock(first.emt) }))
  }
  const bonus = read?.ok ? (read.value?.periods[0]?.bonus ?? 0) : null
  const [period] = (read?.ok ? read.value?.periods : undefined) ?? []
  for (const parity of [0, 1]) {
    const moves = game.moves.filter((_, index) => index % 2 === parity)
    // The bonus of the first move is on the clock at the start, and that of the second comes when it is pressed.
    const given = period === undefined ? null : period.time + 2 * (period.bonus ?? 0)
    const above = given === null ? null : aboveControl(game, moves[0], given)
    if (above !== null) problems.push(above)
    for (const [index, move] of moves.entries()) {
      const before = moves[index - 1]
      // A period of one move that repeats gives its time again with each.
      const added = period?.moves === 1 ? period.time : 0
      const allowed = bonus === null ? null : bonus + added
      const problem = before === undefined ? null : readingProblem(before, move, moves[index + 1], allowed)
      if (problem !== null) problems.push(problem)
    }
  }
  return problems.sort((a, b) => a.line - b.line)
}

/** A first reading of more than the time control gives: its figures are perhaps minutes, or those of another game. */
function aboveControl(game: PgnGame, move: PgnMove | undefined, most: number): PgnProblem | null {
  if (move?.clk === undefined || move.clk <= most + TOLERANCE_MS) return null
  const slots = { move: move.text, clock: writeClock(move.clk), control: tagOf(game, 'TimeControl') ?? '' }
  return pgnProblem(move.line, 'clock-above', slots)
}

function missingReadings({ moves }: PgnGame, name: '%clk' | '%emt', missing: number): PgnProblem {
  const first = moves.findIndex(({ clk, emt }) => (name === '%clk' ? clk : emt) === undefined)
  const slots = { missing, moves: moves.length, name, ply: first + 1 }
  return pgnProblem(moves[first]!.line, 'missing-readings', slots)
}

/** Compares a player's reading with their one before, from which the time spent is taken and to which the bonus is added. */
function readingProblem(
  before: PgnMove,
  move: PgnMove,
  after: PgnMove | undefined,
  bonus: number | null,
): PgnProblem | null {
  const { clk, emt, line, text } = move
  if (clk === undefined) return null
  if (clk === 0 && after?.clk !== undefined && after.clk > 0) {
    return pgnProblem(line, 'clock-failed', { move: text, clock: writeClock(after.clk) })
  }
  if (before.clk === undefined || before.clk === 0 || bonus === null) return null
  if (clk > before.clk + bonus + TOLERANCE_MS) {
    const slots = { move: text, before: writeClock(before.clk), clock: writeClock(clk) }
    return pgnProblem(line, 'clock-up', slots)
  }
  if (emt === undefined) return null
  const due = before.clk - emt + bonus
  if (Math.abs(clk - due) <= TOLERANCE_MS) return null
  const slots = { clock: writeClock(clk), due: writeClock(Math.max(0, due)), spent: writeClock(emt) }
  return pgnProblem(line, 'clock-differs', { move: text, ...slots })
}

/** Problems of the result: a mate or a stalemate on the board contradicts it, or nothing says how a decided game without a mate ended. */
export function resultProblems(game: PgnGame, position: Position): PgnProblem[] {
  const last = game.moves.at(-1)
  if (last === undefined) return []
  const { line } = last
  const statedResult = game.result
  const due = isCheckmate(position)
    ? turnOf(position) === 'white'
      ? '0-1'
      : '1-0'
    : isStalemate(position)
      ? '1/2-1/2'
      : null
  if (due === null) {
    if ((statedResult !== '1-0' && statedResult !== '0-1') || tagOf(game, 'Termination') !== undefined)
      return []
    return [pgnProblem(line, 'no-mate', { result: statedResult })]
  }
  if (statedResult === due) return []
  const slots = { move: last.text, due, result: statedResult }
  return [pgnProblem(line, due === '1/2-1/2' ? 'stalemate-result' : 'mate-result', slots)]
}
