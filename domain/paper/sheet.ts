/** A scoresheet as written: the languages that its letters may be, and the moves that an entry may mean. */
import type { Move, Position } from '../chess/index.ts'
import { LANGUAGES, type Language } from '../notation/index.ts'
import { pieceLettersIn, ROLE_LETTERS } from '../notation/languages.ts'
import { resolve, shapeOf } from '../notation/resolve.ts'
import { type Shape, UNREADABLE } from '../notation/shape.ts'

export interface ScoresheetEntry {
  /** Half-move, from 1. */
  readonly ply: number
  readonly text: string
}

export interface Sheet {
  readonly entries: ReadonlyMap<number, WrittenEntry>
  /** The last ply under which something is written; 0 on an empty sheet. */
  readonly last: number
  /** Those of the languages that it may be in. */
  readonly letters: readonly PieceLetters[]
}

/** Piece letters by role, as `ROLE_LETTERS`. */
export type PieceLetters = readonly string[]

export interface WrittenEntry {
  readonly text: string
  /** What its signs name: one shape, or a few where languages read them otherwise; none where it is no move. */
  readonly shapes: readonly Shape[]
  /** A blot, a dash or another script: not a sign of it is one of a square or of castling. */
  readonly isIllegible: boolean
}

/** The last entry of a ply counts: it corrects the ones before. An empty entry says nothing. */
export function readSheet(entries: readonly ScoresheetEntry[]): Sheet {
  const texts = new Map<number, string>()
  for (const { ply, text } of entries) if (Number.isSafeInteger(ply) && ply > 0) texts.set(ply, text.trim())
  for (const [ply, text] of texts) if (text === '') texts.delete(ply)
  const languages = languagesOf([...texts.values()])
  const written = new Map([...texts].map(([ply, text]) => [ply, readEntry(text, languages)]))
  return { entries: written, last: Math.max(0, ...texts.keys()), letters: lettersOf(languages) }
}

/** Those in which most of the texts are moves: more than one, where the letters used do not tell them apart. */
function languagesOf(texts: readonly string[]): Language[] {
  const readable = (language: Language) =>
    texts.filter((text) => shapeOf(text, language) !== UNREADABLE).length
  const counts = LANGUAGES.map((language) => ({ language, count: readable(language) }))
  const most = Math.max(...counts.map(({ count }) => count))
  return counts.filter(({ count }) => count === most).map(({ language }) => language)
}

/** Each set of letters once. */
const lettersOf = (languages: readonly Language[]): PieceLetters[] => [
  ...new Map(
    languages
      .map((language) => pieceLettersIn(language)?.written ?? ROLE_LETTERS)
      .map((letters) => [letters.join(' '), letters]),
  ).values(),
]

function readEntry(text: string, languages: readonly Language[]): WrittenEntry {
  const shapes = new Set(languages.map((language) => shapeOf(text, language)))
  shapes.delete(UNREADABLE)
  return { text, shapes: [...shapes], isIllegible: shapes.size === 0 && !/[a-h1-8O0]/.test(text) }
}

/** The legal moves that an entry names, in any of the languages: one, or a few where languages read it otherwise. */
export function namedMoves(p: Position, { shapes }: WrittenEntry): Move[] {
  const moves: Move[] = []
  for (const shape of shapes) {
    const move = resolve(p, shape)
    if (move >= 0 && !moves.includes(move)) moves.push(move)
  }
  return moves
}
