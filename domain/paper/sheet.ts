/** A scoresheet as somebody wrote it: which languages its letters may be, and which moves a text of it may mean. */
import { legalMoves, type Move, type Position } from '../chess/index.ts'
import { isMoveText, LANGUAGES, type Language, parseSan, writeSan } from '../notation/index.ts'

export interface Entry {
  /** Half-move, from 1. */
  readonly ply: number
  readonly text: string
}

export interface Sheet {
  readonly texts: ReadonlyMap<number, string>
  /** The last ply under which something is written; 0 on an empty sheet. */
  readonly last: number
  readonly languages: readonly Language[]
}

/** The last entry of a ply counts: who writes again has put right what stood there. */
export function sheetOf(entries: readonly Entry[]): Sheet {
  const texts = new Map(entries.map(({ ply, text }) => [ply, text.trim()]))
  return { texts, last: Math.max(0, ...texts.keys()), languages: languagesOf([...texts.values()]) }
}

/** Those in which most of the texts are moves: more than one, where the letters used do not tell them apart. */
function languagesOf(texts: readonly string[]): Language[] {
  const readable = (language: Language) => texts.filter((text) => isMoveText(text, language)).length
  const counts = LANGUAGES.map((language) => ({ language, count: readable(language) }))
  const most = Math.max(...counts.map(({ count }) => count))
  return counts.filter(({ count }) => count === most).map(({ language }) => language)
}

/** The legal moves that a text names, in any of the languages: one, or a few where languages read it otherwise. */
export function named(p: Position, text: string, { languages }: Sheet): Move[] {
  const moves = new Set<Move>()
  for (const language of languages) {
    const read = parseSan(p, text, language)
    if (read.ok) moves.add(read.value)
  }
  return [...moves]
}

/** The legal moves that one wrong, missing or surplus sign apart would be written so. */
export function nearly(p: Position, text: string, { languages }: Sheet): Move[] {
  const written = bare(text)
  return legalMoves(p).filter((move) => {
    return languages.some((language) => isNear(bare(writeSan(p, move, language)), written))
  })
}

/** Without what many leave out: capture, check and promotion signs. */
const bare = (text: string): string => text.replaceAll(/[x:+#=!?()\s-]/g, '')

/** At most one edit apart, or two neighbouring signs changed round. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
