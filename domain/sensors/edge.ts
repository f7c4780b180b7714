/** How a sensor's edges are counted and timed. */
import type { Edge } from '../state/sensor-state.ts'

/** The seqs of the events that reported them. */
export const reported = (edges: readonly Edge[]): number[] =>
  edges.map(({ seq, reportedBy }) => reportedBy ?? seq)

/** Ms without an edge after which a board counts as settled: a scan takes 250 ms, a slow hand a little longer. */
export const QUIET = 1000

/** Ms of quiet after which what nobody can read is asked about: a piece knocked over is back on its square by then. */
export const ASK = 5000

/** Ms by which a sensor may tell later than the clock: two scans of the squares. */
export const LATE = 500
