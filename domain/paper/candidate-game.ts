/** A line of play in the search, and how it reads the two scoresheets. */
import type { Side } from '../../events/index.ts'
import type { Move, Position } from '../chess/index.ts'
import type { Sheet, WrittenEntry } from './sheet.ts'

export interface PaperEvidence {
  readonly start: Position
  readonly sheets: Readonly<Record<Side, Sheet>>
  readonly board: readonly Move[]
}

/**
 * How a sheet is read from a ply on: what it has under `ply + offset` is of that ply; what it has up to `readUpTo` is of
 * earlier plies, or was written twice.
 */
export interface SheetReading {
  readonly offset: number
  readonly readUpTo: number
}

/** The entry of a sheet for a ply of the game under a reading; undefined where there is none. */
export const entryAt = (
  { entries }: Sheet,
  ply: number,
  { offset, readUpTo }: SheetReading,
): WrittenEntry | undefined => (ply + offset <= readUpTo ? undefined : entries.get(ply + offset))

/** A position that a line of play reaches, and the last steps by which it is reached. */
export interface CandidateGame {
  readonly ply: number
  readonly position: Position
  /** The score of all entries so far along the best path. */
  readonly score: number
  /** The best one first; none before the first ply. */
  readonly predecessors: readonly Predecessor[]
  readonly readings: Readonly<Record<Side, SheetReading>>
  /** Worth as much as too many others to be followed further than its words go. */
  readonly isTied: boolean
}

/** The last step to a position. */
export interface Predecessor {
  readonly before: CandidateGame
  readonly move: Move
  readonly score: number
}

export interface NextStep extends Predecessor {
  readonly readings: CandidateGame['readings']
}

/** Lines with the same key read the sheets alike from here on. */
export const readingKey = ({ white, black }: CandidateGame['readings']): string =>
  `${white.offset} ${black.offset}`

export type BestPath = readonly (CandidateGame & { readonly move: Move })[]

/** The best path to a position, from its first ply on. */
export function bestPathOf(line: CandidateGame): BestPath {
  const path: (CandidateGame & { readonly move: Move })[] = []
  for (let at = line; ; ) {
    const [way] = at.predecessors
    if (way === undefined) return path.reverse()
    path.push({ ...at, move: way.move })
    at = way.before
  }
}
