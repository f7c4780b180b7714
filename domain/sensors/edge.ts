/** A sensor's edge: a man left a square, or stands on it now. */

export interface Edge {
  /** The event that reported it, or the one in whose place it is read. */
  readonly seq: number
  /** The event that reported it, where it is read in another place. */
  readonly told?: number
  /** Its effective time, ms since the epoch. */
  readonly at: number
  readonly square: string
  /** FEN letter; '' where the square became empty. */
  readonly piece: string
}

/** The seqs of the events that reported them. */
export const reported = (edges: readonly Edge[]): number[] => edges.map(({ seq, told }) => told ?? seq)

/** Ms without an edge after which a board counts as settled: a scan takes 250 ms, a slow hand a little longer. */
export const QUIET = 1000

/** Ms of quiet after which what nobody can read is asked about: a piece knocked over is back on its square by then. */
export const ASK = 5000

/** Ms by which a sensor may tell later than the clock: two scans of the squares. */
export const LATE = 500
