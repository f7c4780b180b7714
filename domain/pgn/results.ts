/** The termination marker in its many written forms. */
import type { PgnResult } from './game.ts'

const SCORE: Readonly<Record<string, string>> = {
  '1': '1',
  '0': '0',
  '½': '½',
  '1/2': '½',
  '0.5': '½',
  '0,5': '½',
}

const MARKERS: Readonly<Record<string, PgnResult>> = {
  '1-0': '1-0',
  '0-1': '0-1',
  '½-½': '1/2-1/2',
  '0-0': '0-0',
  '½-0': '1/2-0',
  '0-½': '0-1/2',
  '+:-': '+:-',
  '-:+': '-:+',
  '-:-': '-:-',
}

/** The standard's own, words that LiveChess uses, a lone half, and forfeits as the record writes them. */
const WORDS: ReadonlyMap<string, PgnResult> = new Map([
  ['*', '*'],
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['WHITEWIN', '1-0'],
  ['BLACKWIN', '0-1'],
  ['DRAW', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½', '1/2-1/2'],
  ['+--', '+:-'],
  ['--+', '-:+'],
])

/** A castling with zeros or, at the end of a game whose tag says so, a loss of both. */
export const isDoubleZero = (text: string): boolean => /^0[-–—−]0$/.test(text)

/**
 * The marker that a text spells, null for anything else. Accepts a hyphen, a dash, an underscore or a colon between
 * the scores, `½`, `1/2` or `0.5` for half a point, `+` and `-` for games won and lost by forfeit.
 */
export function readResult(text: string): PgnResult | null {
  const word = WORDS.get(text)
  if (word !== undefined) return word
  const forfeit = /^([+-])\s*[:/]\s*([+-])$/.exec(text)
  if (forfeit !== null) return MARKERS[`${forfeit[1]}:${forfeit[2]}`] ?? null
  const parts = /^(\d(?:[./,]\d)?|½)\s*[-–—−_:]\s*(\d(?:[./,]\d)?|½)$/.exec(text)
  if (parts === null) return null
  return MARKERS[`${SCORE[parts[1]!] ?? '?'}-${SCORE[parts[2]!] ?? '?'}`] ?? null
}
