/** Measures whether work grows linearly with its input, by processor time, which hardly depends on other load. */

/** Four times the input may take up to so many times the time: load disturbs a measurement, but does not make 4 into 16. */
const MAX_RATIO = 11
/** Shorter times cannot be compared, ms. */
const MIN_MS = 60

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Measurements before growth counts as faster: garbage collection disturbs one, quadratic work shows in each. */
const ATTEMPTS = 4

/** Null where in one of the measurements four times the input took about four times the time; else both times, as text. */
export function growthFault<T>(
  inputOf: (size: number) => T,
  size: number,
  work: (input: T) => unknown,
): string | null {
  const [one, four] = [inputOf(size), inputOf(4 * size)]
  let fault = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The larger input comes first, so that the smaller is not charged with what the engine compiles meanwhile.
    const times = timeOf(() => work(four))
    if (times < MIN_MS) return null
    const once = Math.min(
      timeOf(() => work(one)),
      timeOf(() => work(one)),
    )
    if (times < MAX_RATIO * once) return null
    fault = `${size}: ${once.toFixed(1)} ms, ${4 * size}: ${times.toFixed(1)} ms`
  }
  return fault
}
