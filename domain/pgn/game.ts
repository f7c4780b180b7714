/** A game as read from PGN: tags in their order, move texts with their annotations, and the problems of the text. */

import type { Remark } from '../reasons.ts'

/** Something odd in a text, and the line (1-based, of the whole file) where it stands. */
export interface PgnProblem {
  readonly line: number
  /** In English. */
  readonly message: string
  /** The same by its code, to be said in other languages. */
  readonly remark: Remark
}

/** An embedded command of the PGN supplement, `[%name operand,operand]`. */
export interface PgnCommand {
  readonly name: string
  readonly operands: readonly string[]
}

/** What a move or the start of a game may carry besides its text. */
export interface PgnAnnotations {
  /** Time left on the mover's display after the move (`%clk`), in milliseconds. */
  clk?: number | undefined
  /** Time spent on the move (`%emt`), in milliseconds. */
  emt?: number | undefined
  /** Numeric annotation glyphs; `!` is 1, `?` is 2 and so on. */
  nags: readonly number[]
  /** Comments without their commands, line breaks turned into spaces. A draw offer written `(=)` is a comment `(=)`. */
  comments: readonly string[]
  /** All other commands, unknown ones too; also a `%clk` or `%emt` that cannot be read or comes a second time. */
  commands: readonly PgnCommand[]
}

/** One move of the main line. */
export interface PgnMove extends PgnAnnotations {
  /** As written, without `!` and `?`; not necessarily a legal move, nor even a readable one. */
  text: string
  readonly line: number
  /** The variations after the move, of each the text between its brackets; they are not replayed. */
  variations: readonly string[]
}

/** Markers that end a game; those after `*` are not in the standard but are written by tournament software. */
export type PgnResult = '1-0' | '0-1' | '1/2-1/2' | '*' | '0-0' | '1/2-0' | '0-1/2' | '+:-' | '-:+' | '-:-'

export type PgnTag = readonly [name: string, value: string]

export interface PgnGame {
  readonly startLine: number
  readonly tags: readonly PgnTag[]
  /** What stands before the first move. */
  before: PgnAnnotations
  readonly moves: readonly PgnMove[]
  /** The marker in the movetext, `*` where there is none (then a problem says so); the `Result` tag may say otherwise. */
  result: PgnResult
  problems: readonly PgnProblem[]
}

/** How a problem says that the movetext has no marker. */
export const NO_MARKER = 'no termination marker'

/** Does the text of the game end without a marker, as one does that is still being written? */
export const isCutOff = ({ problems }: Pick<PgnGame, 'problems'>): boolean =>
  problems.some(({ message }) => message.includes(NO_MARKER))

/** The value of a tag, whatever the case of its name; the first one where the game has it twice. */
export function tagOf(game: Pick<PgnGame, 'tags'>, name: string): string | undefined {
  const wanted = name.toLowerCase()
  for (const [given, value] of game.tags) if (given === name || given.toLowerCase() === wanted) return value
  return undefined
}
