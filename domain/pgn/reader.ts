/** Reads games from text that arrives in pieces of any size. It holds one game at a time. */

import { readBetweenGames } from './between-games.ts'
import type { PgnGame, PgnProblem } from './game.ts'
import { strayLinesProblem } from './game-builder.ts'
import { readMovetext } from './movetext.ts'
import { finishGame, ReaderState, releaseEnded, resumeInterrupted } from './reader-state.ts'
import { endOfBraces, endOfVariation } from './variations.ts'
import { endsWord } from './words.ts'

export interface PgnReader {
  /** Takes the next piece of the text; games that it completes are handed over before it returns. */
  write(chunk: string): void
  /** Ends the text; a game without an end is handed over with a problem that says so. */
  end(): void
}

/** Larger pieces are read in parts of this many characters. */
const CHUNK_LENGTH = 65_536

/**
 * A push parser. `onGame` gets each game when what follows its marker and its comments, or the next game's first tag, has been
 * read. A faulty game is a game with problems, and the games after it are read. `onStray` gets text that belongs to no game and that no
 * game follows; other such text is a problem of the game after it.
 *
 * @example
 * ```ts
 * import { createPgnReader, tagOf } from 'touchmove/pgn'
 *
 * const reader = createPgnReader((game) => console.log(tagOf(game, 'White'), game.moves.length, game.problems.length))
 * for (const piece of ['[White "Mor', 'phy"]\n\n1. e4 e', '5 1-0\n']) reader.write(piece)
 * reader.end()
 * // Morphy 2 0
 * ```
 */
export function createPgnReader(
  onGame: (game: PgnGame) => void,
  onStray: (problem: PgnProblem) => void = () => undefined,
): PgnReader {
  const state = new ReaderState(onGame)
  let buffered = ''
  let retryLength = 0
  let pendingReturn = false

  function run(): void {
    state.text = buffered
    state.at = 0
    while (state.at < buffered.length && readOn(state));
    if (state.at > 0) state.startsAtLineStart = buffered.charCodeAt(state.at - 1) === 10
    buffered = buffered.slice(state.at)
    // A token longer than a piece is tried again only when it has grown by a quarter: reading stays linear.
    retryLength = buffered.length + (buffered.length >> 2)
  }

  function take(piece: string): void {
    if (pendingReturn || piece.includes('\r')) piece = withoutReturns(piece)
    buffered += piece
    if (buffered.length > retryLength) run()
  }

  /** Makes all line ends line feeds. A carriage return at the end waits for the next piece, which may begin with its line feed. */
  function withoutReturns(piece: string): string {
    if (pendingReturn) piece = `\r${piece}`
    pendingReturn = piece.endsWith('\r')
    if (pendingReturn) piece = piece.slice(0, -1)
    return piece.replace(/\r\n?/g, '\n')
  }

  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; at += CHUNK_LENGTH) take(chunk.slice(at, at + CHUNK_LENGTH))
    },
    end() {
      if (pendingReturn) buffered += '\n'
      state.final = true
      run()
      if (!state.inMoves) resumeInterrupted(state)
      finishGame(state, state.line)
      releaseEnded(state)
      if (state.strayLines !== null) onStray(strayLinesProblem(state.strayLines))
      state.strayLines = null
    },
  }
}

/** Reads on; returns false where more text is needed. */
function readOn(state: ReaderState): boolean {
  if (state.skipping !== null) return readSkipped(state)
  return state.inMoves ? readMovetext(state) : readBetweenGames(state)
}

/** Skips the rest of what is too long. */
function readSkipped(state: ReaderState): boolean {
  const { text, at } = state
  if (state.skipping === 'line') {
    const eol = text.indexOf('\n', at)
    state.at = eol < 0 ? text.length : eol
    if (eol >= 0) state.skipping = null
  } else if (state.skipping === 'word') {
    let end = at
    while (end < text.length && !endsWord(text.charCodeAt(end))) end++
    state.at = end
    if (end < text.length) state.skipping = null
  } else if (state.skipping === 'comment') {
    const { end, lines, open } = endOfBraces(text, at)
    state.line += lines
    state.at = text.charCodeAt(end) === 125 ? end + 1 : end
    if (!open) state.skipping = null
  } else {
    state.at = endOfVariation(state, at)
    if (state.depth === 0 || state.at < text.length) {
      state.depth = 0
      state.skipping = null
    }
  }
  return true
}

/** All games of a text. Text that belongs to no game is left out where no game follows it. */
export function readPgn(text: string): PgnGame[] {
  const games: PgnGame[] = []
  const reader = createPgnReader((game) => games.push(game))
  reader.write(text)
  reader.end()
  return games
}
