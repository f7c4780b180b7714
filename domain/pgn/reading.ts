/** Where a reader stands in its text, and the game that it has open. */
import type { PgnGame, PgnResult } from './game.ts'
import { closeDraft, type Draft, openDraft, type Stray } from './open-game.ts'
import { Rooms } from './rooms.ts'

/** What a part function returns when its token is not all there. */
export const MORE = -1

/** A line longer than this is read in pieces. */
export const LONGEST_LINE = 8_192

/**
 * Where a reader stands. `text` from `at` on is unread; a part function that needs more of it returns false. (A class, since an
 * engine lays an object literal out anew when it is evaluated again, and forgets what it had compiled for the first.)
 */
export class Reading {
  text = ''
  /** The same as bytes (see `codesOf`). */
  codes: Uint8Array = new Uint8Array(0)
  /** The bytes several at a time. */
  view: DataView = new DataView(new ArrayBuffer(0))
  at = 0
  /** 1-based, of the whole input. */
  line = 1
  /** The character before `text[0]` ended a line, or there is none. */
  fresh = true
  /** No more text will come. */
  final = false
  draft: Draft | null = null
  /** For the open game's moves and tags, and for those of the games after it. */
  readonly rooms = new Rooms()
  inMoves = false
  /** A blank line came after the last token. */
  blank = false
  /** Lines that belong to no game, reported with the next one. */
  stray: Stray | null = null
  /** Inside something too long to keep: what ends it. */
  skip: 'line' | 'word' | 'comment' | 'variation' | null = null
  depth = 0
  readonly emit: (game: PgnGame) => void

  constructor(emit: (game: PgnGame) => void) {
    this.emit = emit
  }
}

/** The open game, opened at the present line where there is none. */
export function gameOf(reading: Reading): Draft {
  if (reading.draft !== null) return reading.draft
  const draft = openDraft(reading.line, reading.rooms)
  reading.draft = draft
  draft.stray = reading.stray
  reading.stray = null
  return draft
}

/** Hands the open game over. What has neither tags nor moves nor a marker (a lone comment) is text of no game. */
export function finishGame(reading: Reading, line: number, marker: PgnResult | null = null): void {
  const { draft } = reading
  reading.draft = null
  reading.inMoves = false
  reading.blank = false
  if (draft === null) return
  if (draft.tags.length === 0 && draft.moves.length === 0 && marker === null) {
    reading.stray = draft.stray
    noteStray(reading, draft.startLine, line, draft.before.comments[0] ?? '')
  } else reading.emit(closeDraft(draft, marker, line))
}

/** Notes lines that belong to no game; lines that follow one another are one note. */
export function noteStray(reading: Reading, from: number, to: number, text: string): void {
  if (reading.stray !== null) reading.stray.to = to
  else reading.stray = { from, to, sample: text.trim().slice(0, 60) }
}

/** The end of the line that `at` is in: undefined when it lies beyond the text at hand. */
export function endOfLine(reading: Reading, at: number): number | undefined {
  const eol = reading.text.indexOf('\n', at)
  if (eol >= 0) return eol
  return reading.final || reading.text.length - at >= LONGEST_LINE ? reading.text.length : undefined
}

/** Is `at` the first character of a line? */
export const atLineStart = (reading: Reading, at: number): boolean =>
  at === 0 ? reading.fresh : reading.text.charCodeAt(at - 1) === 10
