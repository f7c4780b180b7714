/** A PGN game as the reports of somebody who saw it played. */
import { turnOf } from '../../domain/chess/index.ts'
import { withoutControlCharacters } from '../../domain/formats/control-characters.ts'
import { STATED_RESULT } from '../../domain/formats/pgn-source.ts'
import type { GameState } from '../../domain/game/index.ts'
import { type PgnGame, replayPgn, tagOf } from '../../domain/pgn/index.ts'
import type { Remark } from '../../domain/reasons.ts'
import { type GameReporter, openGameReporter } from '../../domain/reports/game-reporter.ts'
import type { ReportedEvent, Side } from '../../events/index.ts'
import { courseOf, type GameCourse } from './continuation.ts'
import { type ImportWarning, importRemarks, importWarning, warningAt } from './import-remarks.ts'
import { hasClocks } from './pgn-control.ts'
import { playMoves } from './pgn-moves.ts'
import { type OpeningOptions, openingOf } from './pgn-opening.ts'
import { reportResult } from './pgn-result.ts'
import { pgnStartInstant } from './pgn-start.ts'
import { stripKingSignal } from './sources/king-signal.ts'

export interface PgnPlan {
  readonly id: string
  /** The first is `game-opened`. */
  readonly reports: readonly ReportedEvent[]
  readonly warnings: readonly ImportWarning[]
  /** The last report is a result that contradicts the board's. */
  readonly isResultDisputed: boolean
  /** What its reports fold to. */
  readonly state: GameState
  /** What is compared with the games on record. */
  readonly course: GameCourse
}

export interface PgnPlanOptions {
  /** When the text is read, ms since 1970: nothing in it happened later. */
  readonly now: number
  /** Whose piece letters the moves are written in (default English). */
  readonly language?: string
  readonly opening?: OpeningOptions
}

/**
 * What a text names as one piece and one square is a move made, legal or not; from the first text that does not, the rest
 * is kept as written. A local fold tells what the clocks show meanwhile, and whether the moves have ended the game.
 */
export function planPgn(
  whole: PgnGame,
  id: string,
  { now, language = 'en', opening: options = {} }: PgnPlanOptions,
): PgnPlan {
  const { game, signalled } = stripKingSignal(whole, language)
  const signal = signalled === null ? {} : { signal: signalText(whole.moves.slice(game.moves.length)) }
  const start = pgnStartInstant(game, now)
  const opening = openingOf(game, id, { ...options, ...signal, undated: start === null })
  const variant = otherVariant(game)
  const position = variant === null ? opening.position : null
  const warnings: ImportWarning[] = [
    ...(signalled === null ? [] : [kingWarning(game, signalled)]),
    ...opening.warnings.map((remark) => warningAt(game.startLine, 0, remark)),
    ...(opening.startWarning === null ? [] : [settingWarning(game, opening.startWarning)]),
    ...opening.unplaced.map(({ tag, remark }) => ({ ...warningAt(game.startLine, 0, remark), once: tag })),
    ...(variant === null ? replayPgn(game, language).problems : game.problems)
      // The opening has said it.
      .filter(({ remark }) => remark.code !== 'start-in-part')
      .map(({ line, remark }) => ({ ...warningAt(line, 0, remark), ...saidOnce(remark) })),
    ...(variant === null ? [] : [settingWarning(game, importRemarks.remark('other-variant', { variant }))]),
  ]
  const reporter = openGameReporter(id, start ?? now)
  reporter.report('pgn-opened', 'game-opened', 'operator', opening.data)
  // A text without clocks says nothing of when they ran; a tournament's time control must not start one.
  if (hasClocks(game)) reporter.report('pgn-started', 'session-started', 'operator', {})
  const first = position === null ? 'white' : turnOf(position)
  const made = position === null ? 0 : playMoves(game, position, reporter, warnings, language)
  recordUnplayed(game, made, first, reporter)
  const isResultDisputed = reportResult(game, reporter, warnings)
  const { fold } = reporter
  // A game of no day has ended by the time at which its text is read.
  const dated = start === null ? movedBack(reporter.reports, reporter.now - now) : reporter.reports
  const course = courseOf(dated, fold.state)
  const reports = isResultDisputed && course.result !== null ? withResult(dated, course.result) : dated
  return { id, reports, warnings, isResultDisputed, state: fold.state, course }
}

/** Nearly every decided game of a collection ends without a mate and without a word of how. */
const saidOnce = ({ code }: Remark): Pick<ImportWarning, 'once'> => (code === 'no-mate' ? { once: code } : {})

function movedBack(reports: readonly ReportedEvent[], ms: number): readonly ReportedEvent[] {
  if (ms === 0) return reports
  return reports.map((report) => ({ ...report, at: new Date(Date.parse(report.at) - ms).toISOString() }))
}

/** The opening keeps what the text gives as the result, whether the record takes it or not. */
const withResult = (reports: readonly ReportedEvent[], result: string): readonly ReportedEvent[] =>
  reports.map((report) => {
    if (report.type !== 'game-opened' || report.data.source === undefined) return report
    const { source } = report.data
    const tags = { ...source.tags, [STATED_RESULT]: result }
    return { ...report, data: { ...report.data, source: { ...source, tags } } }
  })

/** What programs call chess, from whatever position, in the tag `Variant`. */
const CHESS_VARIANTS =
  /^(?:[?-]?|(?:standard|normal|regular|classical|orthodox)?(?: ?chess)?|from position)$|960|fischer|freestyle/i

/** The game that the text says it is, where that is another one than chess: its moves are judged by no Law. */
function otherVariant(game: PgnGame): string | null {
  const variant = withoutControlCharacters(tagOf(game, 'Variant') ?? '').trim()
  return CHESS_VARIANTS.test(variant) ? null : variant
}

const settingWarning = ({ startLine }: PgnGame, remark: Remark): ImportWarning => ({
  ...warningAt(startLine, 0, remark),
  ofSetting: true,
})

const kingWarning = ({ startLine, moves }: PgnGame, text: string): ImportWarning =>
  importWarning(startLine, moves.length + 1, 'king-signal', { move: text })

/** As written, with what was said of them. */
const signalText = (moves: PgnGame['moves']): string =>
  moves.map(({ text, comments }) => [text, ...comments.map((each) => `(${each})`)].join(' ')).join(' ')

/** What a scoresheet entry may hold. */
const MAX_ENTRY_LENGTH = 200

/** Moves that cannot be made any more are kept as they were written. */
function recordUnplayed(game: PgnGame, made: number, first: Side, reporter: GameReporter): void {
  const second = first === 'white' ? 'black' : 'white'
  for (const [index, { text }] of game.moves.entries()) {
    if (index < made) continue
    const by = index % 2 === 0 ? first : second
    reporter.report(`pgn-${index + 1}-recorded`, 'move-recorded', by, {
      ply: index + 1,
      text: withoutControlCharacters(text.slice(0, MAX_ENTRY_LENGTH)),
    })
  }
}
