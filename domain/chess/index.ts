/** Chess: Articles 2 and 3 of the Laws and Guideline II (Chess960), on any position that hands can set up. */

export { bothKingsInCheck, inCheck, isAttacked } from './attacks.ts'
export { chess960Position, initialPosition } from './chess960.ts'
export { countMoves } from './count.ts'
export { type Bar, illegalityOf, whyIllegal } from './explain.ts'
export { parseFen } from './fen.ts'
export { writeFen, writePlacement } from './fen-write.ts'
export { findLegal } from './find.ts'
export { generate, MOST_MOVES } from './generate.ts'
export { claimsOf, identityKey } from './identity.ts'
export { requireLegal } from './illegality.ts'
export { hasLegalMove, isCheckmate, isLegal, isStalemate, legalMoves } from './legal.ts'
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
export { type PhysicalMove, type PhysicalOutcome, playAnything } from './physical.ts'
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
export { leavesSafe } from './safe.ts'
export { fileOf, nameOf, popcount, rankOf, type Square, type SquareName, squareOf } from './squares.ts'
export { parseUci, uciOf } from './uci.ts'
