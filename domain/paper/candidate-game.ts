/** A line of play that two scoresheets and a board may tell of, and how it reads the sheets. */
import type { Side } from '../../events/index.ts'
import type { Move, Position } from '../chess/index.ts'
import type { Sheet, WrittenEntry } from './sheet.ts'

export interface PaperEvidence {
  readonly start: Position
  readonly sheets: Readonly<Record<Side, Sheet>>
  readonly board: readonly Move[]
}

/**
 * How a sheet is read from a ply on: what it has under `ply + offset` is of that ply; what it has up to `read` is of
 * earlier plies, or was written twice.
 */
export interface SheetReading {
  readonly offset: number
  readonly readUpTo: number
}

/** What a sheet has for a ply of the game, as it is read there; undefined where it says nothing. */
export const entryAt = (
  { entries }: Sheet,
  ply: number,
  { offset, readUpTo }: SheetReading,
): WrittenEntry | undefined => (ply + offset <= readUpTo ? undefined : entries.get(ply + offset))

/** A position that a line of play reaches, and the ways by which it comes there. */
export interface CandidateGame {
  readonly ply: number
  readonly position: Position
  /** What all words so far are worth along the best way. */
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

/** Lines that bear the same name read the sheets alike from here on. */
export const readingKey = ({ white, black }: CandidateGame['readings']): string =>
  `${white.offset} ${black.offset}`

export type BestPath = readonly (CandidateGame & { readonly move: Move })[]

/** The best way to a line, from its first ply on. */
export function bestPathOf(line: CandidateGame): BestPath {
  const path: (CandidateGame & { readonly move: Move })[] = []
  for (let at = line; ; ) {
    const [way] = at.predecessors
    if (way === undefined) return path.reverse()
    path.push({ ...at, move: way.move })
    at = way.before
  }
}
