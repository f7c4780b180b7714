/** A move as a player writes it (Appendix C), in his own language's letters: what it means on a position. */

import type { Side } from '../../events/index.ts'
import { isCastling, isChess960, type Move, moveFrom, nameOf, type Position, uciOf } from '../chess/index.ts'
import { type Game, positionAt } from '../game/game.ts'
import { pathOf } from '../game/line.ts'
import { isMoveText, LANGUAGES, type Language, parseSan, readMoveText, writeSan } from '../notation/index.ts'
import { inForce } from './in-force.ts'

export interface WrittenMove {
  /** The legal move it names, null if it names none. */
  move: Move | null
  uci: string | null
  /** The square of the piece it names, though the move is illegal. */
  from: string | null
}

const NOTHING: WrittenMove = { move: null, uci: null, from: null }

/** Entries of a sheet that are looked at to learn its language. */
const ENTRIES = 12

/** All languages, those first in which the player's sheet so far names the moves that were made: S is a Slovak bishop and a Slovene knight. */
function languagesOf(game: Game, side: Side): readonly Language[] {
  if (!inForce(game, 'notation-form')) return ['en']
  const entries = game.state.scoresheets[side].moves.slice(-ENTRIES)
  if (entries.length === 0) return LANGUAGES
  const path = pathOf(game.state)
  const misses = new Map<Language, number>()
  for (const { ply, text } of entries) {
    const index = path.findIndex((point) => point.ply === ply && point.move !== null)
    const position = index < 1 ? null : positionAt(game.state, path[index - 1])
    if (position === null) continue
    for (const language of LANGUAGES) {
      const parsed = parseSan(position, text, language)
      if (parsed.ok && uciOf(position, parsed.value) === path[index]?.move?.uci) continue
      misses.set(language, (misses.get(language) ?? 0) + 1)
    }
  }
  return [...LANGUAGES].sort((a, b) => (misses.get(a) ?? 0) - (misses.get(b) ?? 0))
}

/** What rules out of force would not understand: any form but one, and in Chess960 the castling named by its side. */
function understood(game: Game, position: Position, move: Move, text: string): boolean {
  if (
    !inForce(game, 'notation-form') &&
    writeSan(position, move).replace(/[+#]$/, '') !== text.replace(/[+#]$/, '')
  )
    return false
  return !isCastling(move) || !isChess960(position) || inForce(game, 'castling-notation-960')
}

/**
 * Reads the text in the first language in which it names a legal move, else in the first in which it names a piece. A
 * text that is ambiguous in a likelier language is not saved by another one's letters.
 */
export function readWrittenMove(game: Game, side: Side, text: string, position = game.position): WrittenMove {
  const languages = languagesOf(game, side)
  for (const language of languages) {
    const parsed = parseSan(position, text, language)
    if (parsed.ok) {
      const move = parsed.value
      if (!understood(game, position, move, text)) return NOTHING
      return { move, uci: uciOf(position, move), from: nameOf(moveFrom(move)) }
    }
    if (parsed.error.code === 'ambiguous') return NOTHING
  }
  for (const language of languages) {
    const read = readMoveText(position, text, language)
    if (read.kind === 'physical') return { move: null, uci: null, from: nameOf(read.from) }
  }
  return NOTHING
}

/** Is the text algebraic notation in any language's letters, whatever it means? */
export const isAlgebraic = (game: Game, text: string): boolean =>
  (inForce(game, 'notation-form') ? LANGUAGES : (['en'] as const)).some((language) =>
    isMoveText(text, language),
  )
