/** Tests whether a move leaves the mover's own king safe (3.9.2), without making the move where possible. */

import { anyKingAttackedWhen, attackedWhen, sideInCheck } from './attacks.ts'
import { hotScope } from './hot-scope.ts'
import { make, unmake } from './make.ts'
import { MOVE, type Move } from './moves.ts'
import { ROLES, type SideIndex } from './pieces.ts'
import type { Position } from './position.ts'

/** Whether a pseudo-legal move of the side to move leaves its king safe; of several kings none may be left attacked. */
export const leavesSafe = hotScope(() => {
  const { KING } = ROLES
  const NEEDS_MAKING = MOVE.CASTLING | MOVE.EN_PASSANT

  const isSafeOnceMade = (p: Position, move: Move, us: SideIndex): boolean => {
    make(p, move)
    const safe = !sideInCheck(p, us)
    unmake(p)
    return safe
  }

  return (p: Position, move: Move): boolean => {
    const { bits, board, turn: us } = p
    if ((move & NEEDS_MAKING) !== 0) return isSafeOnceMade(p, move, us)
    const from = move & 63
    const to = (move >>> 6) & 63
    const fromLo = from < 32 ? 1 << from : 0
    const fromHi = from < 32 ? 0 : 1 << from
    const toLo = to < 32 ? 1 << to : 0
    const toHi = to < 32 ? 0 : 1 << to
    const occLo = ((bits[0]! | bits[16]!) & ~fromLo) | toLo
    const occHi = ((bits[1]! | bits[17]!) & ~fromHi) | toHi
    if ((board[from]! & 7) !== KING) return !anyKingAttackedWhen(bits, us, occLo, occHi, ~toLo, ~toHi)
    const own = (us << 4) | (KING << 1)
    if (bits[own] !== fromLo || bits[own | 1] !== fromHi) return isSafeOnceMade(p, move, us)
    return !attackedWhen(bits, to, (us ^ 1) as SideIndex, occLo, occHi, ~toLo, ~toHi)
  }
})
