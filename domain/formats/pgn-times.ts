/** What PGN says of the clock after a move: what it shows (`%clk`), how long the move took (`%emt`). */
import type { Side } from '../../events/index.ts'
import { fischerBonus, modeRulesOf } from '../clock/index.ts'
import { type GameState, type MoveMade, pathOf } from '../game/index.ts'
import type { PgnAnnotations } from '../pgn/index.ts'
import type { PlayedMove } from './pgn-runs.ts'
import type { PlySource } from './pgn-source.ts'

type Times = Pick<PgnAnnotations, 'clk' | 'emt'>

/**
 * The times of moves of the game, of all or of some. Those of a game that was imported are those of its text; what the text lacks is
 * not made up.
 */
export function moveTimes(
  state: GameState,
  played: readonly PlayedMove[],
  source: ((ply: number) => PlySource) | null,
): Times[] {
  const { control } = state.clock
  const spent = source === null && control !== null ? timesSpent(state) : []
  return played.map(({ ply, move }) => {
    const clk = control === null || move.clock === null ? undefined : Math.max(0, move.clock)
    if (source !== null) return { clk: source(ply).hasClk ? clk : undefined, emt: source(ply).emt }
    return { clk, emt: spent[ply - 1] }
  })
}

/** A side's last move so far, and in which period its clock was then. */
interface LastMove {
  readonly move: MoveMade | null
  readonly clock: number | null
  readonly period: number
  readonly moves: number
}

/**
 * How long each move of the game took, in ms: the time from completion to completion, or what was used by the clock where that is less,
 * as where the clock was stopped for a while. With a delay or Bronstein's bonus a clock does not show how long a move took.
 */
function timesSpent(state: GameState): (number | undefined)[] {
  const { clock, startedAt } = state
  const periods = clock.control?.periods ?? []
  const whole = (periods[0]?.time ?? 0) + fischerBonus(periods[0])
  const first: LastMove = { move: null, clock: whole, period: 1, moves: 0 }
  const last: Record<Side, LastMove> = { white: first, black: first }
  let since = startedAt
  return pathOf(state).flatMap(({ move }) => {
    if (move === null) return []
    const before = last[move.side]
    const moves = before.moves + 1
    const period = periodAfter(state, move, moves)
    last[move.side] = { move, clock: move.clock, period, moves }
    const passed =
      move.completedAt === null || since === null ? undefined : Math.max(0, move.completedAt - since)
    since = move.completedAt
    const control = periods[period - 1]
    const { bonus = 0 } = control ?? {}
    if (passed === undefined || before.clock === null || move.clock === null) return [passed]
    if (bonus > 0 && modeRulesOf(control).given !== 'at-press') return [passed]
    const begun = periods.slice(before.period, period).reduce((sum, { time }) => sum + time, 0)
    const added =
      (move.completedBy === 'press' ? bonus : 0) + begun + timeAdjustments(state, move, before.move)
    const used = before.clock + added - move.clock
    return [used >= 0 && used < passed ? used : passed]
  })
}

/** The period, from 1, in which a side's clock is after so many of its moves: this one is the last. */
function periodAfter({ clock: { control, falls } }: GameState, move: MoveMade, moves: number): number {
  const periods = control?.periods ?? []
  if (control?.turnover === 'moves') {
    let period = 1
    for (let left = moves; left >= (periods[period - 1]?.moves ?? Number.POSITIVE_INFINITY); period++)
      left -= periods[period - 1]!.moves!
    return period
  }
  const ended = falls[move.side].filter(({ at }) => at <= (move.completedAt ?? 0)).length
  return Math.max(1, Math.min(ended + 1, periods.length))
}

/** Ms added to the mover's clock, or taken off it, between two of their moves other than by their own press. */
function timeAdjustments({ given = [] }: GameState, move: MoveMade, earlier: MoveMade | null): number {
  const [from, to] = [earlier?.completedSeq ?? 0, move.completedSeq ?? 0]
  return given
    .filter(({ side, seq }) => side === move.side && seq > from && seq < to)
    .reduce((sum, { ms }) => sum + ms, 0)
}
