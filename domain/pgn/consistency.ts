/** What a game's own figures say against each other: clocks that do not add up, a result that the board denies. */
import { isCheckmate, isStalemate, type Position, turnOf } from '../chess/index.ts'
import { parseTimeControl } from '../clock/index.ts'
import { writeClock } from './clock-text.ts'
import { type PgnGame, type PgnMove, type PgnProblem, tagOf } from './game.ts'
import { pgnProblem } from './problem.ts'

/** Clocks show whole seconds and may be read a second late, `%emt` likewise. */
const TOLERANCE_MS = 3_000
/** A first move that took longer counts from before the game. */
const IDLE_CLOCK_MS = 30 * 60_000

/** Readings that are missing, stand at zero in a game that went on, rise or fall by more than the time control allows. */
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
  for (const parity of [0, 1]) {
    const moves = game.moves.filter((_, index) => index % 2 === parity)
    for (const [index, move] of moves.entries()) {
      const before = moves[index - 1]
      const problem = before === undefined ? null : readingProblem(before, move, moves[index + 1], bonus)
      if (problem !== null) problems.push(problem)
    }
  }
  return problems.sort((a, b) => a.line - b.line)
}

function missingReadings({ moves }: PgnGame, name: '%clk' | '%emt', missing: number): PgnProblem {
  const first = moves.findIndex(({ clk, emt }) => (name === '%clk' ? clk : emt) === undefined)
  const slots = { missing, moves: moves.length, name, ply: first + 1 }
  return pgnProblem(moves[first]!.line, 'missing-readings', slots)
}

/** The reading after a move against the one before: less the time spent, plus the bonus. */
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

/** The result against a mate or a stalemate on the board; a decided game without a mate ended in a way the text does not tell. */
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
