/** Positions with known answers, one a line. */

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
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
export const handed = (): Row[] => read(resolve('test/winnable/handed.jsonl'))

/** The best-known analyser calls this unwinnable for White: it does not count pawns of little movement among those that can mate. */
export const ANCHOR_WRONG: Question = {
  id: 'anchor-wrong',
  fen: '3b4/4p1p1/1p1pP1P1/1P1PpBp1/1pBpP1P1/1P1P4/4K1P1/2k5 b - - 0 1',
  side: 'white',
  canMate: true,
}

/** The published positions lie beside the repository, or are not there. Tests and scripts run at its root. */
export const PUBLISHED = resolve('../shared/peers/winnable/published.jsonl')
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
