/** The game that a reader is in the middle of: what its moves and comments add, and what there is to say at its end. */
import {
  addComment,
  addNag,
  type CommentIssues,
  EMPTY_LIST,
  readClockComment,
  readComment,
  withAppended,
} from './comments.ts'
import type { PgnAnnotations, PgnCommand, PgnGame, PgnMove, PgnProblem, PgnResult, PgnTag } from './game.ts'

/** No more are kept of a game. */
const MAX_TAGS = 1_000
/** No game is longer: the fifty- and seventy-five-move rules end any at fewer than 18,000 plies. */
const MAX_PLIES = 20_000
/** What a reader keeps of one comment or variation, and how much of both it keeps in one game, in characters. */
export const MAX_COMMENT_LENGTH = 65_536
const MAX_COMMENT_TEXT = 8_388_608
const MAX_PROBLEMS = 200

/** Lines that belong to no game. */
export interface StrayLines {
  readonly from: number
  to: number
  readonly sample: string
}

export function strayLinesProblem({ from, to, sample }: StrayLines): PgnProblem {
  const lines = from === to ? `line ${from} belongs` : `lines ${from} to ${to} belong`
  return { line: from, message: `${lines} to no game ("${sample}"); passed over` }
}

/** A game under construction. */
export class GameBuilder {
  readonly startLine: number
  readonly tags: PgnTag[] = []
  /** What stands before the first move. */
  readonly before: PgnAnnotations = { nags: EMPTY_LIST, comments: EMPTY_LIST, commands: EMPTY_LIST }
  readonly moves: PgnMove[] = []
  readonly problems: PgnProblem[] = []
  /** The first move number in the text, and whether it stood before a move of Black; -1 before any. */
  firstNumber = -1
  blackFirst = false
  misnumbered = false
  textLength = 0
  droppedPieces = 0
  /** What stood before the game and belongs to none. */
  stray: StrayLines | null = null
  /** Commands broken across lines, and moves whose times stand apart: how many, and where the first. */
  brokenCommands = 0
  brokenCommandLine = 0
  splitTimes = 0
  splitTimesLine = 0

  constructor(startLine: number) {
    this.startLine = startLine
  }
}

class MoveAsRead implements PgnMove {
  text: string
  readonly line: number
  clk: number | undefined = undefined
  emt: number | undefined = undefined
  nags: readonly number[] = EMPTY_LIST
  comments: readonly string[] = EMPTY_LIST
  commands: readonly PgnCommand[] = EMPTY_LIST
  variations: readonly string[] = EMPTY_LIST

  constructor(text: string, line: number) {
    this.text = text
    this.line = line
  }
}

/** What comments now belong to: the last move, or the game before its first move. */
export const annotationTarget = ({ moves, before }: GameBuilder): PgnAnnotations => moves.at(-1) ?? before

export function addProblem(draft: GameBuilder, line: number, message: string): void {
  if (draft.problems.length < MAX_PROBLEMS) draft.problems.push({ line, message })
}

/** Does the game have a tag of that name, letter for letter? */
export const hasTag = ({ tags }: GameBuilder, name: string): boolean => tags.some(([given]) => given === name)

export function addTag(draft: GameBuilder, tag: PgnTag, line: number): void {
  if (draft.tags.length >= MAX_TAGS) return
  if (hasTag(draft, tag[0])) addProblem(draft, line, `the tag ${tag[0]} stands twice`)
  draft.tags.push(tag)
}

export function addMove(draft: GameBuilder, text: string, line: number): void {
  if (draft.moves.length >= MAX_PLIES) draft.droppedPieces++
  else draft.moves.push(new MoveAsRead(text, line))
}

/** A move number in the text against the one that is due; only the first that differs is worth a line. */
export function checkMoveNumber(
  draft: GameBuilder,
  number: number,
  blackToMove: boolean,
  line: number,
): void {
  const played = draft.moves.length
  if (draft.firstNumber < 0) {
    if (played > 0) return
    draft.firstNumber = number
    draft.blackFirst = blackToMove
    return
  }
  const due = expectedMoveNumber(draft)
  if (number === due || draft.misnumbered) return
  draft.misnumbered = true
  addProblem(
    draft,
    line,
    `move number ${number} where ${due} is due; the moves are read in the order in which they stand`,
  )
}

export const expectedMoveNumber = (draft: GameBuilder): number =>
  draft.firstNumber + ((draft.moves.length + (draft.blackFirst ? 1 : 0)) >> 1)

const finds: CommentIssues = { brokenAcrossLines: false, problems: [] }

/** A comment, `raw` as it stands between its braces; `line` is the one in which it begins. */
export function addCommentText(draft: GameBuilder, raw: string, line: number): void {
  draft.textLength += raw.length
  if (draft.textLength > MAX_COMMENT_TEXT) {
    draft.droppedPieces++
    return
  }
  const at = annotationTarget(draft)
  const before = timesOf(at)
  readComment(at, raw, finds)
  if (before > 0 && timesOf(at) > before) countSplitTimes(draft, line)
  if (finds.brokenAcrossLines) {
    finds.brokenAcrossLines = false
    if (draft.brokenCommands++ === 0) draft.brokenCommandLine = line
  }
  while (finds.problems.length > 0) addProblem(draft, line, finds.problems.shift()!)
}

/** A comment of one reading alone, after a move that has no time yet: the place behind it, `start` for any other. */
export function addClockComment({ moves }: GameBuilder, text: string, start: number): number {
  const last = moves[moves.length - 1]
  if (last === undefined || last.clk !== undefined || last.emt !== undefined) return start
  return readClockComment(text, start, last)
}

export function addVariation(draft: GameBuilder, text: string): void {
  const last = draft.moves.at(-1)
  if (last === undefined) {
    addComment(draft.before, `(${text})`)
    return
  }
  draft.textLength += text.length
  if (draft.textLength > MAX_COMMENT_TEXT) draft.droppedPieces++
  else (last as { variations: readonly string[] }).variations = withAppended(last.variations, text)
}

export const addNagToTarget = (draft: GameBuilder, nag: number): void => addNag(annotationTarget(draft), nag)

/** Words and signs that belong to the move before them: a check sign set apart, `e.p.`. */
export function extendMove(draft: GameBuilder, text: string): boolean {
  const last = draft.moves.at(-1)
  if (last === undefined) return false
  last.text += text
  return true
}

function countSplitTimes(draft: GameBuilder, line: number): void {
  if (draft.splitTimes++ === 0) draft.splitTimesLine = line
}

/** Ends the game with its marker, or without one, and says in words what was odd about it as a whole. */
export function finishGameBuilder(draft: GameBuilder, marker: PgnResult | null, line: number): PgnGame {
  const { startLine, tags, before, moves, problems } = draft
  let result = marker
  const tag = tags.find(([name]) => name === 'Result')?.[1]
  if (result === null && tag === '0-0' && moves.at(-1)?.text === '0-0') {
    // Written last in a game that its tag calls lost for both, `0-0` is the marker and no castling.
    moves.pop()
    result = '0-0'
  }
  if (result === null) addProblem(draft, line, missingMarkerText(draft, tag))
  else if (tag !== undefined && tag !== result) {
    addProblem(draft, line, `the tag Result says "${tag}", the moves end with ${result}; both are kept`)
  }
  if (draft.brokenCommands > 0) {
    addProblem(
      draft,
      draft.brokenCommandLine,
      `a line break inside ${counted(draft.brokenCommands, 'command')}, first here; read as a blank`,
    )
  }
  if (draft.splitTimes > 0) {
    addProblem(
      draft,
      draft.splitTimesLine,
      `the two times of ${counted(draft.splitTimes, 'move')} stand in comments of their own, first here; read together`,
    )
  }
  if (draft.droppedPieces > 0) {
    addProblem(
      draft,
      line,
      `more than ${MAX_PLIES} moves or ${MAX_COMMENT_TEXT} characters of comments; ${draft.droppedPieces} pieces left out`,
    )
  }
  if (draft.stray !== null) problems.unshift(strayLinesProblem(draft.stray))
  return { startLine, tags, before, moves, result: result ?? '*', problems }
}

const timesOf = (at: PgnAnnotations): number =>
  (at.clk === undefined ? 0 : 1) + (at.emt === undefined ? 0 : 1)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function missingMarkerText({ moves }: GameBuilder, tag: string | undefined): string {
  const stop =
    moves.length === 0 ? 'no moves and no termination marker' : 'no termination marker after the last move'
  return tag === undefined ? stop : `${stop}; the tag Result says "${tag}"`
}
