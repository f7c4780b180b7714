/** What PGN says of the clock after a move: what it shows (`%clk`), how long the move took (`%emt`). */
import type { GameState } from '../game/index.ts'
import type { PgnAnnotations } from '../pgn/index.ts'
import type { PlayedMove } from './pgn-runs.ts'
import type { PlySource } from './pgn-source.ts'

type Times = Pick<PgnAnnotations, 'clk' | 'emt'>

/** Times of a game that was imported are those of its text; what a text left out is not made up. */
export function timesOf(
  state: GameState,
  played: readonly PlayedMove[],
  source: ((ply: number) => PlySource) | null,
): Times[] {
  const { control } = state.clock
  return played.map(({ ply, move }, index) => {
    const clk = control === null || move.clock === null ? undefined : Math.max(0, move.clock)
    if (source !== null) return { clk: source(ply).hasClk ? clk : undefined, emt: source(ply).emt }
    return { clk, emt: control === null ? undefined : timeSpent(state, played, index) }
  })
}

/**
 * The time from completion to completion, or what the clock says was used where that is less: a clock that was stopped for
 * a while. With a delay or Bronstein's bonus a clock does not tell how long a move took.
 */
function timeSpent(
  { clock: { control }, startedAt }: GameState,
  played: readonly PlayedMove[],
  index: number,
): number | undefined {
  const { move } = played[index] as PlayedMove
  const since = index === 0 ? startedAt : (played[index - 1]?.move.completedAt ?? null)
  if (move.completedAt === null || since === null) return undefined
  const passed = Math.max(0, move.completedAt - since)
  const { time, bonus = 0, mode = 'fischer' } = control?.periods[0] ?? { time: 0 }
  if (move.clock === null || (bonus > 0 && mode !== 'fischer')) return passed
  const earlier = played.slice(0, index).findLast((each) => each.move.side === move.side)
  const before = earlier === undefined ? time + bonus : earlier.move.clock
  const used = before === null ? passed : before + (move.completedBy === 'press' ? bonus : 0) - move.clock
  return used >= 0 && used < passed ? used : passed
}
