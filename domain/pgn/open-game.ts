/** The game that a reader is in the middle of: what its moves and comments add, and what there is to say at its end. */
import { addComment, addNag, type CommentFinds, NONE, plus, readComment } from './comments.ts'
import type { PgnAnnotations, PgnGame, PgnProblem, PgnResult } from './game.ts'
import { MoveList } from './move-list.ts'
import { ReadGame } from './read-game.ts'
import type { Rooms } from './rooms.ts'
import { MOST_TAGS, TagList } from './tag-list.ts'
import { readTimes, times } from './times.ts'

/** No game is longer: the fifty- and seventy-five-move rules end any at fewer than 18,000 plies. */
export const MOST_MOVES = 20_000
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
export interface Draft {
  readonly startLine: number
  readonly tags: TagList
  /** What stands before the first move. */
  readonly before: PgnAnnotations
  readonly moves: MoveList
  readonly problems: PgnProblem[]
  /** The first move number in the text, and whether it stood before a move of Black; -1 before any. */
  firstNumber: number
  blackFirst: boolean
  misnumbered: boolean
  textLength: number
  dropped: number
  /** What stood before the game and belongs to none. */
  stray: Stray | null
  /** Commands broken across lines, and moves whose times stand apart: how many, and where the first. */
  broken: number
  brokenLine: number
  parted: number
  partedLine: number
}

export function openDraft(startLine: number, rooms: Rooms): Draft {
  return {
    startLine,
    tags: new TagList(rooms),
    before: { nags: NONE, comments: NONE, commands: NONE },
    moves: new MoveList(rooms),
    problems: [],
    firstNumber: -1,
    blackFirst: false,
    misnumbered: false,
    textLength: 0,
    dropped: 0,
    stray: null,
    broken: 0,
    brokenLine: 0,
    parted: 0,
    partedLine: 0,
  }
}

/** What comments now belong to: the last move, or the game before its first move. */
export const annotated = ({ moves, before }: Draft): PgnAnnotations => moves.last() ?? before

export function complain(draft: Draft, line: number, message: string): void {
  if (draft.problems.length < MOST_PROBLEMS) draft.problems.push({ line, message })
}

export function addTag(draft: Draft, tag: readonly [string, string], line: number): void {
  const { tags } = draft
  if (tags.length >= MOST_TAGS) return
  if (tags.has(tag[0])) complain(draft, line, `the tag ${tag[0]} stands twice`)
  tags.add(tag)
}

export function addMove(draft: Draft, text: string, line: number): void {
  if (draft.moves.length >= MOST_MOVES) draft.dropped++
  else draft.moves.add(text, line)
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

/** A comment of clock times alone: the place behind it, `i` itself for any other (see `readTimes`). */
export function takeTimes(draft: Draft, codes: Uint8Array, i: number, line: number): number {
  const { moves } = draft
  const end = moves.length === 0 ? i : readTimes(codes, i)
  if (end === i) return i
  const added = moves.addTimes(times.clk, times.emt)
  if (added === 'again') return i
  if (added === 'apart') tallyParted(draft, line)
  return end
}

export function takeVariation(draft: Draft, text: string): void {
  const last = draft.moves.last()
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
  const last = draft.moves.last()
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
  const tag = result !== null && tags.hasResult(result) ? result : tags.value('Result')
  if (result === null && tag === '0-0' && moves.last()?.text === '0-0') {
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
  tags.close()
  moves.close()
  const odd = problems.length === 0 ? NO_PROBLEMS : problems
  return new ReadGame(startLine, tags, before, moves, result ?? '*', odd)
}

/** Shared by the many games that have none. */
const NO_PROBLEMS: readonly PgnProblem[] = []

const timesOf = (at: PgnAnnotations): number =>
  (at.clk === undefined ? 0 : 1) + (at.emt === undefined ? 0 : 1)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function unended({ moves }: Draft, tag: string | undefined): string {
  const stop =
    moves.length === 0 ? 'no moves and no termination marker' : 'no termination marker after the last move'
  return tag === undefined ? stop : `${stop}; the tag Result says "${tag}"`
}
