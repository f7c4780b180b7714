/** Generates the legal moves of a position (3.1–3.10), which need not be a legal position. */

import { sideInCheck } from './attacks.ts'
import { emit } from './emit.ts'
import { enPassantMoves } from './en-passant.ts'
import { hotScope } from './hot-scope.ts'
import { castlingMoves, kingMoves } from './king.ts'
import { bishopHi, bishopLineAttacks, bishopLo, rookHi, rookLineAttacks, rookLo } from './lines.ts'
import { make, unmake } from './make.ts'
import { pawnMoves } from './pawns.ts'
import { ROLES } from './pieces.ts'
import { findPins, pins } from './pins.ts'
import type { Position } from './position.ts'
import { TABLES } from './tables.ts'

/**
 * No position has more moves: a square is reached from eight directions and by eight knight moves at most, and each of
 * twelve promoting captures a file counts four times.
 */
export const MAX_MOVES = 1280

export const generate = hotScope(() => {
  const { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } = ROLES
  const { knightLo, knightHi } = TABLES
  const found = pins

  /**
   * Writes the legal moves of the side to move to `out` (at least `MAX_MOVES` long, or 256 where the position is known
   * to have arisen in play) and returns how many there are. `countMoves` (count.ts) takes the same steps and
   * only counts: a change here is a change there.
   *
   * A move is legal when it obeys Article 3 and leaves none of the mover's kings attacked. No king can be captured. A
   * side without a king has nothing to protect.
   */
  const generate = (p: Position, out: Int32Array): number => {
    const us = p.turn
    const kingsLo = p.bits[(us << 4) | (KING << 1)]!
    const kingsHi = p.bits[(us << 4) | (KING << 1) | 1]!
    const { enPassant } = p
    if ((kingsLo | kingsHi) === 0) {
      const n = enPassant < 0 ? 0 : enPassantMoves(p, enPassant, out, 0)
      return pieceMoves(p, -1, -1, 0, 0, out, n)
    }
    const king = kingsHi !== 0 ? 63 - Math.clz32(kingsHi) : 31 - Math.clz32(kingsLo)
    if (kingsLo !== (king < 32 ? 1 << king : 0) || kingsHi !== (king < 32 ? 0 : 1 << king))
      return ofManyKings(p, out)
    findPins(p.bits, king, us)
    const { checkers, count } = found
    let n = kingMoves(p, king, out, 0)
    if (checkers > 1) return n
    if (checkers === 0 && p.rights !== 0) n = castlingMoves(p, out, n)
    if (enPassant >= 0) n = enPassantMoves(p, enPassant, out, n)
    n = pieceMoves(p, found.parryLo, found.parryHi, found.pinnedLo, found.pinnedHi, out, n)
    // With a check on the board, a pinned piece cannot parry: its line and the check's meet only in the king.
    if (checkers !== 0) return n
    for (let pin = 0; pin < count; pin++) n = pinnedMoves(p, pin, out, n)
    return n
  }

  /** Moves of all pieces but kings and pinned ones that end on a square of the mask. */
  const pieceMoves = (
    p: Position,
    maskLo: number,
    maskHi: number,
    pinnedLo: number,
    pinnedHi: number,
    out: Int32Array,
    n: number,
  ): number => {
    const { board, bits } = p
    const own = p.turn << 4
    const them = own ^ 16
    const occLo = bits[0]! | bits[16]!
    const occHi = bits[1]! | bits[17]!
    const takeLo = bits[them]! & ~bits[them | (KING << 1)]!
    const takeHi = bits[them | 1]! & ~bits[them | (KING << 1) | 1]!
    const goLo = (~occLo | takeLo) & maskLo
    const goHi = (~occHi | takeHi) & maskHi
    const pawn = own | (PAWN << 1)
    const pawnsLo = bits[pawn]! & ~pinnedLo
    const pawnsHi = bits[pawn | 1]! & ~pinnedHi
    n = pawnMoves(board, p.turn, pawnsLo, pawnsHi, ~occLo, ~occHi, takeLo, takeHi, maskLo, maskHi, out, n)
    for (let half = 0; half < 2; half++) {
      const free = half === 0 ? ~pinnedLo : ~pinnedHi
      const top = (half << 5) | 31
      let set = bits[own | (KNIGHT << 1) | half]! & free
      while (set !== 0) {
        const from = top - Math.clz32(set)
        set ^= 1 << from
        n = emit(board, from, knightLo[from]! & goLo, knightHi[from]! & goHi, out, n)
      }
      const queens = bits[own | (QUEEN << 1) | half]!
      set = (bits[own | (BISHOP << 1) | half]! | queens) & free
      while (set !== 0) {
        const from = top - Math.clz32(set)
        set ^= 1 << from
        const attacks = bishopLineAttacks(from, occLo, occHi)
        n = emit(board, from, bishopLo(from, attacks) & goLo, bishopHi(from, attacks) & goHi, out, n)
      }
      set = (bits[own | (ROOK << 1) | half]! | queens) & free
      while (set !== 0) {
        const from = top - Math.clz32(set)
        set ^= 1 << from
        const attacks = rookLineAttacks(from, occLo, occHi)
        n = emit(board, from, rookLo(from, attacks) & goLo, rookHi(from, attacks) & goHi, out, n)
      }
    }
    return n
  }

  /** Moves of one pinned piece along its pin; a pinned knight has none. */
  const pinnedMoves = (p: Position, pin: number, out: Int32Array, n: number): number => {
    const { board, bits } = p
    const from = found.squares[pin]!
    const lineLo = found.lineLo[pin]!
    const lineHi = found.lineHi[pin]!
    const occLo = bits[0]! | bits[16]!
    const occHi = bits[1]! | bits[17]!
    const role = board[from]! & 7
    if (role === PAWN) {
      const them = (p.turn ^ 1) << 4
      const lo = from < 32 ? 1 << from : 0
      const hi = from < 32 ? 0 : 1 << from
      return pawnMoves(
        board,
        p.turn,
        lo,
        hi,
        ~occLo,
        ~occHi,
        bits[them]!,
        bits[them | 1]!,
        lineLo,
        lineHi,
        out,
        n,
      )
    }
    if (role === BISHOP || role === QUEEN) {
      const attacks = bishopLineAttacks(from, occLo, occHi)
      n = emit(board, from, bishopLo(from, attacks) & lineLo, bishopHi(from, attacks) & lineHi, out, n)
    }
    if (role === ROOK || role === QUEEN) {
      const attacks = rookLineAttacks(from, occLo, occHi)
      n = emit(board, from, rookLo(from, attacks) & lineLo, rookHi(from, attacks) & lineHi, out, n)
    }
    return n
  }

  /** If the side to move has several kings, every move is tried: after it no king may be attacked. */
  const ofManyKings = (p: Position, out: Int32Array): number => {
    const us = p.turn
    let n = p.enPassant < 0 ? 0 : enPassantMoves(p, p.enPassant, out, 0)
    n = pieceMoves(p, -1, -1, 0, 0, out, n)
    for (let square = 0; square < 64; square++) {
      if (p.board[square] === (KING | (us << 3))) n = kingMoves(p, square, out, n)
    }
    if (p.rights !== 0 && !sideInCheck(p, us)) n = castlingMoves(p, out, n)
    let legal = 0
    for (let i = 0; i < n; i++) {
      make(p, out[i]!)
      const safe = !sideInCheck(p, us)
      unmake(p)
      if (safe) out[legal++] = out[i]!
    }
    return legal
  }

  return generate
})
