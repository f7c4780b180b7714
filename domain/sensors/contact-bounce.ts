/** Contact bounce: a piece that leaves its square for a tenth of a second has not been moved. */
import type { Edge, Observation } from '../state/sensor-state.ts'
import { BOUNCE_MS } from './durations.ts'

/**
 * Index of the observation that a new edge cancels, so that neither of them counts; null where the new edge counts.
 * `stood`: what stood on its square before all observations.
 */
export function bouncedAt(
  seen: readonly Observation[],
  edge: Omit<Edge, 'seq'>,
  stood: string,
): number | null {
  const lastBefore = (end: number) =>
    seen.findLastIndex((each, index) => index < end && 'square' in each && each.square === edge.square)
  const last = lastBefore(seen.length)
  if (last < 0 || edge.at - (seen[last] as Edge).at > BOUNCE_MS) return null
  const before = lastBefore(last)
  return (before < 0 ? stood : (seen[before] as Edge).piece) === edge.piece ? last : null
}
