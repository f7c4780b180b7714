/** Counting the legal moves of a position by sets of squares, without listing them. */

import { enPassantCapturers } from './en-passant.ts'
import { generate, MAX_MOVES } from './generate.ts'
import { hotScope } from './hot-scope.ts'
import { countCastlings, countKingMoves } from './king.ts'
import { bishopHi, bishopLineAttacks, bishopLo, rookHi, rookLineAttacks, rookLo } from './lines.ts'
import { countPawnMoves } from './pawns.ts'
import { ROLES } from './pieces.ts'
import { findPins, pins } from './pins.ts'
import type { Position } from './position.ts'
import { popcount } from './squares.ts'
import { TABLES } from './tables.ts'

/**
 * How many legal moves the side to move has: as many as `generate` writes, for a third of the work. The count is needed
 * after every move (mate, stalemate) and at every node of `domain/winnable`. One function for both tasks would be half as fast
 * at one of them. So this repeats the steps of `generate`, as `countPawnMoves` and `countKingMoves` repeat those of
 * `pawnMoves` and `kingMoves`: a change of one is a change of the other. test/chess/count.test.ts counts positions both
 * ways.
 */
export const countMoves = hotScope(() => {
  const { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } = ROLES
  const { knightLo, knightHi } = TABLES
  const found = pins

  const count = (p: Position): number => {
    const { bits, turn: us, enPassant } = p
    const kingsLo = bits[(us << 4) | (KING << 1)]!
    const kingsHi = bits[(us << 4) | (KING << 1) | 1]!
    const taken = enPassant < 0 ? 0 : popcount(enPassantCapturers(p, enPassant))
    if ((kingsLo | kingsHi) === 0) return taken + ofPieces(p, -1, -1, 0, 0)
    const king = kingsHi !== 0 ? 63 - Math.clz32(kingsHi) : 31 - Math.clz32(kingsLo)
    if (kingsLo !== (king < 32 ? 1 << king : 0) || kingsHi !== (king < 32 ? 0 : 1 << king))
      return generate(p, new Int32Array(MAX_MOVES))
    findPins(bits, king, us)
    const { checkers, count } = found
    let n = countKingMoves(p, king)
    if (checkers > 1) return n
    if (checkers === 0 && p.rights !== 0) n += countCastlings(p)
    n += taken + ofPieces(p, found.parryLo, found.parryHi, found.pinnedLo, found.pinnedHi)
    if (checkers !== 0) return n
    for (let pin = 0; pin < count; pin++) n += ofPinned(p, pin)
    return n
  }

  const ofPieces = (
    p: Position,
    maskLo: number,
    maskHi: number,
    pinnedLo: number,
    pinnedHi: number,
  ): number => {
    const { bits } = p
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
    let n = countPawnMoves(p.turn, pawnsLo, pawnsHi, ~occLo, ~occHi, takeLo, takeHi, maskLo, maskHi)
    for (let half = 0; half < 2; half++) {
      const free = half === 0 ? ~pinnedLo : ~pinnedHi
      const top = (half << 5) | 31
      let set = bits[own | (KNIGHT << 1) | half]! & free
      while (set !== 0) {
        const from = top - Math.clz32(set)
        set ^= 1 << from
        n += popcount(knightLo[from]! & goLo) + popcount(knightHi[from]! & goHi)
      }
      const queens = bits[own | (QUEEN << 1) | half]!
      set = (bits[own | (BISHOP << 1) | half]! | queens) & free
      while (set !== 0) {
        const from = top - Math.clz32(set)
        set ^= 1 << from
        const attacks = bishopLineAttacks(from, occLo, occHi)
        n += popcount(bishopLo(from, attacks) & goLo) + popcount(bishopHi(from, attacks) & goHi)
      }
      set = (bits[own | (ROOK << 1) | half]! | queens) & free
      while (set !== 0) {
        const from = top - Math.clz32(set)
        set ^= 1 << from
        const attacks = rookLineAttacks(from, occLo, occHi)
        n += popcount(rookLo(from, attacks) & goLo) + popcount(rookHi(from, attacks) & goHi)
      }
    }
    return n
  }

  const ofPinned = (p: Position, pin: number): number => {
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
      return countPawnMoves(p.turn, lo, hi, ~occLo, ~occHi, bits[them]!, bits[them | 1]!, lineLo, lineHi)
    }
    let n = 0
    if (role === BISHOP || role === QUEEN) {
      const attacks = bishopLineAttacks(from, occLo, occHi)
      n += popcount(bishopLo(from, attacks) & lineLo) + popcount(bishopHi(from, attacks) & lineHi)
    }
    if (role === ROOK || role === QUEEN) {
      const attacks = rookLineAttacks(from, occLo, occHi)
      n += popcount(rookLo(from, attacks) & lineLo) + popcount(rookHi(from, attacks) & lineHi)
    }
    return n
  }

  return count
})
