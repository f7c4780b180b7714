/** Small helpers of the chess tests. */

import { legalMoves, type Position, parseFen, uciOf } from '../../domain/chess/index.ts'

/** The position of a FEN that must be readable. */
export function position(fen: string, options?: { chess960?: boolean }): Position {
  const read = parseFen(fen, options)
  if (!read.ok) throw new Error(`${read.error.message} (${fen})`)
  return read.value
}

/** The legal moves in UCI, sorted. */
export const ucis = (p: Position): string[] =>
  legalMoves(p)
    .map((move) => uciOf(p, move))
    .sort()

/** Reproducible numbers from 0 below 1 (mulberry32). */
export function dice(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Everything a position holds, the undo stack aside, as one comparable text. */
export const everythingOf = (p: Position): string =>
  JSON.stringify([
    [...p.board],
    [...p.bits],
    p.ply,
    p.state,
    [...p.castling.rooks],
    p.chess960,
    p.hashLo,
    p.hashHi,
  ])
