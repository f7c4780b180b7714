/** Reads games from text that arrives in pieces of any size, keeping no more than the game it is in. */
import { codesOf } from './codes.ts'
import type { PgnGame, PgnProblem } from './game.ts'
import { readMovetext } from './movetext.ts'
import { strayProblem } from './open-game.ts'
import { readOutside } from './outside.ts'
import { finishGame, Reading } from './reading.ts'
import { endOfBraces, endOfVariation } from './variations.ts'
import { endsWord } from './words.ts'

export interface PgnReader {
  /** Takes the next piece of the text; games that it completes are handed over before it returns. */
  write(chunk: string): void
  /** Ends the text; a game without an end is handed over with a problem that says so. */
  end(): void
}

/** Larger pieces are read in parts of this many characters, so that what a part needs beside it stays small. */
const PIECE = 65_536

/**
 * A push parser. `onGame` gets each game when its marker, or the next game's first tag, has been read. One bad game is
 * a game with problems and never stops the rest. `onStray` hears of text that belongs to no game where no game follows;
 * elsewhere it is a problem of the game after it.
 */
export function createPgnReader(
  onGame: (game: PgnGame) => void,
  onStray: (problem: PgnProblem) => void = () => undefined,
): PgnReader {
  const reading = new Reading(onGame)
  let held = ''
  let enough = 0
  let heldReturn = false

  function run(): void {
    reading.text = held
    const codes = codesOf(held, reading.codes)
    if (codes !== reading.codes) reading.view = new DataView(codes.buffer)
    reading.codes = codes
    reading.at = 0
    while (reading.at < held.length && readOn(reading));
    if (reading.at > 0) reading.fresh = held.charCodeAt(reading.at - 1) === 10
    held = held.slice(reading.at)
    // A token longer than a piece is tried again only when it has grown by a quarter: reading stays linear.
    enough = held.length + (held.length >> 2)
  }

  function take(piece: string, returns: boolean): void {
    if (heldReturn || returns) piece = withoutReturns(piece)
    held = held === '' ? piece : held + piece
    if (held.length > enough) run()
  }

  /** All line ends as line feeds; whether a return at the end is one is told by what comes next. */
  function withoutReturns(piece: string): string {
    if (heldReturn) piece = `\r${piece}`
    heldReturn = piece.endsWith('\r')
    if (heldReturn) piece = piece.slice(0, -1)
    return piece.replace(/\r\n?/g, '\n')
  }

  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const piece = at === 0 && chunk.length <= PIECE ? chunk : chunk.slice(at, at + PIECE)
        const returns = piece.includes('\r')
        take(piece, returns)
        at += piece.length
        // What it left is cut from the chunk again, with what follows: joining the two would copy both.
        if (at < chunk.length && held.length < piece.length >> 1 && !returns) {
          at -= held.length
          held = ''
          enough = 0
        }
      }
    },
    end() {
      if (heldReturn) held += '\n'
      reading.final = true
      run()
      finishGame(reading, reading.line)
      if (reading.stray !== null) onStray(strayProblem(reading.stray))
      reading.stray = null
    },
  }
}

/** Reads on in the part of the text that the reader is in; false when it needs more. */
function readOn(reading: Reading): boolean {
  if (reading.skip !== null) return readSkipped(reading)
  return reading.inMoves ? readMovetext(reading) : readOutside(reading)
}

/** Passes over the rest of something too long to keep. */
function readSkipped(reading: Reading): boolean {
  const { text, at } = reading
  if (reading.skip === 'line') {
    const eol = text.indexOf('\n', at)
    reading.at = eol < 0 ? text.length : eol
    if (eol >= 0) reading.skip = null
  } else if (reading.skip === 'word') {
    let end = at
    while (end < text.length && !endsWord(text.charCodeAt(end))) end++
    reading.at = end
    if (end < text.length) reading.skip = null
  } else if (reading.skip === 'comment') {
    const { end, lines, open } = endOfBraces(text, at)
    reading.line += lines
    reading.at = text.charCodeAt(end) === 125 ? end + 1 : end
    if (!open) reading.skip = null
  } else {
    reading.at = endOfVariation(reading, at)
    if (reading.depth === 0 || text.charCodeAt(reading.at) === 91) {
      reading.depth = 0
      reading.skip = null
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
