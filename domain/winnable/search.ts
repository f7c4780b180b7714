/** The search for a helpmate: the most promising position first, every position once, until mate or the last of them. */

import {
  generate,
  hasLegalMove,
  inCheck,
  isCapture,
  MOST_MOVES,
  type Move,
  make,
  movePromotion,
  moveTo,
  type Position,
  unmake,
} from '../chess/index.ts'
import { promise } from './guidance.ts'
import { lacksMaterial } from './material.ts'
import { isBlocked } from './mobility.ts'
import { costOf, type Plans } from './plans.ts'
import { createQueue, put, type Queue, take } from './queue.ts'
import type { SideIndex } from './sides.ts'
import { addPosition, createTable, type Table } from './table.ts'
import { movesTo, walk } from './tree.ts'

export type Outcome =
  | { readonly kind: 'mate'; readonly line: readonly Move[]; readonly nodes: number }
  /** Every position that can arise was visited, or shown to lead to no mate; none is a mate. */
  | { readonly kind: 'exhausted'; readonly nodes: number }
  | { readonly kind: 'spent'; readonly nodes: number }

const PAWN = 1
const moves = new Int32Array(MOST_MOVES)

/**
 * Searches from a position that is not yet mate, in which the loser's king is not there to be taken. A node is one move
 * made. With plans, positions are taken in turn by general promise and by nearness to a plan; and what a capture or a
 * pawn move leads to is dropped where the pieces can no longer get to a mate.
 */
export function search(p: Position, us: SideIndex, nodes: number, plans: Plans | null): Outcome {
  const table = createTable()
  const queues: Queue[] = plans === null ? [createQueue()] : [createQueue(), createQueue()]
  const them = us === 0 ? 'black' : 'white'
  const sieve = { tried: 0, caught: 0 }
  let searched = new Uint8Array(table.capacity)
  let turn = 0
  let at = 0
  let made = 0
  const enqueue = (number: number): void => {
    put(queues[0]!, number, promise(p, us))
    if (plans !== null) put(queues[1]!, number, costOf(plans, p))
  }
  const next = (): number => {
    if (searched.length < table.capacity) searched = enlarged(searched, table.capacity)
    for (;;) {
      turn = (turn + 1) % queues.length
      const number = take(queues[turn]!)
      if (number < 0) return -1
      if (searched[number] === 1) continue
      searched[number] = 1
      return number
    }
  }
  addPosition(table, p, -1, 0)
  enqueue(0)
  for (let number = next(); number >= 0; number = next()) {
    walk(table, p, at, number)
    at = number
    const count = generate(p, moves)
    for (let i = 0; i < count; i++) {
      if (made === nodes) return finish(table, p, at, { kind: 'spent', nodes: made })
      made++
      const move = moves[i]!
      make(p, move)
      const known = addPosition(table, p, at, move)
      if (known >= 0) {
        if (p.turn !== us && inCheck(p, them) && !hasLegalMove(p)) {
          const line = movesTo(table, known)
          unmake(p)
          return finish(table, p, at, { kind: 'mate', line, nodes: made })
        }
        const changes = isCapture(move) || movePromotion(move) !== null
        if (!(changes && lacksMaterial(p, us))) {
          const pawn = (p.board[moveTo(move)]! & 7) === PAWN
          if (plans === null || !(changes || pawn) || !isSieved(p, us, sieve)) enqueue(known)
        }
      }
      unmake(p)
    }
  }
  return finish(table, p, at, { kind: 'exhausted', nodes: made })
}

function finish(table: Table, p: Position, at: number, outcome: Outcome): Outcome {
  walk(table, p, at, 0)
  return outcome
}

/** Whether a position may be dropped. Where that hardly ever happens, it is asked of one position in sixteen only. */
function isSieved(p: Position, us: SideIndex, sieve: { tried: number; caught: number }): boolean {
  sieve.tried++
  if (sieve.tried > 256 && sieve.caught * 32 < sieve.tried && (sieve.tried & 15) !== 0) return false
  if (!isBlocked(p, us)) return false
  sieve.caught += sieve.tried > 256 && sieve.caught * 32 < sieve.tried ? 16 : 1
  return true
}

function enlarged(old: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(length)
  more.set(old)
  return more
}
