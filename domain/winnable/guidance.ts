/** Where a helpmate is likeliest to be found: how promising a position is. Guidance decides order, never truth. */

import { isAttacked, type Position, popcount } from '../chess/index.ts'
import { kingSquare, type SideIndex } from './sides.ts'

const PAWN = 2
const KNIGHT = 4
const BISHOP = 6
const ROOK = 8
const QUEEN = 10

/** `DISTANCE[a << 6 | b]`: a king's steps from one square to another. */
const DISTANCE = new Uint8Array(4096)
for (let a = 0; a < 64; a++) {
  for (let b = 0; b < 64; b++) {
    DISTANCE[(a << 6) | b] = Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)))
  }
}

const CORNERS = [0, 7, 56, 63]
const DARK = 0xaa55aa55 | 0

const count = (bits: Int32Array, piece: number): number => popcount(bits[piece]!) + popcount(bits[piece | 1]!)
const any = (bits: Int32Array, piece: number): boolean => (bits[piece]! | bits[piece | 1]!) !== 0

/** How far the position seems from a mate given by `us`: 0…255. */
export function promise(p: Position, us: SideIndex): number {
  const { bits } = p
  const own = us << 4
  const them = own ^ 16
  const theirKing = kingSquare(bits, (us ^ 1) as SideIndex)
  const ourKing = kingSquare(bits, us)
  const men = count(bits, them) - 1
  let cost = 2 * Math.max(0, DISTANCE[(theirKing << 6) | ourKing]! - 2)
  if (any(bits, own | QUEEN) || any(bits, own | ROOK)) {
    const edge = toCorner(theirKing, 15)
    cost += 3 * edge + 3 * men
    if (edge <= 2) cost += flights(p, us, theirKing)
    else cost += 8
  } else {
    const bishopsLo = bits[own | BISHOP]!
    const bishopsHi = bits[own | BISHOP | 1]!
    const dark = ((bishopsLo | bishopsHi) & DARK) !== 0
    const light = ((bishopsLo | bishopsHi) & ~DARK) !== 0
    const knights = count(bits, own | KNIGHT)
    const corners = knights === 0 && dark !== light ? (dark ? 9 : 6) : 15
    cost += 12 + 3 * toCorner(theirKing, corners)
    cost += nearness(bits, own | KNIGHT, theirKing, 1) + nearness(bits, own | BISHOP, theirKing, 1)
    if ((dark && light) || (knights > 0 && (dark || light)) || knights > 2) cost += men
    else {
      cost += 2 * nearest(bits, them, theirKing) + (men > 2 ? men : 2 * (2 - men))
      if (any(bits, own | PAWN)) cost += 2 * nearestPromotion(bits, us)
      else cost += 6
    }
  }
  return cost
}

/** Steps to the nearest of the corners in a set of four bits: a1, h1, a8, h8. */
function toCorner(square: number, corners: number): number {
  let least = 7
  for (let i = 0; i < 4; i++) {
    if (corners & (1 << i)) least = Math.min(least, DISTANCE[(square << 6) | CORNERS[i]!]!)
  }
  return least
}

/** The distances of all pieces of a kind from a square, added up, each less one. */
function nearness(bits: Int32Array, piece: number, square: number, less: number): number {
  let sum = 0
  for (let half = 0; half < 2; half++) {
    for (let set = bits[piece | half]!; set !== 0; set &= set - 1) {
      sum += Math.max(0, DISTANCE[(square << 6) | ((half << 5) + 31 - Math.clz32(set & -set))]! - less)
    }
  }
  return sum
}

/** The distance from the king to the nearest of its own men; 7 if it has none. */
function nearest(bits: Int32Array, them: number, king: number): number {
  let least = 7
  for (let half = 0; half < 2; half++) {
    for (let set = bits[them | half]! & ~bits[them | 12 | half]!; set !== 0; set &= set - 1) {
      least = Math.min(least, DISTANCE[(king << 6) | ((half << 5) + 31 - Math.clz32(set & -set))]!)
    }
  }
  return least
}

/** How many steps the winner's foremost pawn is from promoting; 7 if there is none. */
function nearestPromotion(bits: Int32Array, us: SideIndex): number {
  let least = 7
  for (let half = 0; half < 2; half++) {
    for (let set = bits[(us << 4) | PAWN | half]!; set !== 0; set &= set - 1) {
      const rank = ((half << 5) + 31 - Math.clz32(set & -set)) >> 3
      least = Math.min(least, us === 0 ? 7 - rank : rank)
    }
  }
  return least
}

/** How many squares around the loser's king neither its own men occupy nor the winner attacks. */
function flights(p: Position, us: SideIndex, king: number): number {
  let sum = 0
  const by = us === 0 ? 'white' : 'black'
  for (let step = 0; step < 8; step++) {
    const file = (king & 7) + FILES[step]!
    const rank = (king >> 3) + RANKS[step]!
    if (file < 0 || file > 7 || rank < 0 || rank > 7) continue
    const square = (rank << 3) | file
    const piece = p.board[square]!
    if (piece !== 0 && piece >> 3 !== us) continue
    if (!isAttacked(p, square, by)) sum++
  }
  return sum
}

const FILES = [0, 1, 1, 1, 0, -1, -1, -1]
const RANKS = [1, 1, 0, -1, -1, -1, 0, 1]
