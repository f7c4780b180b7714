/** Plays a PGN game's moves: each made, its clock pressed when the text says, and read where the text knows better. */
import { type Position, play, playPhysicalMove, turnOf } from '../../domain/chess/index.ts'
import { clockFace } from '../../domain/clock/index.ts'
import { LANGUAGES, readMoveText } from '../../domain/notation/index.ts'
import type { PgnGame } from '../../domain/pgn/index.ts'
import type { Remark, RemarkParam } from '../../domain/reasons.ts'
import type { GameReporter } from '../../domain/reports/game-reporter.ts'
import { reportOfHands, reportOfMove } from '../../domain/reports/move-made.ts'
import type { EventData, Side } from '../../events/index.ts'
import {
  type ImportWarning,
  importRemarks,
  importWarning,
  remarkParamOf,
  warningAt,
} from './import-remarks.ts'
import { hasClocks } from './pgn-control.ts'
import { timeSpentMs } from './pgn-instants.ts'

/** A clock shows at most thirty days. */
const MAX_CLOCK_MS = 30 * 86_400_000

/** Plays on `position` until a text names no move. Returns how many were made. */
export function playMoves(
  game: PgnGame,
  position: Position,
  reporter: GameReporter,
  warnings: ImportWarning[],
  language: string,
): number {
  const clocked = hasClocks(game)
  let made = 0
  let endedAt: number | null = null
  for (const move of game.moves) {
    const ply = made + 1
    const { line, text } = move
    if (reporter.fold.state.result !== null) endedAt ??= made
    const read = readMoveText(position, text, language)
    if (read.kind === 'unreadable') {
      const slots = { why: remarkParamOf(read.problem), count: game.moves.length - made }
      warnings.push(warningAt(line, ply, unreadMove(slots, otherLanguages(position, text, language))))
      break
    }
    const side = turnOf(position)
    reporter.wait(timeSpentMs(move, reporter.fold.state.clock, reporter.now, side))
    if (read.kind === 'legal') {
      reporter.report(`pgn-${ply}-made`, 'move-made', side, reportOfMove(read.move))
      play(position, read.move)
    } else {
      if (endedAt === null) warnings.push(importWarning(line, ply, 'not-legal', { move: text }))
      reporter.report(`pgn-${ply}-made`, 'move-made', side, reportOfHands(read))
      playPhysicalMove(position, read)
    }
    if (clocked) pressAndRead(game, made, side, reporter)
    made++
  }
  if (endedAt !== null && endedAt < made) warnings.push(afterEnd(game, endedAt, made - endedAt, reporter))
  return made
}

/** The languages in whose letters the text is a legal move here. */
const otherLanguages = (position: Position, text: string, language: string): readonly string[] =>
  LANGUAGES.filter((each) => each !== language && readMoveText(position, text, each).kind === 'legal')

function unreadMove(
  slots: { readonly why: RemarkParam; readonly count: number },
  [language, ...others]: readonly string[],
): Remark {
  if (language === undefined) return importRemarks.remark('unread-move', slots)
  return others.length === 0
    ? importRemarks.remark('unread-move-language', { ...slots, language })
    : importRemarks.remark('unread-move-languages', { ...slots, language, others: others.join(', ') })
}

function afterEnd(game: PgnGame, endedAt: number, count: number, { fold }: GameReporter): ImportWarning {
  const rule = fold.state.afterEnd?.rule ?? null
  const line = game.moves[endedAt]?.line ?? game.startLine
  const ply = endedAt
  const { remark } = importRemarks
  const one = rule === null ? remark('after-result', { ply }) : remark('after-end', { ply, rule })
  const many =
    rule === null
      ? remark('after-result-many', { ply, count })
      : remark('after-end-many', { ply, count, rule })
  return warningAt(line, ply + 1, count === 1 ? one : many)
}

/** A game that the move has ended needs no press; a reading of its clock may come all the same. */
function pressAndRead(game: PgnGame, index: number, side: Side, reporter: GameReporter): void {
  const { fold, now } = reporter
  const ply = index + 1
  if (fold.state.result === null) reporter.report(`pgn-${ply}-pressed`, 'clock-pressed', side, {})
  if (fold.state.clock.control === null) return
  const reading = clockReading(game, index, side, clockFace(fold.state.clock, now))
  if (reading !== null) reporter.report(`pgn-${ply}-read`, 'clock-read', 'clock', reading)
}

/** What the text reads on the clock of the side that made a move, beside the other's as it is shown; null where it is shown too. */
export function clockReading(
  game: PgnGame,
  index: number,
  side: Side,
  shown: Readonly<Record<Side, number>>,
): EventData<'clock-read'> | null {
  const clk = game.moves[index]?.clk
  if (clk === undefined || clk > MAX_CLOCK_MS || shown[side] === clk) return null
  const other = side === 'white' ? 'black' : 'white'
  const reading = { white: clk, black: clk, [other]: shown[other] }
  // A zero that the same clock later contradicts was no flag fall.
  const failed =
    clk === 0 && game.moves.some((later, i) => i > index && (i - index) % 2 === 0 && (later.clk ?? 0) > 0)
  return failed ? { ...reading, flag: null } : reading
}
