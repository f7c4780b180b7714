/** What simultaneous boards ask of each part, and how far the views lag behind. */
import { numbers } from '../kit/games.ts'
import { CALLS, type Kind, PARTITION, POLL, QUOTAS, STREAM } from './assumptions.ts'
import type { Measured } from './measured.ts'

export interface Load {
  readonly boards: number
  /** Commits and write units a second. */
  readonly commits: number
  readonly units: number
  readonly partitions: number
  /** Of the table's stream: each is read by ten lanes. */
  readonly shards: number
  /** Functions at once: appending, projecting. */
  readonly appending: number
  readonly projecting: number
  /** Milliseconds from commit to view. */
  readonly lag: { readonly p50: number; readonly p99: number }
  /** Requests a second that 50 followers a board send to the edge, and the share answered there. */
  readonly polls: number
  readonly hits: number
  /** Account limits to be raised before. */
  readonly raise: readonly string[]
}

const FOLLOWERS = 50
/** The share of their time that projecting lanes should at most be busy. */
const BUSY = 0.5

export function loadOf(kind: Kind, game: Measured, boards: number): Load {
  const commits = (boards * 1000) / kind.pace
  const units = (commits * game.writes) / game.commits
  const partitions = Math.max(1, Math.ceil(units / PARTITION.writes))
  // A shard a partition, four from the start; more are had by warming the table before the day.
  const wanted = Math.ceil((commits * CALLS.project) / 1000 / BUSY / STREAM.parallel)
  const shards = Math.max(4, partitions, wanted)
  const appending = Math.ceil((commits * CALLS.append) / 1000)
  const polls = (boards * FOLLOWERS * 1000) / POLL
  // A feed is fetched at most once a second by each edge, and behind the shield once a second in all.
  const origin = Math.min(polls, boards)
  const raise = [
    ...(appending + Math.min(shards * STREAM.parallel, commits) > QUOTAS.lambda
      ? ['Lambda concurrency']
      : []),
    ...(units > QUOTAS.tableWrites ? ['table write units'] : []),
    ...(commits + origin > QUOTAS.apiRequests ? ['API requests a second'] : []),
  ]
  return {
    boards,
    commits,
    units,
    partitions,
    shards,
    appending,
    projecting: Math.min(shards * STREAM.parallel, Math.ceil((commits * CALLS.project) / 1000)),
    lag: lagOf(commits, boards, shards),
    polls,
    hits: 1 - origin / polls,
    raise,
  }
}

/**
 * A minute of commits that arrive at random, over shards by their game. Each lane of a shard asks every 250 ms, takes up to a
 * batch, hears each game of it once, and comes back.
 */
function lagOf(commits: number, boards: number, shards: number): { p50: number; p99: number } {
  const pick = numbers(boards)
  const lanes = shards * STREAM.parallel
  // Lanes are alike: of many, a few tell the same.
  const watched = Math.min(lanes, 8)
  const lags: number[] = []
  for (let lane = 0; lane < watched; lane++) {
    const rate = commits / lanes / 1000
    const arrivals: { at: number; game: number }[] = []
    for (let at = -Math.log(1 - unit(pick)) / rate; at < 60_000; at += -Math.log(1 - unit(pick)) / rate)
      arrivals.push({ at, game: pick(Math.max(1, Math.floor(boards / lanes))) })
    let next = 0
    for (let now = pick(STREAM.poll); next < arrivals.length; ) {
      const batch: typeof arrivals = []
      while (next < arrivals.length && batch.length < STREAM.batch && arrivals[next]!.at <= now)
        batch.push(arrivals[next++]!)
      if (batch.length === 0) {
        now += STREAM.poll
        continue
      }
      const received = new Map<number, number>()
      for (const { game } of batch)
        if (!received.has(game)) {
          now += CALLS.project
          received.set(game, now)
        }
      for (const { at, game } of batch) lags.push(received.get(game)! - at)
    }
  }
  lags.sort((a, b) => a - b)
  const at = (share: number) => Math.round(lags[Math.floor(lags.length * share)] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

const unit = (pick: (below: number) => number): number => pick(1_000_000) / 1_000_000
