/** The game that is being read: its tags, moves and comments as they come, and the problems that its end shows. */

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
import { type PgnProblemCode, type PgnProblemParams, pgnProblem } from './problem.ts'
import { isDoubleZero, readResult } from './results.ts'

/** Tags of a game beyond this number are left out. */
const MAX_TAGS = 1_000
/** No game is longer: the seventy-five-move rule (9.6.2) ends each before 18,000 plies. */
const MAX_PLIES = 20_000
/** Characters of one comment or variation; the rest of it is left out. */
export const MAX_COMMENT_LENGTH = 65_536
/** Characters of all comments and variations of a game; further ones are left out. */
const MAX_COMMENT_TEXT = 8_388_608
const MAX_PROBLEMS = 200

/** Lines that belong to no game. */
export interface StrayLines {
  readonly from: number
  to: number
  readonly sample: string
}

export function strayLinesProblem({ from, to, sample }: StrayLines): PgnProblem {
  return from === to
    ? pgnProblem(from, 'stray-line', { from, sample })
    : pgnProblem(from, 'stray-lines', { from, to, sample })
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
  hasTooManyTags = false
  textLength = 0
  droppedPieces = 0
  /** Lines before this game that belong to no game. */
  stray: StrayLines | null = null
  /** Commands broken across lines, and moves whose times stand apart: how many, and where the first. */
  brokenCommands = 0
  brokenCommandLine = 0
  splitTimes = 0
  splitTimesLine = 0
  /** Control characters: how many, and the first and its line. */
  controlSigns = 0
  controlSign = ''
  controlSignLine = 0

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

export function addProblem<Code extends PgnProblemCode>(
  { problems }: GameBuilder,
  line: number,
  code: Code,
  ...params: PgnProblemParams<Code>
): void {
  if (problems.length < MAX_PROBLEMS) problems.push(pgnProblem(line, code, ...params))
}

/** Does the game have a tag of that name, letter for letter? */
export const hasTag = ({ tags }: GameBuilder, name: string): boolean => tags.some(([given]) => given === name)

export function addTag(builder: GameBuilder, tag: PgnTag, line: number): void {
  if (builder.tags.length >= MAX_TAGS) {
    if (!builder.hasTooManyTags) addProblem(builder, line, 'tags-many', { most: MAX_TAGS })
    builder.hasTooManyTags = true
    return
  }
  countControlSigns(builder, tag[1], line)
  if (hasTag(builder, tag[0])) addProblem(builder, line, 'tag-twice', { tag: tag[0] })
  builder.tags.push(tag)
}

export function addMove(builder: GameBuilder, text: string, line: number): void {
  if (builder.moves.length >= MAX_PLIES) builder.droppedPieces++
  else builder.moves.push(new MoveAsRead(text, line))
}

/** Compares a move number of the text with the one that is due; only the first that differs becomes a problem. */
export function checkMoveNumber(
  builder: GameBuilder,
  number: number,
  blackToMove: boolean,
  line: number,
): void {
  const played = builder.moves.length
  if (builder.firstNumber < 0) {
    if (played > 0) return
    builder.firstNumber = number
    builder.blackFirst = blackToMove
    return
  }
  const due = expectedMoveNumber(builder)
  if (number === due || builder.misnumbered) return
  builder.misnumbered = true
  addProblem(builder, line, 'move-number', { number, due })
}

export const expectedMoveNumber = (builder: GameBuilder): number =>
  builder.firstNumber + ((builder.moves.length + (builder.blackFirst ? 1 : 0)) >> 1)

const issues: CommentIssues = { brokenAcrossLines: false, problems: [] }

/** Adds a comment. `raw` is what stands between its braces, `line` the line in which it begins. */
export function addCommentText(builder: GameBuilder, raw: string, line: number): void {
  builder.textLength += raw.length
  if (builder.textLength > MAX_COMMENT_TEXT) {
    builder.droppedPieces++
    return
  }
  countControlSigns(builder, raw, line)
  const at = annotationTarget(builder)
  const before = timesOf(at)
  readComment(at, raw, issues)
  if (before > 0 && timesOf(at) > before) countSplitTimes(builder, line)
  if (issues.brokenAcrossLines) {
    issues.brokenAcrossLines = false
    if (builder.brokenCommands++ === 0) builder.brokenCommandLine = line
  }
  for (const { code, name, text } of issues.problems.splice(0)) {
    if (code === 'command-open') addProblem(builder, line, code)
    else addProblem(builder, line, code, { name, text })
  }
}

/** Reads a comment of one clock reading alone, after a move that has no time yet. Returns the index behind it, or `start` for any other. */
export function addClockComment({ moves }: GameBuilder, text: string, start: number): number {
  const last = moves[moves.length - 1]
  if (last === undefined || last.clk !== undefined || last.emt !== undefined) return start
  return readClockComment(text, start, last)
}

export function addVariation(builder: GameBuilder, text: string): void {
  const last = builder.moves.at(-1)
  if (last === undefined) {
    addComment(builder.before, `(${text})`)
    return
  }
  builder.textLength += text.length
  if (builder.textLength > MAX_COMMENT_TEXT) builder.droppedPieces++
  else (last as { variations: readonly string[] }).variations = withAppended(last.variations, text)
}

export const addNagToTarget = (builder: GameBuilder, nag: number): void =>
  addNag(annotationTarget(builder), nag)

/** Appends to the last move what belongs to it: a check sign set apart, `e.p.`. Returns false where there is no move. */
export function extendMove(builder: GameBuilder, text: string): boolean {
  const last = builder.moves.at(-1)
  if (last === undefined) return false
  last.text += text
  return true
}

function countSplitTimes(builder: GameBuilder, line: number): void {
  if (builder.splitTimes++ === 0) builder.splitTimesLine = line
}

/** Control characters other than line ends and other blanks. */
const CONTROL_SIGNS = /(?!\s)\p{Cc}/gu

/** Notes control characters of a text, which are taken as blanks. */
export function countControlSigns(builder: GameBuilder, text: string, line: number): void {
  const first = text.search(CONTROL_SIGNS)
  if (first < 0) return
  if (builder.controlSigns === 0) {
    builder.controlSign = `U+${text.charCodeAt(first).toString(16).toUpperCase().padStart(4, '0')}`
    builder.controlSignLine = line
  }
  builder.controlSigns += text.match(CONTROL_SIGNS)?.length ?? 0
}

/** Ends the game with its marker, or without one, and adds the problems of the game as a whole. */
export function finishGameBuilder(builder: GameBuilder, marker: PgnResult | null, line: number): PgnGame {
  const { startLine, tags, before, moves, problems } = builder
  let result = marker
  const tag = tags.find(([name]) => name === 'Result')?.[1]
  if (result === null && readResult(tag?.trim() ?? '') === '0-0' && isDoubleZero(moves.at(-1)?.text ?? '')) {
    // Written last in a game that its tag calls lost for both, `0-0` is the marker and no castling.
    moves.pop()
    result = '0-0'
  }
  if (result === null) addMissingMarker(builder, line, tag)
  else if (tag !== undefined && (readResult(tag) ?? result) !== result) {
    addProblem(builder, line, 'result-differs', { tag, result })
  }
  const count = tags.find(([name]) => name === 'PlyCount')?.[1].trim()
  if (count !== undefined && /^\d+$/.test(count) && Number(count) !== moves.length)
    addProblem(builder, line, 'ply-count', { count, moves: moves.length })
  if (builder.brokenCommands > 0) {
    const { brokenCommands: count, brokenCommandLine: first } = builder
    if (count === 1) addProblem(builder, first, 'broken-command')
    else addProblem(builder, first, 'broken-commands', { count })
  }
  if (builder.splitTimes > 0) {
    const { splitTimes: count, splitTimesLine: first } = builder
    if (count === 1) addProblem(builder, first, 'split-time')
    else addProblem(builder, first, 'split-times', { count })
  }
  if (builder.controlSigns > 0) {
    const { controlSigns: count, controlSign: sign, controlSignLine: first } = builder
    if (count === 1) addProblem(builder, first, 'control-sign', { sign })
    else addProblem(builder, first, 'control-signs', { count, sign })
  }
  if (builder.droppedPieces > 0) {
    const slots = { moves: MAX_PLIES, characters: MAX_COMMENT_TEXT, count: builder.droppedPieces }
    addProblem(builder, line, 'pieces-left-out', slots)
  }
  if (builder.stray !== null) problems.unshift(strayLinesProblem(builder.stray))
  return { startLine, tags, before, moves, result: result ?? '*', problems }
}

const timesOf = (at: PgnAnnotations): number =>
  (at.clk === undefined ? 0 : 1) + (at.emt === undefined ? 0 : 1)

function addMissingMarker(builder: GameBuilder, line: number, tag: string | undefined): void {
  const code = builder.moves.length === 0 ? 'no-moves' : 'no-marker'
  if (tag === undefined) addProblem(builder, line, code)
  else addProblem(builder, line, `${code}-tag`, { tag })
}
