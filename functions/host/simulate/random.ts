/** Seeded random numbers: the same seed simulates the same round on any machine. */

/** Returns the next random number, 0 ≤ n < 1. */
export type RandomSource = () => number

/** M. E. O'Neill's PCG with 32 bits of state (RXS-M-XS): small, and good enough for a simulation. */
export function seededRandom(seed: number): RandomSource {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (Math.imul(state, 747796405) + 2891336453) >>> 0
    const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277803737)
    return (((word >>> 22) ^ word) >>> 0) / 2 ** 32
  }
}

/** True with this probability. */
export const happens = (random: RandomSource, probability: number): boolean => random() < probability

/** A whole number, `from` ≤ n ≤ `to`. */
export const randomInteger = (random: RandomSource, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))

/** One of the items, of which there must be one. */
export function pickOne<T>(random: RandomSource, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T
}
