/** Plays a PGN game's moves: each made, its clock pressed when the text says, and read where the text knows better. */
import { type Position, play, playPhysicalMove, turnOf } from '../../domain/chess/index.ts'
import { clockFace } from '../../domain/clock/index.ts'
import { readMoveText } from '../../domain/notation/index.ts'
import type { PgnGame } from '../../domain/pgn/index.ts'
import type { GameReporter } from '../../domain/reports/game-reporter.ts'
import { reportOfHands, reportOfMove } from '../../domain/reports/move-made.ts'
import type { Side } from '../../events/index.ts'
import { hasClocks } from './pgn-control.ts'
import { timeSpentMs } from './pgn-instants.ts'
import type { ImportWarning } from './warning.ts'

/** A clock shows at most thirty days. */
const MAX_CLOCK_MS = 30 * 86_400_000

/** Plays on `position` until a text names no move. Returns how many were made. */
export function playMoves(
  game: PgnGame,
  position: Position,
  witness: GameReporter,
  warnings: ImportWarning[],
  language: string,
): number {
  const clocked = hasClocks(game)
  let made = 0
  for (const move of game.moves) {
    const ply = made + 1
    const { line, text } = move
    const read = readMoveText(position, text, language)
    if (read.kind === 'unreadable') {
      const rest = game.moves.length - made
      const reason = `${read.problem.message}; this and what follows (${rest}) is kept as written`
      warnings.push({ line, ply, reason })
      break
    }
    const side = turnOf(position)
    witness.wait(timeSpentMs(move, witness.fold.state.clock, witness.now, side))
    if (read.kind === 'legal') {
      witness.report(`pgn-${ply}-made`, 'move-made', side, reportOfMove(read.move))
      play(position, read.move)
    } else {
      warnings.push({ line, ply, reason: `${text} is no legal move; recorded as it was made` })
      witness.report(`pgn-${ply}-made`, 'move-made', side, reportOfHands(read))
      playPhysicalMove(position, read)
    }
    if (clocked) pressAndRead(game, made, side, witness)
    made++
  }
  return made
}

/** A game that the move has ended needs no press; a reading of its clock may come all the same. */
function pressAndRead(game: PgnGame, index: number, side: Side, witness: GameReporter): void {
  const { fold, now } = witness
  const ply = index + 1
  if (fold.state.result === null) witness.report(`pgn-${ply}-pressed`, 'clock-pressed', side, {})
  const clk = game.moves[index]?.clk
  if (clk === undefined || clk > MAX_CLOCK_MS || fold.state.clock.control === null) return
  const shown = clockFace(fold.state.clock, now)
  if (shown[side] === clk) return
  const other = side === 'white' ? 'black' : 'white'
  const reading = { white: clk, black: clk, [other]: shown[other] }
  // A zero that the same clock later contradicts was no flag fall.
  const failed =
    clk === 0 && game.moves.some((later, i) => i > index && (i - index) % 2 === 0 && (later.clk ?? 0) > 0)
  witness.report(`pgn-${ply}-read`, 'clock-read', 'clock', failed ? { ...reading, flag: null } : reading)
}
