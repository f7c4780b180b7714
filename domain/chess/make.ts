/** Makes legal moves on a position in place, and takes them back. */

import { canCaptureEnPassant } from './en-passant.ts'
import { hotScope } from './hot-scope.ts'
import { MOVE, type Move } from './moves.ts'
import { pieceFor, ROLES } from './pieces.ts'
import { forgetMoves, type Position, STATE, setEnPassant, setRights, togglePiece, Undo } from './position.ts'
import { ZOBRIST } from './zobrist.ts'

export const { play, make, unmake } = hotScope(() => {
  const { PAWN, ROOK, KING } = ROLES
  const { CASTLING, CAPTURED_SHIFT, EN_PASSANT, DOUBLE_STEP, PROMOTION_SHIFT } = MOVE
  const { RIGHTS_MASK, EN_PASSANT_MASK, EN_PASSANT_SHIFT, HALFMOVES_SHIFT } = STATE
  const { pieceLo, pieceHi, enPassantLo, enPassantHi, turnLo, turnHi } = ZOBRIST

  /** Moves one piece, with what it captures and what it turns into. */
  const step = (p: Position, move: Move): void => {
    const { board, bits, ply } = p
    const from = move & 63
    const to = (move >>> 6) & 63
    const piece = board[from]!
    const promoted = (move >>> PROMOTION_SHIFT) & 7
    const placed = promoted === 0 ? piece : promoted | (piece & 8)
    const captured = (move >>> CAPTURED_SHIFT) & 15
    let lo = 0
    let hi = 0
    if (captured !== 0) {
      // The pawn captured en passant stands beside the square reached (`enPassantVictim`).
      const at = move & EN_PASSANT ? to ^ 8 : to
      board[at] = 0
      bits[(captured << 1) | (at >> 5)]! ^= 1 << at
      bits[((captured & 8) << 1) | (at >> 5)]! ^= 1 << at
      lo = pieceLo[(captured << 6) | at]!
      hi = pieceHi[(captured << 6) | at]!
    }
    board[from] = 0
    board[to] = placed
    const own = (ply & 1) << 4
    bits[(piece << 1) | (from >> 5)]! ^= 1 << from
    bits[(placed << 1) | (to >> 5)]! ^= 1 << to
    bits[own | (from >> 5)]! ^= 1 << from
    bits[own | (to >> 5)]! ^= 1 << to
    const { state, rightsMask } = p
    const rights = state & RIGHTS_MASK
    const left = rights & rightsMask[from]! & rightsMask[to]!
    if (left !== rights) {
      lo ^= p.castling.hashLo[rights]! ^ p.castling.hashLo[left]!
      hi ^= p.castling.hashHi[rights]! ^ p.castling.hashHi[left]!
    }
    const progress = captured !== 0 || (piece & 7) === PAWN
    p.state = progress ? left : (((state >> HALFMOVES_SHIFT) + 1) << HALFMOVES_SHIFT) | left
    p.ply = (ply + 1) | 0
    if ((state & EN_PASSANT_MASK) !== 0) {
      const file = ((state >> EN_PASSANT_SHIFT) - 1) & 7
      lo ^= enPassantLo[file]!
      hi ^= enPassantHi[file]!
    }
    p.hashLo ^= lo ^ turnLo ^ pieceLo[(piece << 6) | from]! ^ pieceLo[(placed << 6) | to]!
    p.hashHi ^= hi ^ turnHi ^ pieceHi[(piece << 6) | from]! ^ pieceHi[(placed << 6) | to]!
  }

  /** Both pieces leave their squares before either arrives: in Chess960 they may swap squares. */
  const castle = (p: Position, move: Move): void => {
    const from = move & 63
    const rookFrom = (move >>> 6) & 63
    const right = (p.turn << 1) | (rookFrom > from ? 0 : 1)
    const king = pieceFor(p.turn, KING)
    const rook = pieceFor(p.turn, ROOK)
    togglePiece(p, king, from)
    togglePiece(p, rook, rookFrom)
    togglePiece(p, king, p.castling.kingTargets[right]!)
    togglePiece(p, rook, p.castling.rookTargets[right]!)
    setEnPassant(p, -1)
    setRights(p, p.rights & p.rightsMask[from]!)
    p.state += 1 << HALFMOVES_SHIFT
    p.ply++
    p.hashLo ^= turnLo
    p.hashHi ^= turnHi
  }

  const advance = (p: Position, move: Move): void => {
    if ((move & CASTLING) !== 0) {
      castle(p, move)
      return
    }
    step(p, move)
    if ((move & DOUBLE_STEP) === 0) return
    const crossed = ((move & 63) + ((move >>> 6) & 63)) >> 1
    if (canCaptureEnPassant(p, crossed)) setEnPassant(p, crossed)
  }

  /**
   * Makes a legal move in place, for good: moves made before cannot be taken back either. It must be one of this
   * position's own legal moves.
   */
  const play = (p: Position, move: Move): void => {
    forgetMoves(p)
    advance(p, move)
  }

  /** Makes a legal move so that `unmake` can take it back. */
  const make = (p: Position, move: Move): void => {
    const { undo } = p
    undo.move = move
    undo.state = p.state
    undo.hashLo = p.hashLo
    undo.hashHi = p.hashHi
    p.undo = undo.next ?? longer(undo)
    advance(p, move)
  }

  const longer = (undo: Undo): Undo => {
    undo.next = new Undo(undo)
    return undo.next
  }

  /** Takes back the last `make` that has not been taken back; without one it does nothing. */
  const unmake = (p: Position): void => {
    const undo = p.undo.previous
    if (undo === null) return
    const { move } = undo
    p.undo = undo
    p.ply = (p.ply - 1) | 0
    if ((move & CASTLING) !== 0) uncastle(p, move)
    else unstep(p, move)
    p.state = undo.state
    p.hashLo = undo.hashLo
    p.hashHi = undo.hashHi
  }

  const unstep = (p: Position, move: Move): void => {
    const { board, bits } = p
    const from = move & 63
    const to = (move >>> 6) & 63
    const placed = board[to]!
    const piece = ((move >>> PROMOTION_SHIFT) & 7) === 0 ? placed : PAWN | (placed & 8)
    board[to] = 0
    board[from] = piece
    const own = (p.ply & 1) << 4
    bits[(piece << 1) | (from >> 5)]! ^= 1 << from
    bits[(placed << 1) | (to >> 5)]! ^= 1 << to
    bits[own | (from >> 5)]! ^= 1 << from
    bits[own | (to >> 5)]! ^= 1 << to
    const captured = (move >>> CAPTURED_SHIFT) & 15
    if (captured === 0) return
    const at = move & EN_PASSANT ? to ^ 8 : to
    board[at] = captured
    bits[(captured << 1) | (at >> 5)]! ^= 1 << at
    bits[((captured & 8) << 1) | (at >> 5)]! ^= 1 << at
  }

  const uncastle = (p: Position, move: Move): void => {
    const from = move & 63
    const rookFrom = (move >>> 6) & 63
    const right = (p.turn << 1) | (rookFrom > from ? 0 : 1)
    const king = pieceFor(p.turn, KING)
    const rook = pieceFor(p.turn, ROOK)
    togglePiece(p, king, p.castling.kingTargets[right]!)
    togglePiece(p, rook, p.castling.rookTargets[right]!)
    togglePiece(p, king, from)
    togglePiece(p, rook, rookFrom)
  }

  return { play, make, unmake }
})
