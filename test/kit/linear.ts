/** Whether work grows with its input and no faster, told by processor time: it is measured under any load. */

/** Four times the input may take so many times the time: under load a time is measured wrong, but not by a square. */
const MOST = 11
/** Times below are too short to compare, ms. */
const LEAST = 60

function timeOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Looks at what seems to grow faster: a collection of garbage comes once, a square each time. */
const LOOKS = 3

/** Null where four times the input took about four times the time, in one of three looks; else both times, in a sentence. */
export function growthFault<T>(
  inputOf: (size: number) => T,
  size: number,
  work: (input: T) => unknown,
): string | null {
  const [one, four] = [inputOf(size), inputOf(4 * size)]
  let fault = ''
  for (let look = 0; look < LOOKS; look++) {
    const once = timeOf(() => work(one))
    const times = timeOf(() => work(four))
    if (times < MOST * Math.max(once, LEAST / MOST)) return null
    fault = `${size}: ${once.toFixed(1)} ms, ${4 * size}: ${times.toFixed(1)} ms`
  }
  return fault
}
