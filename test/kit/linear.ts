/** Whether work grows with its input and no faster, told by processor time: it is measured under any load. */

/** Four times the input may take so many times the time: under load a time is measured wrong, but not by a square. */
const MOST = 11
/** Times below are too short to compare, ms. */
const LEAST = 60

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Looks at what seems to grow faster: a collection of garbage comes once, a square each time. */
const LOOKS = 4

/** Null where four times the input took about four times the time, in one of the looks; else both times, in a sentence. */
export function growthFault<T>(
  inputOf: (size: number) => T,
  size: number,
  work: (input: T) => unknown,
): string | null {
  const [one, four] = [inputOf(size), inputOf(4 * size)]
  let fault = ''
  for (let look = 0; look < LOOKS; look++) {
    // The longer comes first: what an engine compiles on the way is not put down to the shorter.
    const times = timeOf(() => work(four))
    if (times < LEAST) return null
    const once = Math.min(
      timeOf(() => work(one)),
      timeOf(() => work(one)),
    )
    if (times < MOST * once) return null
    fault = `${size}: ${once.toFixed(1)} ms, ${4 * size}: ${times.toFixed(1)} ms`
  }
  return fault
}
