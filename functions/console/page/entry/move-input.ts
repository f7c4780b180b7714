/** Makes a drag on the board the data of `move-made`: who moved, whether it castles, whether it promotes. */
import {
  castlingRooks,
  castlingSide,
  findLegal,
  isCastling,
  isChess960,
  kingTarget,
  legalMoves,
  moveFrom,
  nameOf,
  type Position,
  pieceAt,
  roleOf,
  sideOf,
  squareOf,
  turnOf,
} from '../../../../domain/chess/index.ts'
import { type MoveMadeData, reportOfMove } from '../../../../domain/reports/move-made.ts'
import type { Side } from '../../../../events/vocabulary.ts'

export type MoveData = MoveMadeData

/** The owner of the piece that was moved, else the side on move. */
export function moverOf(position: Position, { from }: MoveData): Side {
  const piece = pieceAt(position, squareOf(from))
  return piece === 0 ? turnOf(position) : sideOf(piece)
}

/** A drag as a move; `promotion` where the piece is still to be chosen. A king dragged two squares or onto its rook castles. */
export function moveOfDrag(position: Position, from: string, to: string): MoveData | 'promotion' {
  const castling = castlingOfDrag(position, from, to)
  if (castling !== null) return castling
  const piece = pieceAt(position, squareOf(from))
  if (piece !== 0 && roleOf(piece) === 'P' && /[18]$/.test(to)) return 'promotion'
  return { from, to }
}

function castlingOfDrag(position: Position, from: string, to: string): MoveData | null {
  const square = squareOf(from)
  const target = squareOf(to)
  const piece = pieceAt(position, square)
  if (piece === 0 || roleOf(piece) !== 'K') return null
  const { kingSide, queenSide } = castlingRooks(position, sideOf(piece))
  const ontoRook = target === kingSide || target === queenSide
  const twoSquares = !isChess960(position) && Math.abs(target - square) === 2
  if (!ontoRook && !twoSquares) return null
  const move = legalMoves(position).find(
    (each) =>
      isCastling(each) &&
      moveFrom(each) === square &&
      (ontoRook
        ? castlingSide(each) === (target === kingSide ? 'king-side' : 'queen-side')
        : kingTarget(each) === target),
  )
  return move === undefined ? null : reportOfMove(move)
}

/** Whether the reported move is legal in the position. */
export function isLegalReport(position: Position, data: MoveData): boolean {
  if (data.castling !== undefined)
    return legalMoves(position).some(
      (each) =>
        isCastling(each) && castlingSide(each) === data.castling && nameOf(moveFrom(each)) === data.from,
    )
  return findLegal(position, squareOf(data.from), squareOf(data.to), data.promotion ?? null) !== null
}
