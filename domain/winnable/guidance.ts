/** Where a helpmate is likeliest to be found: how promising a position is. Guidance decides order, never truth. */

import { fileOf, type Position, popcount, rankOf } from '../chess/index.ts'
import { kingSquare, type SideIndex } from './sides.ts'

/** Positions are searched by this number, lowest first. */
export const MOST_PROMISING = 0
export const LEAST_PROMISING = 255

const distance = (a: number, b: number): number =>
  Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)))

const count = (bits: Int32Array, piece: number): number => popcount(bits[piece]!) + popcount(bits[piece | 1]!)

/** How far the position seems from a mate given by `us`: 0…255. */
export function promise(p: Position, us: SideIndex): number {
  const { bits } = p
  const own = us << 4
  const them = own ^ 16
  const theirKing = kingSquare(bits, (us ^ 1) as SideIndex)
  const ourKing = kingSquare(bits, us)
  const corner = nearestCorner(theirKing)
  const men = count(bits, them) - 1
  const heavy = count(bits, own | 8) + count(bits, own | 10)
  let cost = 3 * distance(theirKing, corner) + 2 * Math.max(0, distance(theirKing, ourKing) - 2)
  if (heavy > 0) return Math.min(LEAST_PROMISING, cost + 4 * men)
  cost += 24
  const pawns = count(bits, own | 2)
  if (pawns > 0) cost += 2 * men + 3 * nearestPromotion(bits, us)
  else cost += 2 * men
  return Math.min(LEAST_PROMISING, cost)
}

function nearestCorner(square: number): number {
  return (fileOf(square) < 4 ? 0 : 7) + (rankOf(square) < 4 ? 0 : 56)
}

function nearestPromotion(bits: Int32Array, us: SideIndex): number {
  let least = 7
  for (let half = 0; half < 2; half++) {
    for (let set = bits[(us << 4) | 2 | half]!; set !== 0; set &= set - 1) {
      const square = (half << 5) + 31 - Math.clz32(set & -set)
      least = Math.min(least, us === 0 ? 7 - rankOf(square) : rankOf(square))
    }
  }
  return least
}
