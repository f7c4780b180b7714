/** Reads a move as a player writes it (Appendix C), in the piece letters of the player's language. */

import type { Side } from '../../events/index.ts'
import { isCastling, isChess960, type Move, moveFrom, nameOf, type Position, uciOf } from '../chess/index.ts'
import {
  isMoveText,
  LANGUAGES,
  type Language,
  languageOfFederation,
  namedByText,
  parseSan,
  writeSan,
} from '../notation/index.ts'
import { type Game, positionAt } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'

export interface WrittenMove {
  /** The legal move it names, null if it names none. */
  move: Move | null
  uci: string | null
  /** The squares of the pieces that the text may name, also where it is illegal or ambiguous. */
  pieces: readonly string[]
  /** Where the text is ambiguous: the legal moves that it fits, or its readings in languages that fit the sheet equally well. */
  either: readonly (Move | null)[]
}

const NO_WRITTEN_MOVE: WrittenMove = { move: null, uci: null, pieces: [], either: [] }

/** The languages in which the most entries of the sheet name the moves that were made; null where all fit equally. */
function fittingSheet(game: Game, side: Side): readonly Language[] | null {
  const { moves } = game.state.scoresheets[side]
  if (moves.length === 0) return null
  const path = pathOf(game.state)
  const places = new Map(path.map(({ ply, move }, index) => [move === null ? -1 : ply, index]))
  const misses = new Map<Language, number>(LANGUAGES.map((language) => [language, 0]))
  for (const { ply, text } of moves) {
    const index = places.get(ply) ?? 0
    const position = index < 1 ? null : positionAt(game.state, path[index - 1])
    if (position === null) continue
    for (const language of LANGUAGES) {
      const parsed = parseSan(position, text, language)
      if (parsed.ok && uciOf(position, parsed.value) === path[index]?.move?.uci) continue
      misses.set(language, (misses.get(language) ?? 0) + 1)
    }
  }
  const least = Math.min(...misses.values())
  const best = LANGUAGES.filter((language) => misses.get(language) === least)
  return best.length === LANGUAGES.length ? null : best
}

/**
 * The language in whose letters a player writes: the one entered for the player, else the one that fits the sheet, else the
 * federation's, else English. Several where the sheet fits them equally well and the federation's is not among them.
 */
function languagesOf(game: Game, side: Side): readonly Language[] {
  if (!inForce(game, 'notation-form')) return ['en']
  const { language, federation = '' } = game.state.details?.[side] ?? {}
  const stated = LANGUAGES.find((known) => known === language)
  if (stated !== undefined) return [stated]
  const home = languageOfFederation(federation)
  const fitting = fittingSheet(game, side)
  if (fitting === null) return [home ?? 'en']
  return home !== null && fitting.includes(home) ? [home] : fitting
}

/** Is the text in a form that the rules in force prescribe? While a rule is out of force, only what does not depend on it counts. */
function isInPrescribedForm(game: Game, position: Position, move: Move, text: string): boolean {
  if (
    !inForce(game, 'notation-form') &&
    writeSan(position, move).replace(/[+#]$/, '') !== text.replace(/[+#]$/, '')
  )
    return false
  return !isCastling(move) || !isChess960(position) || inForce(game, 'castling-notation-960')
}

/** The reading of the text in one language; null where it is no move text there. */
function readIn(game: Game, position: Position, text: string, language: Language): WrittenMove | null {
  const parsed = parseSan(position, text, language)
  if (parsed.ok) {
    const move = parsed.value
    if (!isInPrescribedForm(game, position, move, text)) return NO_WRITTEN_MOVE
    return { move, uci: uciOf(position, move), pieces: [nameOf(moveFrom(move))], either: [] }
  }
  if (parsed.error.code === 'notation') return null
  const { moves, pieces } = namedByText(position, text, language)
  return { ...NO_WRITTEN_MOVE, pieces: pieces.map(nameOf), either: moves.length > 1 ? moves : [] }
}

const isSame = (a: WrittenMove, b: WrittenMove): boolean =>
  a.uci === b.uci && a.pieces.join() === b.pieces.join()

/**
 * Reads the text in the player's language, legal or not; it is never read as another move in another language. Where languages fit
 * equally well and name different moves it is ambiguous (`either`).
 */
export function readWrittenMove(game: Game, side: Side, text: string, position = game.position): WrittenMove {
  const readings = languagesOf(game, side)
    .map((language) => readIn(game, position, text, language))
    .filter((reading) => reading !== null)
  const [first = NO_WRITTEN_MOVE] = readings
  if (readings.every((reading) => isSame(reading, first))) return first
  const different = readings.filter((reading, i) => readings.findIndex((each) => isSame(each, reading)) === i)
  return {
    ...NO_WRITTEN_MOVE,
    either: different.flatMap(({ move, either }) => (either.length > 0 ? either : [move])),
  }
}

/** Is the text algebraic notation in any language's letters, whatever it means? */
export const isAlgebraic = (game: Game, text: string): boolean =>
  (inForce(game, 'notation-form') ? LANGUAGES : (['en'] as const)).some((language) =>
    isMoveText(text, language),
  )
