/** Dollars a game, by what is bought, and what the alternatives would cost. */
import { CALLS, FEED, FUNCTION_GB, type Kind, POLL, PRICES, VIEW_UNITS } from './assumptions.ts'
import type { Measured } from './measured.ts'

const call = (ms: number): number => PRICES.invocation + (ms / 1000) * FUNCTION_GB * PRICES.compute

export interface GameCost {
  /** The record alone: API Gateway, function, write units, and the loads of cold functions. */
  readonly record: number
  /** Projection, views, and the feeds of 100 followers at the edge. */
  readonly feeds: number
  /** A year's storage with point-in-time recovery. */
  readonly year: number
}

/** One load for every twenty appends: a function that has not seen the game folds it first. */
const COLD = 1 / 20

export function costOf(kind: Kind, game: Measured): GameCost {
  const append = PRICES.api + call(CALLS.append)
  const record = game.commits * (append + COLD * game.reads * PRICES.read) + game.writes * PRICES.write
  const seconds = (kind.plies * kind.pace) / 1000
  const polls = 100 * ((seconds * 1000) / POLL)
  const views = VIEW_UNITS.written * PRICES.write + VIEW_UNITS.read * PRICES.read
  const projected = game.commits * (call(CALLS.project) + views)
  const gigabytesOut = (polls * FEED.changed * FEED.bytes) / 1e9
  const feeds = projected + polls * PRICES.edge + gigabytesOut * PRICES.edgeGb
  const gigabytes = game.bytes / 2 ** 30
  return { record, feeds, year: gigabytes * 12 * (PRICES.storage + PRICES.recovery) }
}

export interface Alternative {
  readonly name: string
  /** Dollars a game for writing alone, as this product's write units are. */
  readonly writing: number
  readonly remark: string
}

export function alternatives(game: Measured): Alternative[] {
  const units = game.writes * PRICES.write
  return [
    { name: 'one item a commit, conditional put (built)', writing: units, remark: 'no transaction, no lock' },
    {
      name: 'the same as a transaction with a head item',
      writing: 2 * (units + game.commits * PRICES.write),
      remark: 'transactional writes cost double, and the head is a second item',
    },
    {
      name: 'one item an event',
      writing: game.events * PRICES.write,
      remark:
        'more units where several events come at once, and a call is not all or nothing without a transaction',
    },
    {
      name: 'one item an event, in transactions',
      writing: 2 * game.events * PRICES.write,
      remark: 'all or nothing again, at double the price',
    },
  ]
}

/** Games a month above which an always-on relational pair is cheaper than the write units, for writing alone. */
export const relationalBreakEven = (game: Measured): number =>
  (PRICES.relationalHour * 730) / (game.writes * PRICES.write)
