/** Positions with known answers, one a line. */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Position, parseFen } from '../../domain/chess/index.ts'
import type { Side } from '../../events/vocabulary.ts'

export interface Row {
  readonly id: string
  readonly fen: string
  readonly whiteCanMate: boolean
  readonly blackCanMate: boolean
}

export interface Question {
  readonly id: string
  readonly fen: string
  readonly side: Side
  readonly canMate: boolean
}

const read = (path: string): Row[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

/** Our own positions, each answer proved by a line or by exhaustion. */
export const handed = (): Row[] => read(fileURLToPath(new URL('handed.jsonl', import.meta.url)))

/** The published positions lie beside the repository, or are not there. */
const PUBLISHED = fileURLToPath(new URL('../../../shared/peers/winnable/published.jsonl', import.meta.url))
export const hasPublished = (): boolean => existsSync(PUBLISHED)
export const published = (): Row[] => read(PUBLISHED)

/** Both questions of each position. */
export const questionsOf = (rows: readonly Row[]): Question[] =>
  rows.flatMap(({ id, fen, whiteCanMate, blackCanMate }) => [
    { id, fen, side: 'white' as const, canMate: whiteCanMate },
    { id, fen, side: 'black' as const, canMate: blackCanMate },
  ])

export function position(fen: string): Position {
  const parsed = parseFen(fen)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
