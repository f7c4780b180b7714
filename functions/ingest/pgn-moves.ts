/** Plays a PGN game's moves: each made, its clock pressed when the text says, and read where the text knows better. */
import { type Position, play, playPhysicalMove, turnOf } from '../../domain/chess/index.ts'
import { clockFace } from '../../domain/clock/index.ts'
import { LANGUAGES, readMoveText } from '../../domain/notation/index.ts'
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
  let endedAt: number | null = null
  for (const move of game.moves) {
    const ply = made + 1
    const { line, text } = move
    if (witness.fold.state.result !== null) endedAt ??= made
    const read = readMoveText(position, text, language)
    if (read.kind === 'unreadable') {
      const rest = game.moves.length - made
      const reason = `${read.problem.message}; this and what follows (${rest}) is kept as written${otherLanguages(position, text, language)}`
      warnings.push({ line, ply, reason })
      break
    }
    const side = turnOf(position)
    witness.wait(timeSpentMs(move, witness.fold.state.clock, witness.now, side))
    if (read.kind === 'legal') {
      witness.report(`pgn-${ply}-made`, 'move-made', side, reportOfMove(read.move))
      play(position, read.move)
    } else {
      if (endedAt === null)
        warnings.push({ line, ply, reason: `${text} is no legal move; recorded as it was made` })
      witness.report(`pgn-${ply}-made`, 'move-made', side, reportOfHands(read))
      playPhysicalMove(position, read)
    }
    if (clocked) pressAndRead(game, made, side, witness)
    made++
  }
  if (endedAt !== null && endedAt < made) warnings.push(afterEnd(game, endedAt, made - endedAt, witness))
  return made
}

/** The languages in whose letters the text is a legal move here, as the option that would read it. */
function otherLanguages(position: Position, text: string, language: string): string {
  const fits = LANGUAGES.filter(
    (each) => each !== language && readMoveText(position, text, each).kind === 'legal',
  )
  if (fits.length === 0) return ''
  const [first, ...others] = fits
  return `; --language ${first}${others.length > 0 ? ` (or ${others.join(', ')})` : ''} reads it`
}

function afterEnd(game: PgnGame, endedAt: number, count: number, { fold }: GameReporter): ImportWarning {
  const rule = fold.state.afterEnd?.rule ?? 'its result'
  const line = game.moves[endedAt]?.line ?? game.startLine
  const moves = count === 1 ? 'one more move is' : `${count} more moves are`
  const reason = `the game had ended by ${rule} after ply ${endedAt}; ${moves} kept as played after the end`
  return { line, ply: endedAt + 1, reason }
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
