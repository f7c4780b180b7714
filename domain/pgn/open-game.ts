/** The game that a reader is in the middle of: what its moves and comments add, and what there is to say at its end. */
import { addComment, addNag, type CommentFinds, NONE, readComment, readTimes } from './comments.ts'
import {
  type PgnAnnotations,
  type PgnGame,
  type PgnMove,
  type PgnProblem,
  type PgnResult,
  tagOf,
} from './game.ts'

/** No game is longer: the fifty- and seventy-five-move rules end any at fewer than 18,000 plies. */
const MOST_MOVES = 20_000
/** What a reader keeps of one comment or variation, and how much of both it keeps in one game, in characters. */
export const LONGEST_COMMENT = 65_536
const MOST_TEXT = 8_388_608
const MOST_PROBLEMS = 200
const MOST_TAGS = 1_000

interface Tally {
  count: number
  line: number
}

/** A game under construction. `at` is what comments now belong to: the last move, or the game before its first move. */
export interface OpenGame extends PgnGame {
  tags: (readonly [string, string])[]
  moves: PgnMove[]
  problems: PgnProblem[]
}

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

export interface Draft {
  readonly game: OpenGame
  at: PgnAnnotations
  /** The first move number in the text, and whether it stood before a move of Black; -1 before any. */
  firstNumber: number
  blackFirst: boolean
  misnumbered: boolean
  textLength: number
  dropped: number
  /** What stood before the game and belongs to none. */
  stray: Stray | null
  readonly broken: Tally
  readonly parted: Tally
}

export function openDraft(startLine: number): Draft {
  const before: PgnAnnotations = { nags: NONE, comments: NONE, commands: NONE }
  const game: OpenGame = { startLine, tags: [], before, moves: [], result: '*', problems: [] }
  return {
    game,
    at: before,
    firstNumber: -1,
    blackFirst: false,
    misnumbered: false,
    textLength: 0,
    dropped: 0,
    stray: null,
    broken: { count: 0, line: 0 },
    parted: { count: 0, line: 0 },
  }
}

export function complain(draft: Draft, line: number, message: string): void {
  if (draft.game.problems.length < MOST_PROBLEMS) draft.game.problems.push({ line, message })
}

export function addTag(draft: Draft, tag: readonly [string, string], line: number): void {
  const { game } = draft
  if (game.tags.length >= MOST_TAGS) return
  if (game.tags.some(([name]) => name === tag[0])) complain(draft, line, `the tag ${tag[0]} stands twice`)
  game.tags.push(tag)
}

export function addMove(draft: Draft, text: string, line: number): void {
  if (draft.game.moves.length >= MOST_MOVES) {
    draft.dropped++
    return
  }
  const move: PgnMove = {
    text,
    line,
    clk: undefined,
    emt: undefined,
    nags: NONE,
    comments: NONE,
    commands: NONE,
    variations: NONE,
  }
  draft.game.moves.push(move)
  draft.at = move
}

/** A move number in the text against the one that is due; only the first that differs is worth a line. */
export function checkNumber(draft: Draft, number: number, blackToMove: boolean, line: number): void {
  const played = draft.game.moves.length
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
  draft.firstNumber + ((draft.game.moves.length + (draft.blackFirst ? 1 : 0)) >> 1)

const finds: CommentFinds = { broken: false, problems: [] }

/** A comment, `raw` as it stands between its braces; `line` is the one in which it begins. */
export function takeComment(draft: Draft, raw: string, line: number): void {
  const { at } = draft
  draft.textLength += raw.length
  if (draft.textLength > MOST_TEXT) {
    draft.dropped++
    return
  }
  const times = timesOf(at)
  readComment(at, raw, finds)
  if (times > 0 && timesOf(at) > times) tally(draft.parted, line)
  if (finds.broken) {
    finds.broken = false
    tally(draft.broken, line)
  }
  while (finds.problems.length > 0) complain(draft, line, finds.problems.shift()!)
}

/** A comment of clock times alone: the place behind it, `i` itself for any other (see `readTimes`). */
export function takeTimes(draft: Draft, codes: Uint8Array, i: number, line: number): number {
  const { at } = draft
  const parted = at.clk !== undefined || at.emt !== undefined
  const end = readTimes(at, codes, i)
  if (parted && end > i) tally(draft.parted, line)
  return end
}

export function takeVariation(draft: Draft, text: string): void {
  const last = draft.game.moves.at(-1)
  if (last === undefined) {
    addComment(draft.at, `(${text})`)
    return
  }
  draft.textLength += text.length
  if (draft.textLength > MOST_TEXT) draft.dropped++
  else (last as { variations: readonly string[] }).variations = [...last.variations, text]
}

export const takeNag = (draft: Draft, nag: number): void => addNag(draft.at, nag)

/** Words and signs that belong to the move before them: a check sign set apart, `e.p.`. */
export function extendMove(draft: Draft, text: string): boolean {
  const last = draft.game.moves.at(-1)
  if (last === undefined) return false
  last.text += text
  return true
}

function tally(to: Tally, line: number): void {
  if (to.count++ === 0) to.line = line
}

/** Ends the game with its marker, or without one, and says in words what was odd about it as a whole. */
export function closeDraft(draft: Draft, marker: PgnResult | null, line: number): PgnGame {
  const { game, broken, parted } = draft
  const tag = tagOf(game, 'Result')
  let result = marker
  if (result === null && tag === '0-0' && game.moves.at(-1)?.text === '0-0') {
    // Written last in a game that its tag calls lost for both, `0-0` is the marker and no castling.
    game.moves.pop()
    result = '0-0'
  }
  if (result === null) complain(draft, line, unended(game, tag))
  else if (tag !== undefined && tag !== result) {
    complain(draft, line, `the tag Result says "${tag}", the moves end with ${result}; both are kept`)
  }
  if (broken.count > 0) {
    complain(
      draft,
      broken.line,
      `a line break inside ${counted(broken.count, 'command')}, first here; read as a blank`,
    )
  }
  if (parted.count > 0) {
    complain(
      draft,
      parted.line,
      `the two times of ${counted(parted.count, 'move')} stand in comments of their own, first here; read together`,
    )
  }
  if (draft.dropped > 0) {
    complain(
      draft,
      line,
      `more than ${MOST_MOVES} moves or ${MOST_TEXT} characters of comments; ${draft.dropped} pieces left out`,
    )
  }
  if (draft.stray !== null) game.problems.unshift(strayProblem(draft.stray))
  game.result = result ?? '*'
  return game
}

const timesOf = (at: PgnAnnotations): number =>
  (at.clk === undefined ? 0 : 1) + (at.emt === undefined ? 0 : 1)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function unended(game: PgnGame, tag: string | undefined): string {
  const stop =
    game.moves.length === 0
      ? 'no moves and no termination marker'
      : 'no termination marker after the last move'
  return tag === undefined ? stop : `${stop}; the tag Result says "${tag}"`
}
