/** The position of a reader in its text, and the game under construction. */
import type { PgnGame, PgnResult } from './game.ts'
import { addProblem, addTag, finishGameBuilder, GameBuilder, type StrayLines } from './game-builder.ts'

/** What a function returns where the token that it reads is not complete yet. */
export const NEED_MORE_TEXT = -1

/** A line is read once this much of it is there, complete or not. */
export const MAX_LINE_LENGTH = 8_192

/** A file repeats the same few thousand move texts: moves with the same text share one string, which is found by a hash. */
export const HASH_FACTOR = 0x9e3779b1
export const HASH_SHIFT = 20
const MOVE_TEXTS = 1 << (32 - HASH_SHIFT)

interface EndedGame {
  readonly builder: GameBuilder
  readonly marker: PgnResult
  /** The line of the marker. */
  readonly line: number
}

/**
 * `text` is unread from `at` on; a function that needs more of it returns false or `NEED_MORE_TEXT`. (This is a class, as the builder and
 * its moves are: V8 drops what it has compiled for the layout of an object literal once no such object is alive.)
 */
export class ReaderState {
  text = ''
  at = 0
  /** 1-based, of the whole input. */
  line = 1
  /** The character before `text[0]` ended a line, or there is none. */
  startsAtLineStart = true
  /** No more text will come. */
  final = false
  builder: GameBuilder | null = null
  /** The game that a marker has ended: a comment behind the marker, before a blank line, is still its own. */
  ended: EndedGame | null = null
  /** A game without a marker, among whose moves tags stand: what follows them says whether it goes on. */
  interrupted: GameBuilder | null = null
  inMoves = false
  /** A blank line came after the last token. */
  blank = false
  /** Nothing but blanks has come in this line. */
  indent = true
  /** Lines that belong to no game, reported with the next one. */
  strayLines: StrayLines | null = null
  /** What is too long, so that its rest is skipped. */
  skipping: 'line' | 'word' | 'comment' | 'variation' | null = null
  /** Brackets that are open in a variation. */
  depth = 0
  /** Texts of ordinary moves, each at the index of its hash. */
  readonly moveTexts: string[] = new Array<string>(MOVE_TEXTS).fill('')
  readonly emit: (game: PgnGame) => void

  constructor(emit: (game: PgnGame) => void) {
    this.emit = emit
  }
}

/** Returns the open game; where there is none, opens one at the present line. */
export function currentGame(state: ReaderState): GameBuilder {
  if (state.builder !== null) return state.builder
  releaseEnded(state)
  const builder = new GameBuilder(state.line)
  state.builder = builder
  builder.stray = state.strayLines
  state.strayLines = null
  return builder
}

/** Hands over the game that a marker has ended. */
export function releaseEnded(state: ReaderState): void {
  const { ended } = state
  state.ended = null
  if (ended !== null) state.emit(finishGameBuilder(ended.builder, ended.marker, ended.line))
}

/** To be called where a tag comes among the moves of the open game: a game without tags of its own ends there, any other is interrupted. */
export function interruptGame(state: ReaderState): void {
  if (state.builder === null || state.builder.tags.length === 0) finishGame(state, state.line)
  else {
    state.interrupted = state.builder
    state.builder = null
    state.inMoves = false
    state.blank = false
  }
}

/** Hands over the game that tags interrupted: it has ended before them. */
export function releaseInterrupted(state: ReaderState): void {
  const { interrupted } = state
  state.interrupted = null
  if (interrupted !== null) state.emit(finishGameBuilder(interrupted, null, state.line))
}

/** Goes on with the game that tags interrupted: they become tags of it. */
export function resumeInterrupted(state: ReaderState): void {
  const { interrupted, builder } = state
  state.interrupted = null
  if (interrupted === null || builder === null) return
  for (const tag of builder.tags) {
    addProblem(interrupted, builder.startLine, 'tag-among-moves', { tag: tag[0] })
    addTag(interrupted, tag, builder.startLine)
  }
  for (const problem of builder.problems) interrupted.problems.push(problem)
  state.builder = interrupted
}

/**
 * Ends the open game. Comments may follow a marker, so a game that has one is handed over later; any other is handed over here. What has
 * neither tags nor moves nor a marker (a comment alone) belongs to no game.
 */
export function finishGame(state: ReaderState, line: number, marker: PgnResult | null = null): void {
  const { builder } = state
  state.builder = null
  state.inMoves = false
  state.blank = false
  releaseInterrupted(state)
  releaseEnded(state)
  if (builder === null) return
  if (builder.tags.length === 0 && builder.moves.length === 0 && marker === null) {
    state.strayLines = builder.stray
    addStrayLines(state, builder.startLine, line, builder.before.comments[0] ?? '')
  } else if (marker !== null) state.ended = { builder, marker, line }
  else state.emit(finishGameBuilder(builder, marker, line))
}

/** Notes lines that belong to no game; lines that follow one another are one note. */
export function addStrayLines(state: ReaderState, from: number, to: number, text: string): void {
  if (state.strayLines !== null) state.strayLines.to = to
  else state.strayLines = { from, to, sample: text.trim().slice(0, 60) }
}

/** The end of the line that `at` is in: undefined when it lies beyond the text at hand. */
export function endOfLine(state: ReaderState, at: number): number | undefined {
  const eol = state.text.indexOf('\n', at)
  if (eol >= 0) return eol
  return state.final || state.text.length - at >= MAX_LINE_LENGTH ? state.text.length : undefined
}

/** Is `at` the first character of a line? */
export const atLineStart = (state: ReaderState, at: number): boolean =>
  at === 0 ? state.startsAtLineStart : state.text.charCodeAt(at - 1) === 10
