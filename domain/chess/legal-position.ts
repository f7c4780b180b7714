/** Why a position cannot arise by legal moves (3.10.3), as far as simple tests can tell. */

import { ok, type Result, refuse } from '../result.ts'
import { attackedWhen, sideInCheck } from './attacks.ts'
import { pieceFor, ROLES, type SideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import { popcount } from './squares.ts'
import { TABLES } from './tables.ts'

const { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } = ROLES

const NAMES = ['White', 'Black'] as const
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
    if (fault) return refuse('illegal-position', `illegal position: ${fault}`)
  }
  if (sideInCheck(p, (p.turn ^ 1) as SideIndex)) {
    const [mover, other] = p.turn === 0 ? NAMES : [...NAMES].reverse()
    return refuse('illegal-position', `illegal position: ${other} is in check though ${mover} is on move`)
  }
  const fault = checkFault(p)
  return fault ? refuse('illegal-position', `illegal position: ${fault}`) : ok(p)
}

const count = (p: Position, side: SideIndex, role: number): number =>
  popcount(p.bits[(side << 4) | (role << 1)]!) + popcount(p.bits[(side << 4) | (role << 1) | 1]!)

function kingFault(p: Position, side: SideIndex): string | null {
  const kings = count(p, side, KING)
  return kings === 1
    ? null
    : `${NAMES[side]} has ${kings === 0 ? 'no king' : `${kings} kings`}; each side has one`
}

function pawnFault(p: Position, side: SideIndex): string | null {
  const pawn = (side << 4) | (PAWN << 1)
  if ((p.bits[pawn]! & 0xff) !== 0) return `a pawn of ${NAMES[side]} stands on the first rank`
  return (p.bits[pawn | 1]! & 0xff000000) !== 0 ? `a pawn of ${NAMES[side]} stands on the eighth rank` : null
}

function pieceFault(p: Position, side: SideIndex): string | null {
  const pawns = count(p, side, PAWN)
  if (pawns > 8) return `${NAMES[side]} has ${pawns} pawns; there are eight`
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
  return `${NAMES[side]} has ${promoted} promoted pieces and ${pawns} pawns; together there are eight at most`
}

/** One move gives at most two checks: its own and one along a line that it opens. */
function checkFault(p: Position): string | null {
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
  if (checkers.length > 2)
    return `${NAMES[us]}'s king is in check by ${checkers.length} pieces; one move gives two at most`
  if (checkers.length < 2) return null
  const lines = checkers.filter((square) => {
    const role = p.board[square]! & 7
    return role !== PAWN && role !== KNIGHT
  })
  if (lines.length === 0)
    return `${NAMES[us]}'s king is in check by two pieces of which neither can have been uncovered`
  const [one = 0, other = 0] = checkers.map((square) => TABLES.direction[(king << 6) | square]!)
  if (lines.length === 2 && (one ^ other) === 4)
    return `${NAMES[us]}'s king is in check from both ends of a line`
  return null
}
