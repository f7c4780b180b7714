/** A move as a player writes it, in any language's letters: what it means on the position. */
import { type Move, moveFrom, nameOf, type Position, uciOf } from '../chess/index.ts'
import { LANGUAGES, parseSan, readMoveText } from '../notation/index.ts'

export interface WrittenMove {
  /** The legal move it names, null if it names none. */
  move: Move | null
  uci: string | null
  /** The square of the piece it names, though the move is illegal. */
  from: string | null
}

/** Reads the text in the first language in which it names a legal move, else in the first in which it names a piece. */
export function readWrittenMove(position: Position, text: string): WrittenMove {
  for (const language of LANGUAGES) {
    const parsed = parseSan(position, text, language)
    if (parsed.ok)
      return { move: parsed.value, uci: uciOf(position, parsed.value), from: nameOf(moveFrom(parsed.value)) }
  }
  for (const language of LANGUAGES) {
    const read = readMoveText(position, text, language)
    if (read.kind === 'physical') return { move: null, uci: null, from: nameOf(read.from) }
  }
  return { move: null, uci: null, from: null }
}
