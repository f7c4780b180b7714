/** The search for a helpmate: the most promising position first, every position once, until mate or the last of them. */

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
import type { WinnableSide } from './sides.ts'

export type SearchOutcome =
  | { readonly kind: 'mate'; readonly line: readonly Move[] }
  /** Every position that can arise was visited, or shown to lead to no mate; none is a mate. */
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'spent' }

const PAWN_ROLE = 1
/** By how many bits a position's depth is shifted to count against it: lines stay short. */
const GENERAL_DEPTH_SHIFT = 5
const PLAN_DEPTH_SHIFT = 4
const moves = new Int32Array(MAX_MOVES)

/** A search under way; it may be broken off and taken up again, with the same outcome as if it had not been. */
export interface HelpmateSearch {
  readonly p: Position
  readonly us: WinnableSide
  readonly plans: MatingPlans | null
  readonly table: PositionTable
  readonly queues: readonly BucketQueue[]
  /** Which positions have been searched. */
  done: Uint8Array<ArrayBuffer>
  /** The position on the board, and how many of its moves have been made. */
  at: number
  tried: number
  /** Which queue is next. */
  turn: number
  /** Positions asked whether they are blocked, and how many were. */
  blockedAsked: number
  blockedFound: number
  /** All moves made. */
  nodes: number
}

/**
 * Begins a search from a position that is not yet mate and in which the loser's king is not there to be taken. With
 * plans, positions are taken in turn by general promise and by nearness to a plan, and what a capture or a pawn move
 * leads to is dropped where the pieces can no longer get to a mate.
 */
export function beginSearch(p: Position, us: WinnableSide, plans: MatingPlans | null): HelpmateSearch {
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

/** Searches until mate, until nothing is left, or until so many positions have been visited in all. */
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
  // Where blocked positions hardly ever come up, one in sixteen is asked.
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
