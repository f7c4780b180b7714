/** CPU time of works that are run in turn, so that a busy machine slows them alike; medians, ratios, spread. */

export interface Comparison {
  /** Median CPU seconds of one run of each work. */
  readonly seconds: readonly number[]
  /** Of the second work and those after it: its time over the first one's, pair by pair. */
  readonly ratios: readonly Spread[]
}

export interface Spread {
  readonly median: number
  /** Quartiles. */
  readonly low: number
  readonly high: number
}

type Work = () => unknown

/** Set by `--quick`. */
const quick = process.env['TOUCHMOVE_BENCH'] === 'quick'
const ROUNDS = quick ? 3 : 7
/** CPU seconds that one measurement takes at least. */
const LEAST = quick ? 0.04 : 0.1
/** CPU seconds of warming up, by when what runs often has been compiled. */
const WARM = quick ? 0.8 : 1

/** CPU seconds of this process so far, its collector and compiler threads included. */
export function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

export const median = (values: readonly number[]): number => sorted(values)[values.length >> 1] ?? Number.NaN

export function spread(values: readonly number[]): Spread {
  const order = sorted(values)
  const at = (share: number) => order[Math.round(share * (order.length - 1))] ?? Number.NaN
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

/** How often a work runs in so many CPU seconds. */
async function timesOf(work: Work, seconds: number): Promise<number> {
  const before = cpu()
  for (let times = 1; ; times++) {
    await work()
    if (cpu() - before > seconds) return times
  }
}

/**
 * What the work before left behind among the young is collected first: it would be charged to the next one. Collecting everything
 * would not be fair: the engine then forgets what it had compiled for objects of which none is alive between two turns.
 */
export async function collectYoung(): Promise<void> {
  await globalThis.gc?.({ type: 'minor', execution: 'sync' })
}

async function secondsOf(work: Work, times: number): Promise<number> {
  await collectYoung()
  const before = cpu()
  for (let i = 0; i < times; i++) await work()
  return (cpu() - before) / times
}

/** Runs the works in turn, round after round, each as long as a measurement asks; the first rounds warm up. */
export async function compare(works: readonly Work[], rounds = ROUNDS): Promise<Comparison> {
  const times: number[] = []
  for (const work of works) {
    await timesOf(work, WARM)
    times.push(await timesOf(work, LEAST))
  }
  const seconds: number[][] = works.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [k, work] of works.entries()) seconds[k]!.push(await secondsOf(work, times[k]!))
  const [first = []] = seconds
  return {
    seconds: seconds.map(median),
    ratios: seconds.slice(1).map((each) => spread(each.map((value, i) => value / first[i]!))),
  }
}

/**
 * The same for works that are measured in a way of their own: each gives CPU seconds for its unit. `turns`: in so many times as
 * many turns, each as much shorter, where what else the machine does changes faster than a long one takes.
 */
export async function comparePairs(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  turns = 1,
): Promise<Comparison> {
  const rounds = ROUNDS * turns
  const warm = turns === 1 ? 1 : 2 * turns
  const mine: number[] = []
  const other: number[] = []
  for (let round = -warm; round < rounds; round++) {
    for (const [work, seconds] of [
      [ours, mine],
      [theirs, other],
    ] as const) {
      await collectYoung()
      const taken = await work()
      if (round >= 0) seconds.push(taken)
    }
  }
  return {
    seconds: [median(mine), median(other)],
    ratios: [spread(other.map((value, i) => value / mine[i]!))],
  }
}

export const inverse = ({ median, low, high }: Spread): Spread => ({
  median: 1 / median,
  low: 1 / high,
  high: 1 / low,
})
