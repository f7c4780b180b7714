/** Contacts bounce: a piece that leaves its square for a tenth of a second has not been moved. */
import type { Edge } from '../state/sensor-state.ts'
import { BOUNCE } from './durations.ts'

/**
 * Index of the edge that a new one undoes, so that neither tells anything; null where the new one stands for itself.
 * `stood`: what stood on its square before the first edge.
 */
export function bouncedAt(edges: readonly Edge[], edge: Omit<Edge, 'seq'>, stood: string): number | null {
  const on = edges.flatMap(({ square }, index) => (square === edge.square ? [index] : []))
  const last = on.at(-1)
  if (last === undefined || edge.at - (edges[last] as Edge).at > BOUNCE) return null
  const before = on.at(-2)
  return (before === undefined ? stood : (edges[before] as Edge).piece) === edge.piece ? last : null
}
