/** King moves: steps (3.8.1) and castling (3.8.2; Guideline II.3.2). */

import { attackedWhen } from './attacks.ts'
import { emit } from './emit.ts'
import { hotScope } from './hot-scope.ts'
import { MOVE } from './moves.ts'
import { ROLES, type SideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

export const { kingMoves, castlingMoves, countKingMoves, countCastlings } = hotScope(() => {
  const { KING } = ROLES
  const { CASTLING } = MOVE
  const { kingLo, kingHi } = TABLES

  /** Steps of a king to squares that are not attacked once it has left its own (3.9.2). */
  const kingMoves = (p: Position, from: Square, out: Int32Array, n: number): number => {
    const { board, bits } = p
    const us = p.turn
    const them = (us ^ 1) as SideIndex
    const other = (them << 4) | (KING << 1)
    const occLo = (bits[0]! | bits[16]!) & (from < 32 ? ~(1 << from) : -1)
    const occHi = (bits[1]! | bits[17]!) & (from < 32 ? -1 : ~(1 << from))
    let lo = kingLo[from]! & ~bits[us << 4]! & ~bits[other]!
    let hi = kingHi[from]! & ~bits[(us << 4) | 1]! & ~bits[other | 1]!
    for (let set = lo; set !== 0; ) {
      const to = 31 - Math.clz32(set)
      set ^= 1 << to
      if (attackedWhen(bits, to, them, occLo, occHi, -1, -1)) lo ^= 1 << to
    }
    for (let set = hi; set !== 0; ) {
      const to = 63 - Math.clz32(set)
      set ^= 1 << to
      if (attackedWhen(bits, to, them, occLo, occHi, -1, -1)) hi ^= 1 << to
    }
    return emit(board, from, lo, hi, out, n)
  }

  /** Castling of a king that is not in check. */
  const castlingMoves = (p: Position, out: Int32Array, n: number): number => {
    for (let right = p.turn << 1; right < (p.turn << 1) + 2; right++) {
      if ((p.rights & (1 << right)) === 0 || !canCastle(p, right)) continue
      out[n++] = p.castling.kings[p.turn]! | (p.castling.rooks[right]! << 6) | CASTLING
    }
    return n
  }

  /** Whether the squares between are empty and not attacked (3.8.2.2), for a right that the side to move still has. */
  const canCastle = ({ bits, castling, turn }: Position, right: number): boolean => {
    const them = (turn ^ 1) as SideIndex
    const occLo = bits[0]! | bits[16]!
    const occHi = bits[1]! | bits[17]!
    if (((castling.vacantLo[right]! & occLo) | (castling.vacantHi[right]! & occHi)) !== 0) return false
    const king = 1 << castling.kings[turn]!
    const withoutLo = turn === 0 ? occLo ^ king : occLo
    const withoutHi = turn === 0 ? occHi : occHi ^ king
    const path = castling.paths[right]!
    for (let i = 0; i < path.length; i++) {
      if (attackedWhen(bits, path[i]!, them, withoutLo, withoutHi, -1, -1)) return false
    }
    // In Chess960 the rook's move may uncover an attack along the rank.
    const rook = ~(1 << castling.rooks[right]!)
    const rookTo = 1 << castling.rookTargets[right]!
    const afterLo = turn === 0 ? (withoutLo & rook) | rookTo : withoutLo
    const afterHi = turn === 0 ? withoutHi : (withoutHi & rook) | rookTo
    return !attackedWhen(bits, castling.kingTargets[right]!, them, afterLo, afterHi, -1, -1)
  }

  /** How many steps `kingMoves` would add: the same loop, counting (see count.ts). */
  const countKingMoves = ({ bits, turn: us }: Position, from: Square): number => {
    const them = (us ^ 1) as SideIndex
    const other = (them << 4) | (KING << 1)
    const occLo = (bits[0]! | bits[16]!) & (from < 32 ? ~(1 << from) : -1)
    const occHi = (bits[1]! | bits[17]!) & (from < 32 ? -1 : ~(1 << from))
    let n = 0
    for (let set = kingLo[from]! & ~bits[us << 4]! & ~bits[other]!; set !== 0; ) {
      const to = 31 - Math.clz32(set)
      set ^= 1 << to
      if (!attackedWhen(bits, to, them, occLo, occHi, -1, -1)) n++
    }
    for (let set = kingHi[from]! & ~bits[(us << 4) | 1]! & ~bits[other | 1]!; set !== 0; ) {
      const to = 63 - Math.clz32(set)
      set ^= 1 << to
      if (!attackedWhen(bits, to, them, occLo, occHi, -1, -1)) n++
    }
    return n
  }

  /** How many moves `castlingMoves` would add. */
  const countCastlings = (p: Position): number => {
    const right = p.turn << 1
    const short = (p.rights & (1 << right)) !== 0 && canCastle(p, right) ? 1 : 0
    return (p.rights & (2 << right)) !== 0 && canCastle(p, right | 1) ? short + 1 : short
  }

  return { kingMoves, castlingMoves, countKingMoves, countCastlings }
})
