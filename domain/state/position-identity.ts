/** The fields of a point by which occurrences of its position are counted (9.2.2). */
import type { Point } from './state.ts'

export type OccurrenceKey = Pick<Point, 'parent' | 'hi' | 'lo' | 'quiet'>

/** The first four fields of a FEN: what makes two positions the same (9.2.2), e.p. being written only where it is possible. */
export const positionIdentity = (fen: string): string =>
  fen.slice(0, fen.lastIndexOf(' ', fen.lastIndexOf(' ') - 1))
