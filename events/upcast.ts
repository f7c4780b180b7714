/**
 * Reads older forms of `data`: each type has a chain of pure steps, from version 1 to 2, 2 to 3 …
 * A step sees the stored form, in which persons and free texts are references: it may move them, never look into them.
 * `events/golden/` holds a sample of every version that was ever written.
 */

type Step = (data: unknown) => unknown

/** By type: the first step leads from version 1 to version 2, and so on. */
export type UpcastChains = Readonly<Record<string, readonly Step[]>>

/** Version 2 stores an import's tags apart, as a text (pseudonymise.ts); version 1 holds them in the event and is read as it is. */
const unchanged: Step = (data) => data

const CHAINS: UpcastChains = {
  'game-opened': [unchanged],
  'details-corrected': [unchanged],
  'report-corrected': [unchanged],
}

const stepsOf = (type: string, chains: UpcastChains): readonly Step[] =>
  Object.hasOwn(chains, type) ? (chains[type] ?? []) : []

/** The version in which this program writes `data` of this type. */
export const currentVersion = (type: string, chains: UpcastChains = CHAINS): number =>
  1 + stepsOf(type, chains).length

/**
 * `data` of version `v` in the current version. A version that this program does not know is refused
 * with a sentence: reading on would misread the record.
 */
export function upcast(
  type: string,
  v: number,
  data: unknown,
  chains: UpcastChains = CHAINS,
): { ok: true; value: unknown } | { ok: false; error: string } {
  const steps = stepsOf(type, chains)
  const current = steps.length + 1
  if (v === current) return { ok: true, value: data }
  if (!Number.isInteger(v) || v < 1 || v > current) {
    return { ok: false, error: `${type} is of version ${v}; this program reads versions 1 to ${current}` }
  }
  return { ok: true, value: steps.slice(v - 1).reduce((older, step) => step(older), data) }
}
