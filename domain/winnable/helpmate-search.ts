/** The search for a helpmate: best first, every position once, until a mate is found or no position is left. */

import {
  generate,
  hasLegalMove,
  inCheck,
  isCapture,
  MAX_MOVES,
  type Move,
  make,
  movePromotion,
  moveTo,
  type Position,
  unmake,
} from '../chess/index.ts'
import { isBlocked } from './blocked.ts'
import { type BucketQueue, createBucketQueue, dequeueLeast, enqueueNumber } from './bucket-queue.ts'
import { mateHeuristic } from './heuristic.ts'
import { lacksMaterial } from './material.ts'
import { type MatingPlans, planCost } from './mating-plans.ts'
import { addPosition, createPositionTable, type PositionTable } from './position-table.ts'
import { lineTo, walkTo } from './search-tree.ts'
import type { SideIndex } from './sides.ts'

export type SearchOutcome =
  | { readonly kind: 'mate'; readonly line: readonly Move[] }
  /** Every position that can arise was visited, or shown to lead to no mate; none is a mate. */
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'spent' }

const PAWN_ROLE = 1
/** A position's depth, shifted right by so many bits, is added to its cost: this keeps lines short. */
const GENERAL_DEPTH_SHIFT = 5
const PLAN_DEPTH_SHIFT = 4
const moves = new Int32Array(MAX_MOVES)

/** A search in progress. It may be interrupted and continued; the outcome is the same as without interruption. */
export interface HelpmateSearch {
  readonly p: Position
  readonly us: SideIndex
  readonly plans: MatingPlans | null
  readonly table: PositionTable
  readonly queues: readonly BucketQueue[]
  /** Which positions have been searched. */
  done: Uint8Array<ArrayBuffer>
  /** The number of the position being expanded, and how many of its moves have been made. */
  at: number
  tried: number
  /** Which queue is next. */
  turn: number
  /** How many positions have been tested for being blocked, and how many were. */
  blockedAsked: number
  blockedFound: number
  /** All moves made. */
  nodes: number
}

/**
 * Begins a search from a position that is not mate and in which the loser's king cannot be captured. With plans,
 * positions are taken alternately by the general heuristic and by their distance to a plan, and a position after a
 * capture or pawn move is dropped if the pieces can no longer reach a mate.
 */
export function beginSearch(p: Position, us: SideIndex, plans: MatingPlans | null): HelpmateSearch {
  const table = createPositionTable()
  const queues = plans === null ? [createBucketQueue()] : [createBucketQueue(), createBucketQueue()]
  const done = new Uint8Array(table.capacity)
  const search = {
    p,
    us,
    plans,
    table,
    queues,
    done,
    at: 0,
    tried: 0,
    turn: 0,
    blockedAsked: 0,
    blockedFound: 0,
    nodes: 0,
  }
  addPosition(table, p, -1, 0)
  done[0] = 1
  return search
}

/** Searches until mate, until no position is left, or until `nodes` moves have been made in all. */
export function continueSearch(search: HelpmateSearch, nodes: number): SearchOutcome {
  const { p, us, table } = search
  const them = us === 0 ? 'black' : 'white'
  walkTo(table, p, 0, search.at)
  let outcome: SearchOutcome = { kind: 'spent' }
  let count = generate(p, moves)
  while (search.nodes < nodes) {
    if (search.tried === count) {
      const next = takeNext(search)
      if (next < 0) {
        outcome = { kind: 'exhausted' }
        break
      }
      walkTo(table, p, search.at, next)
      search.at = next
      search.tried = 0
      count = generate(p, moves)
      continue
    }
    const move = moves[search.tried++]!
    make(p, move)
    const known = addPosition(table, p, search.at, move)
    if (known >= 0) {
      search.nodes++
      if (p.turn !== us && inCheck(p, them) && !hasLegalMove(p)) {
        outcome = { kind: 'mate', line: lineTo(table, known) }
        unmake(p)
        break
      }
      if (isWorthSearching(search, move)) enqueue(search, known)
    }
    unmake(p)
  }
  walkTo(table, p, search.at, 0)
  return outcome
}

function isWorthSearching(search: HelpmateSearch, move: Move): boolean {
  const { p, us, plans } = search
  const changes = isCapture(move) || movePromotion(move) !== null
  if (changes && lacksMaterial(p, us)) return false
  if (plans === null || !(changes || (p.board[moveTo(move)]! & 7) === PAWN_ROLE)) return true
  // Where blocked positions are rare, only one position in sixteen is tested.
  search.blockedAsked++
  const rare = search.blockedAsked > 256 && search.blockedFound * 32 < search.blockedAsked
  if (rare && (search.blockedAsked & 15) !== 0) return true
  if (!isBlocked(p, us)) return true
  search.blockedFound += rare ? 16 : 1
  return false
}

function enqueue(search: HelpmateSearch, number: number): void {
  const { p, us, plans, queues, table } = search
  const depth = table.depths[number]!
  enqueueNumber(queues[0]!, number, mateHeuristic(p, us) + (depth >> GENERAL_DEPTH_SHIFT))
  if (plans !== null) enqueueNumber(queues[1]!, number, planCost(plans, p) + (depth >> PLAN_DEPTH_SHIFT))
}

/** The next position to search, from each queue in turn; -1 when there is none. */
function takeNext(search: HelpmateSearch): number {
  const { table, queues } = search
  if (search.done.length < table.capacity) {
    const more = new Uint8Array(table.capacity)
    more.set(search.done)
    search.done = more
  }
  for (;;) {
    search.turn = (search.turn + 1) % queues.length
    const number = dequeueLeast(queues[search.turn]!)
    if (number < 0) return -1
    if (search.done[number] === 1) continue
    search.done[number] = 1
    return number
  }
}
