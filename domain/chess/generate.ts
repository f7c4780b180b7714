/** Legal moves (3.1–3.10), in legal positions and in others. */

import { anyKingAttackedWhen, attackedWhen, sideInCheck } from './attacks.ts'
import { emit, type MoveList } from './emit.ts'
import { bishopHi, bishopLo, rookHi, rookLo } from './lines.ts'
import { make, unmake } from './make.ts'
import { CASTLING_BIT, enPassantMove, type Move } from './moves.ts'
import { capturersInPassing, isPassingLegal } from './passing.ts'
import { pawnMoves } from './pawns.ts'
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, type SideIndex } from './pieces.ts'
import { findPins, pins } from './pins.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import { KING_HI, KING_LO, KNIGHT_HI, KNIGHT_LO } from './tables.ts'

/**
 * No position whatever has more moves: a square is reached from eight directions and by eight leaps at most, and each
 * of twelve promoting captures a file counts four times.
 */
export const MOST_MOVES = 1280

/**
 * Writes the legal moves of the side to move to `out` (at least `MOST_MOVES` long, or 256 where the position is known to
 * have come about in play) and returns how many there are; with null it only counts them, which is faster.
 *
 * A move is legal when it obeys Article 3 and leaves none of the mover's kings attacked. No king can be captured. A
 * side without a king has nothing to protect.
 */
export function generate(p: Position, out: MoveList): number {
  const us = p.turn
  const king = (us << 4) | (KING << 1)
  const kingsLo = p.bits[king]!
  const kingsHi = p.bits[king | 1]!
  if ((kingsLo | kingsHi) === 0) {
    return pieceMoves(p, -1, -1, 0, 0, out, passingMoves(p, out, 0))
  }
  if (
    (kingsLo & (kingsLo - 1)) !== 0 ||
    (kingsHi & (kingsHi - 1)) !== 0 ||
    (kingsLo !== 0 && kingsHi !== 0)
  ) {
    return movesOfManyKings(p, out)
  }
  const square = kingsHi !== 0 ? 63 - Math.clz32(kingsHi) : 31 - Math.clz32(kingsLo)
  findPins(p.bits, square, us)
  const { checkers, count } = pins
  let n = kingMoves(p, square, out, 0)
  if (checkers > 1) return n
  if (checkers === 0 && p.rights !== 0) n = castlingMoves(p, out, n)
  n = passingMoves(p, out, n)
  n = pieceMoves(p, pins.parryLo, pins.parryHi, pins.pinnedLo, pins.pinnedHi, out, n)
  // With a check on the board, a pinned piece cannot parry: its line and the check's meet only in the king.
  if (checkers !== 0) return n
  for (let pin = 0; pin < count; pin++) n = pinnedMoves(p, pin, out, n)
  return n
}

/** Moves of all pieces but kings and the pinned ones, ending on a square of the mask. */
function pieceMoves(
  p: Position,
  maskLo: number,
  maskHi: number,
  pinnedLo: number,
  pinnedHi: number,
  out: MoveList,
  n: number,
): number {
  const { board, bits } = p
  const us = p.turn
  const own = us << 4
  const them = own ^ 16
  const occLo = bits[0]! | bits[16]!
  const occHi = bits[1]! | bits[17]!
  const takeLo = bits[them]! & ~bits[them | (KING << 1)]!
  const takeHi = bits[them | 1]! & ~bits[them | (KING << 1) | 1]!
  const freeLo = ~pinnedLo
  const freeHi = ~pinnedHi
  const goLo = (~occLo | takeLo) & maskLo
  const goHi = (~occHi | takeHi) & maskHi
  const pawn = own | (PAWN << 1)
  n = pawnMoves(
    board,
    us,
    bits[pawn]! & freeLo,
    bits[pawn | 1]! & freeHi,
    ~occLo,
    ~occHi,
    takeLo,
    takeHi,
    maskLo,
    maskHi,
    out,
    n,
  )
  for (let half = 0; half < 2; half++) {
    const free = half === 0 ? freeLo : freeHi
    const base = (half << 5) | 31
    let set = bits[own | (KNIGHT << 1) | half]! & free
    while (set !== 0) {
      const from = base - Math.clz32(set)
      set ^= 1 << from
      n = emit(board, from, KNIGHT_LO[from]! & goLo, KNIGHT_HI[from]! & goHi, out, n)
    }
    const queens = bits[own | (QUEEN << 1) | half]!
    set = (bits[own | (BISHOP << 1) | half]! | queens) & free
    while (set !== 0) {
      const from = base - Math.clz32(set)
      set ^= 1 << from
      n = emit(board, from, bishopLo(from, occLo, occHi) & goLo, bishopHi(from, occLo, occHi) & goHi, out, n)
    }
    set = (bits[own | (ROOK << 1) | half]! | queens) & free
    while (set !== 0) {
      const from = base - Math.clz32(set)
      set ^= 1 << from
      n = emit(board, from, rookLo(from, occLo, occHi) & goLo, rookHi(from, occLo, occHi) & goHi, out, n)
    }
  }
  return n
}

/** Moves of one pinned piece along its pin; a pinned knight has none. */
function pinnedMoves(p: Position, pin: number, out: MoveList, n: number): number {
  const { board, bits } = p
  const from = pins.squares[pin]!
  const lineLo = pins.lineLo[pin]!
  const lineHi = pins.lineHi[pin]!
  const occLo = bits[0]! | bits[16]!
  const occHi = bits[1]! | bits[17]!
  const role = board[from]! & 7
  if (role === PAWN) {
    const them = (p.turn ^ 1) << 4
    const lo = from < 32 ? 1 << from : 0
    const hi = from < 32 ? 0 : 1 << from
    const takeLo = bits[them]!
    const takeHi = bits[them | 1]!
    return pawnMoves(board, p.turn, lo, hi, ~occLo, ~occHi, takeLo, takeHi, lineLo, lineHi, out, n)
  }
  if (role === BISHOP || role === QUEEN) {
    n = emit(
      board,
      from,
      bishopLo(from, occLo, occHi) & lineLo,
      bishopHi(from, occLo, occHi) & lineHi,
      out,
      n,
    )
  }
  if (role === ROOK || role === QUEEN) {
    n = emit(board, from, rookLo(from, occLo, occHi) & lineLo, rookHi(from, occLo, occHi) & lineHi, out, n)
  }
  return n
}

/** Steps of a king to squares that are not attacked once it has left its own (3.8.1, 3.9.2). */
function kingMoves(p: Position, from: Square, out: MoveList, n: number): number {
  const { board, bits } = p
  const them = (p.turn ^ 1) as SideIndex
  const otherKings = (them << 4) | (KING << 1)
  const own = p.turn << 4
  const occLo = (bits[0]! | bits[16]!) & (from < 32 ? ~(1 << from) : -1)
  const occHi = (bits[1]! | bits[17]!) & (from < 32 ? -1 : ~(1 << from))
  let lo = KING_LO[from]! & ~bits[own]! & ~bits[otherKings]!
  let hi = KING_HI[from]! & ~bits[own | 1]! & ~bits[otherKings | 1]!
  for (let set = lo; set !== 0; ) {
    const to = 31 - Math.clz32(set)
    set ^= 1 << to
    if (attackedWhen(bits, to, them, occLo, occHi, 0, 0)) lo ^= 1 << to
  }
  for (let set = hi; set !== 0; ) {
    const to = 63 - Math.clz32(set)
    set ^= 1 << to
    if (attackedWhen(bits, to, them, occLo, occHi, 0, 0)) hi ^= 1 << to
  }
  return emit(board, from, lo, hi, out, n)
}

/** Castling (3.8.2; Guideline II.3.2) of a king that is not in check. */
function castlingMoves(p: Position, out: MoveList, n: number): number {
  const { bits, castling } = p
  const us = p.turn
  const them = (us ^ 1) as SideIndex
  const king = castling.kings[us]!
  const occLo = bits[0]! | bits[16]!
  const occHi = bits[1]! | bits[17]!
  for (let right = us << 1; right < (us << 1) + 2; right++) {
    if ((p.rights & (1 << right)) === 0) continue
    if (((castling.vacantLo[right]! & occLo) | (castling.vacantHi[right]! & occHi)) !== 0) continue
    const withoutLo = us === 0 ? occLo ^ (1 << king) : occLo
    const withoutHi = us === 0 ? occHi : occHi ^ (1 << king)
    const path = castling.paths[right]!
    let attacked = false
    for (let i = 0; i < path.length && !attacked; i++) {
      attacked = attackedWhen(bits, path[i]!, them, withoutLo, withoutHi, 0, 0)
    }
    if (attacked) continue
    // The rook leaves its square too, and may uncover an attack along the rank (a Chess960 matter).
    const rook = castling.rooks[right]!
    const afterLo = us === 0 ? (withoutLo & ~(1 << rook)) | (1 << castling.rookTargets[right]!) : withoutLo
    const afterHi = us === 0 ? withoutHi : (withoutHi & ~(1 << rook)) | (1 << castling.rookTargets[right]!)
    if (attackedWhen(bits, castling.kingTargets[right]!, them, afterLo, afterHi, 0, 0)) continue
    if (out !== null) out[n] = king | (rook << 6) | CASTLING_BIT
    n++
  }
  return n
}

/** Captures in passing; each is tested by itself, pins and checks being no guide to it. */
function passingMoves(p: Position, out: MoveList, n: number): number {
  const target = p.passing
  if (target < 0) return n
  const { lo, hi } = capturersInPassing(p, target)
  for (let set = lo | hi; set !== 0; ) {
    const place = 31 - Math.clz32(set)
    set ^= 1 << place
    const from = hi !== 0 ? place + 32 : place
    if (!isPassingLegal(p, from, target)) continue
    if (out !== null) out[n] = enPassantMove(from, target, p.turn)
    n++
  }
  return n
}

/** With several kings of one's own every move is tried: after it none may stand attacked. */
function movesOfManyKings(p: Position, out: MoveList): number {
  const list = out ?? new Int32Array(MOST_MOVES)
  const us = p.turn
  const { bits } = p
  let n = passingMoves(p, list, 0)
  n = pieceMoves(p, -1, -1, 0, 0, list, n)
  for (let half = 0; half < 2; half++) {
    for (let kings = bits[(us << 4) | (KING << 1) | half]!; kings !== 0; kings &= kings - 1) {
      n = kingMoves(p, (half << 5) + 31 - Math.clz32(kings & -kings), list, n)
    }
  }
  const occLo = bits[0]! | bits[16]!
  const occHi = bits[1]! | bits[17]!
  const check = anyKingAttackedWhen(bits, us, occLo, occHi, 0, 0)
  if (p.rights !== 0 && !check) n = castlingMoves(p, list, n)
  let legal = 0
  for (let i = 0; i < n; i++) {
    make(p, list[i]!)
    const safe = !sideInCheck(p, us)
    unmake(p)
    if (safe) list[legal++] = list[i]!
  }
  return legal
}

const scratch = new Int32Array(MOST_MOVES)

/** The legal moves of the side to move, in no particular but always the same order. */
export function legalMoves(p: Position): Move[] {
  const n = generate(p, scratch)
  const moves = new Array<Move>(n)
  for (let i = 0; i < n; i++) moves[i] = scratch[i]!
  return moves
}

export const hasLegalMove = (p: Position): boolean => generate(p, null) > 0

/** Whether a move, of whatever position it was made, is one of the legal moves here. */
export function isLegal(p: Position, move: Move): boolean {
  const n = generate(p, scratch)
  for (let i = 0; i < n; i++) if (scratch[i] === move) return true
  return false
}

/** In check and without a legal move (5.1.1). */
export const isCheckmate = (p: Position): boolean => sideInCheck(p, p.turn) && !hasLegalMove(p)

/** Not in check and without a legal move (5.2.1). */
export const isStalemate = (p: Position): boolean => !sideInCheck(p, p.turn) && !hasLegalMove(p)
