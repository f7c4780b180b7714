/** Chess: Articles 2 and 3 of the Laws and Guideline II (Chess960), on any position that can be set up on a board. */

export { bothKingsInCheck, inCheck, isAttacked } from './attacks.ts'
export { chess960Position, initialPosition } from './chess960.ts'
export { countMoves } from './count.ts'
export { parseFen } from './fen.ts'
export { writeFen, writePlacement } from './fen-write.ts'
export { findLegal } from './find.ts'
export { generate, MAX_MOVES } from './generate.ts'
export { type IllegalityKind, illegalityOf, whyIllegal } from './illegal-move.ts'
export { leavesSafe } from './king-safety.ts'
export { hasLegalMove, isCheckmate, isLegal, isStalemate, legalMoves } from './legal.ts'
export { requireLegal } from './legal-position.ts'
export { make, play, unmake } from './make.ts'
export {
  castlingSide,
  isCapture,
  isCastling,
  isEnPassant,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
} from './moves.ts'
export { perft } from './perft.ts'
export { type PhysicalMove, type PhysicalOutcome, playPhysicalMove } from './physical-move.ts'
export { letterOf, type Piece, pieceOf, type Role, roleOf, sideOf } from './pieces.ts'
export {
  castlingRooks,
  clone,
  countOf,
  fullmoveNumber,
  halfmoveClock,
  hashOf,
  isChess960,
  type Position,
  pieceAt,
  setTurn,
  turnOf,
} from './position.ts'
export { positionKey, turnAndRightsKey } from './position-key.ts'
export { fileOf, nameOf, popcount, rankOf, type Square, type SquareName, squareOf } from './squares.ts'
export { parseUci, uciOf } from './uci.ts'
