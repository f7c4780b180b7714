/** Where a reader stands in its text, and the game that it has open. */
import type { PgnGame, PgnResult } from './game.ts'
import { closeDraft, Draft, type Stray } from './open-game.ts'

/** What a part function returns when its token is not all there. */
export const MORE = -1

/** A line longer than this is read in pieces. */
const LONGEST_LINE = 8_192

/** A file has the same few thousand move texts over and over: each is one string for all moves that have it, found by a hash. */
export const HASH_FACTOR = 0x9e3779b1
export const HASH_SHIFT = 20
const MOVE_TEXTS = 1 << (32 - HASH_SHIFT)

/**
 * `text` from `at` on is unread; a part function that needs more of it returns false or `MORE`. (A class, as the draft and its
 * moves are: an engine forgets what it has compiled for an object literal's layout once no such object is alive.)
 */
export class ReaderState {
  text = ''
  at = 0
  /** 1-based, of the whole input. */
  line = 1
  /** The character before `text[0]` ended a line, or there is none. */
  fresh = true
  /** No more text will come. */
  final = false
  draft: Draft | null = null
  inMoves = false
  /** A blank line came after the last token. */
  blank = false
  /** Lines that belong to no game, reported with the next one. */
  stray: Stray | null = null
  /** Inside something too long to keep: what ends it. */
  skip: 'line' | 'word' | 'comment' | 'variation' | null = null
  /** Brackets that are open in a variation. */
  depth = 0
  /** Texts of ordinary moves, each at the place of its hash. */
  readonly moveTexts: string[] = new Array<string>(MOVE_TEXTS).fill('')
  readonly emit: (game: PgnGame) => void

  constructor(emit: (game: PgnGame) => void) {
    this.emit = emit
  }
}

/** The open game, opened at the present line where there is none. */
export function gameOf(state: ReaderState): Draft {
  if (state.draft !== null) return state.draft
  const draft = new Draft(state.line)
  state.draft = draft
  draft.stray = state.stray
  state.stray = null
  return draft
}

/** Hands the open game over. What has neither tags nor moves nor a marker (a lone comment) is text of no game. */
export function finishGame(state: ReaderState, line: number, marker: PgnResult | null = null): void {
  const { draft } = state
  state.draft = null
  state.inMoves = false
  state.blank = false
  if (draft === null) return
  if (draft.tags.length === 0 && draft.moves.length === 0 && marker === null) {
    state.stray = draft.stray
    noteStray(state, draft.startLine, line, draft.before.comments[0] ?? '')
  } else state.emit(closeDraft(draft, marker, line))
}

/** Notes lines that belong to no game; lines that follow one another are one note. */
export function noteStray(state: ReaderState, from: number, to: number, text: string): void {
  if (state.stray !== null) state.stray.to = to
  else state.stray = { from, to, sample: text.trim().slice(0, 60) }
}

/** The end of the line that `at` is in: undefined when it lies beyond the text at hand. */
export function endOfLine(state: ReaderState, at: number): number | undefined {
  const eol = state.text.indexOf('\n', at)
  if (eol >= 0) return eol
  return state.final || state.text.length - at >= LONGEST_LINE ? state.text.length : undefined
}

/** Is `at` the first character of a line? */
export const atLineStart = (state: ReaderState, at: number): boolean =>
  at === 0 ? state.fresh : state.text.charCodeAt(at - 1) === 10
