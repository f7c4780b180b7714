/** The game that a reader is in the middle of: what its moves and comments add, and what there is to say at its end. */
import {
  addComment,
  addNag,
  type CommentFinds,
  NONE,
  plus,
  readClockComment,
  readComment,
} from './comments.ts'
import type { PgnAnnotations, PgnCommand, PgnGame, PgnMove, PgnProblem, PgnResult, PgnTag } from './game.ts'

/** No more are kept of a game. */
const MOST_TAGS = 1_000
/** No game is longer: the fifty- and seventy-five-move rules end any at fewer than 18,000 plies. */
const MOST_MOVES = 20_000
/** What a reader keeps of one comment or variation, and how much of both it keeps in one game, in characters. */
export const LONGEST_COMMENT = 65_536
const MOST_TEXT = 8_388_608
const MOST_PROBLEMS = 200

/** Lines that belong to no game. */
export interface Stray {
  readonly from: number
  to: number
  readonly sample: string
}

export function strayProblem({ from, to, sample }: Stray): PgnProblem {
  const lines = from === to ? `line ${from} belongs` : `lines ${from} to ${to} belong`
  return { line: from, message: `${lines} to no game ("${sample}"); passed over` }
}

/** A game under construction. */
export class Draft {
  readonly startLine: number
  readonly tags: PgnTag[] = []
  /** What stands before the first move. */
  readonly before: PgnAnnotations = { nags: NONE, comments: NONE, commands: NONE }
  readonly moves: PgnMove[] = []
  readonly problems: PgnProblem[] = []
  /** The first move number in the text, and whether it stood before a move of Black; -1 before any. */
  firstNumber = -1
  blackFirst = false
  misnumbered = false
  textLength = 0
  dropped = 0
  /** What stood before the game and belongs to none. */
  stray: Stray | null = null
  /** Commands broken across lines, and moves whose times stand apart: how many, and where the first. */
  broken = 0
  brokenLine = 0
  parted = 0
  partedLine = 0

  constructor(startLine: number) {
    this.startLine = startLine
  }
}

class MoveAsRead implements PgnMove {
  text: string
  readonly line: number
  clk: number | undefined = undefined
  emt: number | undefined = undefined
  nags: readonly number[] = NONE
  comments: readonly string[] = NONE
  commands: readonly PgnCommand[] = NONE
  variations: readonly string[] = NONE

  constructor(text: string, line: number) {
    this.text = text
    this.line = line
  }
}

/** What comments now belong to: the last move, or the game before its first move. */
export const annotated = ({ moves, before }: Draft): PgnAnnotations => moves.at(-1) ?? before

export function complain(draft: Draft, line: number, message: string): void {
  if (draft.problems.length < MOST_PROBLEMS) draft.problems.push({ line, message })
}

/** Does the game have a tag of that name, letter for letter? */
export const hasTag = ({ tags }: Draft, name: string): boolean => tags.some(([given]) => given === name)

export function addTag(draft: Draft, tag: PgnTag, line: number): void {
  if (draft.tags.length >= MOST_TAGS) return
  if (hasTag(draft, tag[0])) complain(draft, line, `the tag ${tag[0]} stands twice`)
  draft.tags.push(tag)
}

export function addMove(draft: Draft, text: string, line: number): void {
  if (draft.moves.length >= MOST_MOVES) draft.dropped++
  else draft.moves.push(new MoveAsRead(text, line))
}

/** A move number in the text against the one that is due; only the first that differs is worth a line. */
export function checkNumber(draft: Draft, number: number, blackToMove: boolean, line: number): void {
  const played = draft.moves.length
  if (draft.firstNumber < 0) {
    if (played > 0) return
    draft.firstNumber = number
    draft.blackFirst = blackToMove
    return
  }
  const due = dueNumber(draft)
  if (number === due || draft.misnumbered) return
  draft.misnumbered = true
  complain(
    draft,
    line,
    `move number ${number} where ${due} is due; the moves are read in the order in which they stand`,
  )
}

export const dueNumber = (draft: Draft): number =>
  draft.firstNumber + ((draft.moves.length + (draft.blackFirst ? 1 : 0)) >> 1)

const finds: CommentFinds = { broken: false, problems: [] }

/** A comment, `raw` as it stands between its braces; `line` is the one in which it begins. */
export function takeComment(draft: Draft, raw: string, line: number): void {
  draft.textLength += raw.length
  if (draft.textLength > MOST_TEXT) {
    draft.dropped++
    return
  }
  const at = annotated(draft)
  const before = timesOf(at)
  readComment(at, raw, finds)
  if (before > 0 && timesOf(at) > before) tallyParted(draft, line)
  if (finds.broken) {
    finds.broken = false
    if (draft.broken++ === 0) draft.brokenLine = line
  }
  while (finds.problems.length > 0) complain(draft, line, finds.problems.shift()!)
}

/** A comment of one reading alone, after a move that has no time yet: the place behind it, `start` for any other. */
export function takeClock({ moves }: Draft, text: string, start: number): number {
  const last = moves[moves.length - 1]
  if (last === undefined || last.clk !== undefined || last.emt !== undefined) return start
  return readClockComment(text, start, last)
}

export function takeVariation(draft: Draft, text: string): void {
  const last = draft.moves.at(-1)
  if (last === undefined) {
    addComment(draft.before, `(${text})`)
    return
  }
  draft.textLength += text.length
  if (draft.textLength > MOST_TEXT) draft.dropped++
  else (last as { variations: readonly string[] }).variations = plus(last.variations, text)
}

export const takeNag = (draft: Draft, nag: number): void => addNag(annotated(draft), nag)

/** Words and signs that belong to the move before them: a check sign set apart, `e.p.`. */
export function extendMove(draft: Draft, text: string): boolean {
  const last = draft.moves.at(-1)
  if (last === undefined) return false
  last.text += text
  return true
}

function tallyParted(draft: Draft, line: number): void {
  if (draft.parted++ === 0) draft.partedLine = line
}

/** Ends the game with its marker, or without one, and says in words what was odd about it as a whole. */
export function closeDraft(draft: Draft, marker: PgnResult | null, line: number): PgnGame {
  const { startLine, tags, before, moves, problems } = draft
  let result = marker
  const tag = tags.find(([name]) => name === 'Result')?.[1]
  if (result === null && tag === '0-0' && moves.at(-1)?.text === '0-0') {
    // Written last in a game that its tag calls lost for both, `0-0` is the marker and no castling.
    moves.pop()
    result = '0-0'
  }
  if (result === null) complain(draft, line, unended(draft, tag))
  else if (tag !== undefined && tag !== result) {
    complain(draft, line, `the tag Result says "${tag}", the moves end with ${result}; both are kept`)
  }
  if (draft.broken > 0) {
    complain(
      draft,
      draft.brokenLine,
      `a line break inside ${counted(draft.broken, 'command')}, first here; read as a blank`,
    )
  }
  if (draft.parted > 0) {
    complain(
      draft,
      draft.partedLine,
      `the two times of ${counted(draft.parted, 'move')} stand in comments of their own, first here; read together`,
    )
  }
  if (draft.dropped > 0) {
    complain(
      draft,
      line,
      `more than ${MOST_MOVES} moves or ${MOST_TEXT} characters of comments; ${draft.dropped} pieces left out`,
    )
  }
  if (draft.stray !== null) problems.unshift(strayProblem(draft.stray))
  return { startLine, tags, before, moves, result: result ?? '*', problems }
}

const timesOf = (at: PgnAnnotations): number =>
  (at.clk === undefined ? 0 : 1) + (at.emt === undefined ? 0 : 1)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function unended({ moves }: Draft, tag: string | undefined): string {
  const stop =
    moves.length === 0 ? 'no moves and no termination marker' : 'no termination marker after the last move'
  return tag === undefined ? stop : `${stop}; the tag Result says "${tag}"`
}
