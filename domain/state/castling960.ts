/**
 * Castling in Chess960 by releases that people report (Guideline II.3.2; 2009, 2014: F.3): king and rook in either order, the
 * king off the board first, one of the two alone. A king released on a square that both its move and castling lead to may have
 * done either: the announcement decides, else the rook, else the press. Castling on a sensor board is read by `changesOf`
 * (domain/sensors/differences.ts), `isCastlingToo` (extend-hypothesis.ts) and `mayBecomeCastling` (hands.ts).
 */
import type { Castling } from '../../events/index.ts'
import {
  castlingSide,
  findLegal,
  isCastling,
  isChess960,
  kingTarget,
  letterOf,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  pieceAt,
  roleOf,
  type Square,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { boardHas, setOnBoard } from './board.ts'
import { type Game, legalOf } from './game.ts'
import { inForce } from './in-force.ts'
import { moveReportOf } from './move-report.ts'
import type { MoveReport } from './state.ts'

const EMPTY = 0

/** The squares between which a castling moves king and rook, by name. */
interface CastlingSquares {
  king: string
  kingTo: string
  rook: string
  rookTo: string
}

function squaresOf(move: Move): CastlingSquares {
  const to = kingTarget(move)
  const beside = castlingSide(move) === 'king-side' ? to - 1 : to + 1
  return {
    king: nameOf(moveFrom(move)),
    kingTo: nameOf(to),
    rook: nameOf(moveTo(move)),
    rookTo: nameOf(beside),
  }
}

/** Was this castling announced? */
export function isAnnounced(game: Game, move: Move): boolean {
  const { castling } = game.state.act
  if (castling === null || !isCastling(move) || !inForce(game, 'chess960-touch')) return false
  return castling.side === null || castling.side === castlingSide(move)
}

/** Has the player begun this castling: announced it, touched both pieces, or released the king where it castles to? */
function hasBegun(game: Game, move: Move): boolean {
  const { touches, released } = game.state.act
  const { king, kingTo, rook } = squaresOf(move)
  const touched = (square: string) => touches.some((touch) => touch.square === square)
  return (
    isAnnounced(game, move) ||
    (touched(king) && touched(rook)) ||
    (released !== null && released.from === king && released.to === kingTo)
  )
}

/** What the release of a piece means for a castling: the move where it is made, `goes-on` where it is begun, null where it is none. */
export function releaseInCastling(
  game: Game,
  from: string,
  to: string,
  seq: number,
): MoveReport | 'goes-on' | null {
  if (!isChess960(game.position)) return null
  const { act } = game.state
  for (const move of legalOf(game).filter(isCastling)) {
    const { king, kingTo, rook, rookTo } = squaresOf(move)
    const kingNow = from === king && to === kingTo
    const rookNow = from === rook && to === rookTo
    // A rook that goes past a king on its castling square makes no move of its own: nothing else explains it.
    const rookAlone = rookNow && king === kingTo
    if (!(kingNow || rookAlone || hasBegun(game, move))) continue
    const stands = (square: string, target: string) =>
      boardHas(game, target) === letterOf(pieceAt(game.position, squareOf(square)))
    const kingThere = kingNow || act.released?.to === kingTo || stands(king, kingTo)
    if (kingThere && (rookNow || stands(rook, rookTo))) return moveReportOf(turnOf(game.position), move)
    if (kingNow) act.released ??= { from, to, seq }
    if (rookNow) {
      const letter = letterOf(pieceAt(game.position, squareOf(rook)))
      setOnBoard(game, rook, '')
      setOnBoard(game, rookTo, letter)
    }
    if (kingNow || rookNow) return 'goes-on'
  }
  return null
}

/**
 * The move of a king that was released where it might also castle to, once the clock is pressed; null where nothing was so
 * released, or where castling was announced.
 */
export function pendingKingMove(game: Game): MoveReport | null {
  const { released, castling } = game.state.act
  if (released === null || !isChess960(game.position)) return null
  if (castling !== null && inForce(game, 'chess960-touch')) return null
  const { from, to } = released
  const piece = pieceAt(game.position, squareOf(from))
  const move = findLegal(game.position, squareOf(from), squareOf(to), null)
  if (piece === EMPTY || roleOf(piece) !== 'K' || move === null || isCastling(move)) return null
  return { side: turnOf(game.position), from, to }
}

/** Might a king that went from `from` to `to` be about to castle? */
export const mayGoOn = (game: Game, from: Square, to: Square): boolean =>
  isChess960(game.position) &&
  legalOf(game).some((move) => isCastling(move) && moveFrom(move) === from && kingTarget(move) === to)

/** The castling that a reported king move is because it was announced. */
export function announcedAs(game: Game, from: string, to: string): Castling | undefined {
  if (game.state.act.castling === null || !isChess960(game.position)) return undefined
  const meant = legalOf(game).find(
    (move) => isAnnounced(game, move) && squaresOf(move).king === from && squaresOf(move).kingTo === to,
  )
  return meant === undefined ? undefined : (castlingSide(meant) ?? undefined)
}
