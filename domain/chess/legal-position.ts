/**
 * Finds why a position cannot arise by legal moves (3.10.3), by simple tests: kings, checks, numbers of pieces and pawns. Castling
 * rights and the en passant square are checked where a FEN is read (fen-castling.ts, fen.ts).
 */

import { type Remark, reason } from '../reasons.ts'
import { ok, type Problem, problemOf, type Result } from '../result.ts'
import { attackedWhen, sideInCheck } from './attacks.ts'
import { pieceFor, ROLES, type SideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import { popcount } from './squares.ts'
import { TABLES } from './tables.ts'

const { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } = ROLES

const NAMES = [reason('white'), reason('black')] as const
/** The light squares of either half. */
const LIGHT = 0x55aa55aa

/**
 * The same position, or the first reason found why it is illegal: kings missing or in number, pawns on the first or
 * last rank, more pieces than promotion can explain (with eight pawns, two bishops on one colour), the side not on move
 * in check, checks that no single move gives. A position that passes may still be illegal: no simple test decides that.
 */
export function requireLegal(p: Position): Result<Position> {
  for (const side of [0, 1] as const) {
    const fault = kingFault(p, side) ?? pawnFault(p, side) ?? pieceFault(p, side)
    if (fault) return { ok: false, error: illegalPosition(fault) }
  }
  if (sideInCheck(p, (p.turn ^ 1) as SideIndex)) {
    const [mover, other] = p.turn === 0 ? NAMES : [...NAMES].reverse()
    return { ok: false, error: illegalPosition(reason('in-check-off', { side: other!, other: mover! })) }
  }
  const fault = checkFault(p)
  return fault ? { ok: false, error: illegalPosition(fault) } : ok(p)
}

const illegalPosition = (why: Remark): Problem =>
  problemOf('illegal-position', reason('illegal-position', { why }))

const count = (p: Position, side: SideIndex, role: number): number =>
  popcount(p.bits[(side << 4) | (role << 1)]!) + popcount(p.bits[(side << 4) | (role << 1) | 1]!)

function kingFault(p: Position, side: SideIndex): Remark | null {
  const kings = count(p, side, KING)
  if (kings === 1) return null
  return kings === 0
    ? reason('no-king', { side: NAMES[side] })
    : reason('kings', { side: NAMES[side], n: kings })
}

function pawnFault(p: Position, side: SideIndex): Remark | null {
  const pawn = (side << 4) | (PAWN << 1)
  if ((p.bits[pawn]! & 0xff) !== 0) return reason('pawn-first', { side: NAMES[side] })
  return (p.bits[pawn | 1]! & 0xff000000) !== 0 ? reason('pawn-eighth', { side: NAMES[side] }) : null
}

function pieceFault(p: Position, side: SideIndex): Remark | null {
  const pawns = count(p, side, PAWN)
  if (pawns > 8) return reason('pawns', { side: NAMES[side], n: pawns })
  const bishop = (side << 4) | (BISHOP << 1)
  const light = popcount(p.bits[bishop]! & LIGHT) + popcount(p.bits[bishop | 1]! & LIGHT)
  const dark = count(p, side, BISHOP) - light
  const surplus = [
    count(p, side, QUEEN) - 1,
    count(p, side, ROOK) - 2,
    light - 1,
    dark - 1,
    count(p, side, KNIGHT) - 2,
  ]
  const promoted = surplus.reduce((sum, more) => sum + Math.max(0, more), 0)
  if (promoted <= 8 - pawns) return null
  return reason('promoted', { side: NAMES[side], n: promoted, m: pawns })
}

/** One move gives at most two checks: its own and one along a line that it opens. */
function checkFault(p: Position): Remark | null {
  const { bits } = p
  const us = p.turn
  const them = (us ^ 1) as SideIndex
  const king = p.board.indexOf(pieceFor(us, KING))
  const occLo = bits[0]! | bits[16]!
  const occHi = bits[1]! | bits[17]!
  const checkers: number[] = []
  for (let square = 0; square < 64; square++) {
    const piece = p.board[square]!
    if (piece === 0 || piece >> 3 !== them) continue
    const onlyLo = square < 32 ? 1 << square : 0
    const onlyHi = square < 32 ? 0 : 1 << square
    if (attackedWhen(bits, king, them, occLo, occHi, onlyLo, onlyHi)) checkers.push(square)
  }
  if (checkers.length > 2) return reason('many-checks', { side: NAMES[us], n: checkers.length })
  if (checkers.length < 2) return null
  const lines = checkers.filter((square) => {
    const role = p.board[square]! & 7
    return role !== PAWN && role !== KNIGHT
  })
  if (lines.length === 0) return reason('none-uncovered', { side: NAMES[us] })
  const [one = 0, other = 0] = checkers.map((square) => TABLES.direction[(king << 6) | square]!)
  if (lines.length === 2 && (one ^ other) === 4) return reason('both-ends', { side: NAMES[us] })
  return null
}
