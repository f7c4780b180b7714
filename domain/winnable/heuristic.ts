/** The heuristic of the helpmate search: how far a position seems from mate. It orders the search, it proves nothing. */

import { isAttacked, type Position, popcount } from '../chess/index.ts'
import { BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import { kingSquare, type SideIndex } from './sides.ts'

/** A king's steps from one square to another. */
function distance(a: number, b: number): number {
  const ranks = (a >> 3) - (b >> 3)
  const files = (a & 7) - (b & 7)
  return Math.max(ranks < 0 ? -ranks : ranks, files < 0 ? -files : files)
}

/** a1, h1, a8, h8; sets of them are four bits. */
const CORNERS = [0, 7, 56, 63]
const ALL_CORNERS = 15
const DARK_CORNERS = 9
const LIGHT_CORNERS = 6
const DARK = 0xaa55aa55 | 0

const count = (bits: Int32Array, piece: number): number => popcount(bits[piece]!) + popcount(bits[piece | 1]!)
const any = (bits: Int32Array, piece: number): boolean => (bits[piece]! | bits[piece | 1]!) !== 0

/** A king far from the corners counts as if it had all eight flight squares. */
const ALL_FLIGHTS = 8
/** The cost of a piece of the loser that can block no flight square, of each useful one after the first, and of having none. */
const IDLE_PIECE = 4
const SURPLUS_PIECE = 3
const NO_USEFUL_PIECE = 4

/** How far the position seems from a mate by `us`: the distance of the kings, of the loser's king from a corner, its pieces. */
export function mateHeuristic(p: Position, us: SideIndex): number {
  const { bits } = p
  const own = us << 4
  const theirKing = kingSquare(bits, (us ^ 1) as SideIndex)
  const ourKing = kingSquare(bits, us)
  const cost = 2 * Math.max(0, distance(theirKing, ourKing) - 2)
  const isHeavy = any(bits, own | QUEENS) || any(bits, own | ROOKS)
  return cost + (isHeavy ? withHeavyPiece(p, us, theirKing) : withMinorPieces(p, us, theirKing))
}

/** A queen or a rook mates a bare king: the fewer other pieces, the better. */
function withHeavyPiece(p: Position, us: SideIndex, theirKing: number): number {
  const pieces = count(p.bits, (us ^ 1) << 4) - 1
  return 3 * pieces + toEdge(p, us, theirKing, ALL_CORNERS)
}

/** Knights and bishops need the loser's pieces in the king's way, or pawns to promote. */
function withMinorPieces(p: Position, us: SideIndex, theirKing: number): number {
  const { bits } = p
  const own = us << 4
  const them = own ^ 16
  const pieces = count(bits, them) - 1
  const knights = count(bits, own | KNIGHTS)
  const dark = alike(bits, own | BISHOPS, true) > 0
  const light = alike(bits, own | BISHOPS, false) > 0
  const oneColour = knights === 0 && dark !== light
  let cost = 12 + toEdge(p, us, theirKing, oneColour ? (dark ? DARK_CORNERS : LIGHT_CORNERS) : ALL_CORNERS)
  cost += nearness(bits, own | KNIGHTS, theirKing) + nearness(bits, own | BISHOPS, theirKing)
  if ((dark && light) || (knights > 0 && (dark || light)) || knights > 2) return cost + pieces
  // A queen beside the king captures a checking knight; queens, rooks and bishops of the colour parry a bishop's check.
  let idle = count(bits, them | QUEENS)
  if (oneColour) idle += count(bits, them | ROOKS) + alike(bits, them | BISHOPS, dark)
  const useful = pieces - idle
  cost += 2 * nearest(bits, them, theirKing) + IDLE_PIECE * idle
  cost += useful === 0 ? NO_USEFUL_PIECE : SURPLUS_PIECE * (useful - 1)
  return cost + (any(bits, own | PAWNS) ? 2 * nearestPromotion(bits, us) : 6)
}

/** The king's distance to a corner, and its flight squares once it is near one. */
function toEdge(p: Position, us: SideIndex, theirKing: number, corners: number): number {
  const steps = toCorner(theirKing, corners)
  return 3 * steps + (steps <= 2 ? flights(p, us, theirKing) : ALL_FLIGHTS)
}

/** How many pieces of a kind are on dark squares, or on light ones. */
function alike(bits: Int32Array, piece: number, dark: boolean): number {
  const mask = dark ? DARK : ~DARK
  return popcount(bits[piece]! & mask) + popcount(bits[piece | 1]! & mask)
}

/** Steps to the nearest corner of a set of four bits: a1, h1, a8, h8. */
function toCorner(square: number, corners: number): number {
  let least = 7
  for (let i = 0; i < 4; i++) {
    if (corners & (1 << i)) least = Math.min(least, distance(square, CORNERS[i]!))
  }
  return least
}

/** The sum of the distances of all pieces of a kind from a square, each less one. */
function nearness(bits: Int32Array, piece: number, square: number): number {
  let sum = 0
  for (let half = 0; half < 2; half++) {
    for (let set = bits[piece | half]!; set !== 0; set &= set - 1) {
      sum += Math.max(0, distance(square, (half << 5) + 31 - Math.clz32(set & -set)) - 1)
    }
  }
  return sum
}

/** The distance from the king to the nearest piece of its side; 7 if there is none. */
function nearest(bits: Int32Array, them: number, king: number): number {
  let least = 7
  for (let half = 0; half < 2; half++) {
    for (let set = bits[them | half]! & ~bits[them | 12 | half]!; set !== 0; set &= set - 1) {
      least = Math.min(least, distance(king, (half << 5) + 31 - Math.clz32(set & -set)))
    }
  }
  return least
}

/** How many steps the winner's most advanced pawn is from promotion; 7 if there is none. */
function nearestPromotion(bits: Int32Array, us: SideIndex): number {
  let least = 7
  for (let half = 0; half < 2; half++) {
    for (let set = bits[(us << 4) | PAWNS | half]!; set !== 0; set &= set - 1) {
      const rank = ((half << 5) + 31 - Math.clz32(set & -set)) >> 3
      least = Math.min(least, us === 0 ? 7 - rank : rank)
    }
  }
  return least
}

/** How many flight squares the loser's king has: neither occupied by its own side nor attacked by the winner. */
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
