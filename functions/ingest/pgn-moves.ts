/** Plays a PGN game's moves: each made, its clock pressed when the text says, and read where the text knows better. */
import { type Position, play, playAnything, turnOf } from '../../domain/chess/index.ts'
import { face } from '../../domain/clock/index.ts'
import { readMoveText } from '../../domain/notation/index.ts'
import { type PgnGame, type PgnMove, writeClock } from '../../domain/pgn/index.ts'
import { reportOfHands, reportOfMove } from '../../domain/reports/move-made.ts'
import type { Witness } from '../../domain/reports/witness.ts'
import type { Side } from '../../events/index.ts'
import { hasClocks } from './pgn-control.ts'
import { spentOn } from './pgn-instants.ts'
import { openTally, type Tally, type Warning } from './warning.ts'

/** `%emt` is whole seconds of another clock: only more than this is worth a word. */
const NEAR = 5000

/** Plays on `position` until a text names no move. Returns how many were made. */
export function playMoves(
  game: PgnGame,
  position: Position,
  witness: Witness,
  warnings: Warning[],
  language: string,
): number {
  const tally = openTally()
  const clocked = hasClocks(game)
  let made = 0
  for (const move of game.moves) {
    const ply = made + 1
    const { line, text } = move
    const read = readMoveText(position, text, language)
    if (read.kind === 'unreadable') {
      const rest = game.moves.length - made
      warnings.push({
        line,
        ply,
        reason: `${read.problem.message}; this and what follows (${rest}) is kept as written`,
      })
      break
    }
    const side = turnOf(position)
    const spent = spentOn(move, witness.fold.state.clock, witness.now, side)
    witness.wait(spent)
    if (read.kind === 'legal') {
      witness.report(`pgn-${ply}-made`, 'move-made', side, reportOfMove(read.move))
      play(position, read.move)
    } else {
      warnings.push({ line, ply, reason: `${text} is no legal move; recorded as it was made` })
      witness.report(`pgn-${ply}-made`, 'move-made', side, reportOfHands(read))
      playAnything(position, read)
    }
    if (clocked) completeMove(game, made, spent, side, witness, tally)
    made++
  }
  warnings.push(...tally.warnings())
  return made
}

/** A game that the move has ended needs no press; its reading may come all the same. */
function completeMove(
  game: PgnGame,
  index: number,
  spent: number,
  side: Side,
  witness: Witness,
  tally: Tally,
): void {
  const { state } = witness.fold
  const ply = index + 1
  if (state.result === null) witness.report(`pgn-${ply}-pressed`, 'clock-pressed', side, {})
  if (state.clock.control === null) return
  const move = game.moves[index] as PgnMove
  const { line, clk, emt } = move
  const odd = (oddity: Parameters<Tally['note']>[0], reason: string) =>
    tally.note(oddity, { line, ply, reason })
  if (emt !== undefined && Math.abs(emt - spent) > NEAR) {
    odd('other-time', `%emt ${writeClock(emt)}, but by the clock ${writeClock(spent)} passed`)
  }
  if (clk === undefined) {
    odd('no-reading', 'no reading of the clock: it is computed')
    return
  }
  const shown = face(witness.fold.state.clock, witness.now)
  if (shown[side] === clk) return
  const failed =
    clk === 0 && game.moves.some((later, at) => at > index && (at - index) % 2 === 0 && (later.clk ?? 0) > 0)
  if (failed)
    odd('zero-reading', `%clk ${writeClock(0)}, which later readings contradict: kept as read, no flag fell`)
  else
    odd(
      'other-reading',
      `%clk ${writeClock(clk)}, by time control and times spent ${writeClock(shown[side])}: the reading counts`,
    )
  const other = side === 'white' ? 'black' : 'white'
  const reading = side === 'white' ? { white: clk, black: shown[other] } : { white: shown[other], black: clk }
  witness.report(`pgn-${ply}-read`, 'clock-read', 'clock', failed ? { ...reading, flag: null } : reading)
}
