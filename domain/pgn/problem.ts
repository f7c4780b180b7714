/** What can be odd in a PGN text: codes with their English sentences, so that a page can say them in its language. */
import { type ArgumentsOf, type RemarkTable, remarkTable } from '../reasons.ts'
import { NO_MARKER, type PgnProblem } from './game.ts'

export const PGN_PROBLEMS = {
  'stray-line': 'line {from} belongs to no game ("{sample}"); passed over',
  'stray-lines': 'lines {from} to {to} belong to no game ("{sample}"); passed over',
  'tag-twice': 'the tag {tag} stands twice',
  'tag-among-moves':
    'the tag {tag} stands among the moves, which go on behind it; taken as a tag of this game',
  'tags-many': 'more than {most} tags; the rest is left out',
  'tag-quotes': 'the value of {tag} holds quotation marks without a backslash',
  'tag-open': 'the tag {tag} has no closing bracket',
  'tag-open-quote': 'the value of {tag} has no closing quotation mark',
  'tag-long': 'the line of the tag {tag} has more than {most} characters; the rest of it is left out',
  'tag-bare': 'the value of {tag} stands without quotation marks',
  'tag-printed-quotes': 'the value of {tag} stands in printed quotation marks in place of straight ones',
  'no-tag-nor-move': '"{text}" is neither tag nor move; passed over',
  'move-number':
    'move number {number} where {due} is due; the moves are read in the order in which they stand',
  'result-differs': 'the tag Result says "{tag}", the moves end with {result}; both are kept',
  'ply-count': 'the tag PlyCount says {count}, and the text has {moves}: moves may be missing',
  'broken-command': 'a line break inside 1 command, first here; read as a blank',
  'broken-commands': 'a line break inside {count} commands, first here; read as a blank',
  'split-time': 'the two times of 1 move stand in comments of their own, first here; read together',
  'split-times': 'the two times of {count} moves stand in comments of their own, first here; read together',
  'pieces-left-out':
    'more than {moves} moves or {characters} characters of comments; {count} pieces left out',
  'no-marker': `${NO_MARKER} after the last move`,
  'no-marker-tag': `${NO_MARKER} after the last move; the tag Result says "{tag}"`,
  'no-moves': `no moves and ${NO_MARKER}`,
  'no-moves-tag': `no moves and ${NO_MARKER}; the tag Result says "{tag}"`,
  'command-open': 'a command in a comment has no closing bracket; kept as text',
  'no-time': '%{name} "{text}" is no time; h:mm:ss is due',
  'second-time': 'a second %{name} "{text}" after the same move; the first one counts',
  'word-long': 'a word of more than {most} characters in the moves; the rest is left out',
  'marker-glued': 'the marker {marker} is glued to the move "{text}"',
  'no-sign': '"{text}" is no known sign; kept as a comment',
  'variation-long': 'a variation of more than {most} characters; the rest is left out',
  'variation-open': 'a variation without its closing bracket; it ends where the next tags or the text end',
  'stands-alone': '"{text}" stands alone in the moves; passed over',
  'no-glyph': '"$" without a number; passed over',
  'comment-long': 'a comment of more than {most} characters; the rest is left out',
  'comment-open': 'a comment without its closing brace; it ends where the next tags begin or the text ends',
  'no-braces': '"{text}" stands in the moves without braces; kept as a comment',
  'control-sign': '1 control character ({sign}), here; taken as a blank',
  'control-signs': '{count} control characters, the first ({sign}) here; taken as blanks',
  'start-in-part': 'FEN: {why}; taken as {fen}',
  'missing-readings': '{missing} of {moves} moves have no {name}, the first at ply {ply}',
  'no-control': 'TimeControl: {why}',
  'first-move-time': 'the first move is said to have taken {time}: a clock that was on before the game began',
  'clock-failed': '{move}: the clock is read as 0:00:00, then as {clock}; the reading failed',
  'clock-above':
    '{move}: the clock shows {clock}, more than TimeControl "{control}" gives, whose figures are seconds',
  'clock-up':
    '{move}: the clock went up from {before} to {clock}, by more than the bonus; time was added or the clock was set',
  'clock-differs': '{move}: the clock shows {clock} where {due} would follow from the time spent ({spent})',
  'no-mate': '{result} without a mate on the board: the text does not tell how the game ended',
  'mate-result': 'the last move, {move}, is checkmate ({due}), but the result is {result}',
  'stalemate-result': 'the last move, {move}, is stalemate ({due}), but the result is {result}',
} as const

type PgnProblemTable = typeof PGN_PROBLEMS
export type PgnProblemCode = keyof PgnProblemTable
export type PgnProblemParams<Code extends PgnProblemCode> = ArgumentsOf<PgnProblemTable[Code]>

const { remark, inEnglish }: RemarkTable<PgnProblemTable> = remarkTable(PGN_PROBLEMS)

/** Something odd in a line of a text, as a sentence and as a remark. */
export function pgnProblem<Code extends PgnProblemCode>(
  line: number,
  code: Code,
  ...params: PgnProblemParams<Code>
): PgnProblem {
  const made = remark(code, ...params)
  return { line, message: inEnglish(made), remark: made }
}

/** A problem of a comment, before its line is known. `name` and `text` are those of the command, and empty where it is not closed. */
export interface CommentProblem {
  readonly code: 'command-open' | 'no-time' | 'second-time'
  readonly name: string
  readonly text: string
}
