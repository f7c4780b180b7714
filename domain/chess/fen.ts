/** Reads FEN in its standard, X-FEN and Shredder forms, of legal and illegal positions alike. */

import { ok, type Problem, type Result, refuse } from '../result.ts'
import { canCaptureEnPassant, couldBeDoubleStep, enPassantVictim } from './en-passant.ts'
import { type CastlingRead, readCastling } from './fen-castling.ts'
import { pieceFor, ROLES, type SideIndex } from './pieces.ts'
import { Position, setEnPassant, setHalfmoves, setRights, setTurn, togglePiece } from './position.ts'
import { squareOf } from './squares.ts'

export interface FenOptions {
  /**
   * Whether the game is Chess960. If omitted, it is Chess960 when castling rights are written in Shredder letters, or
   * belong to a king or rook that is not on its square of ordinary chess.
   */
  readonly chess960?: boolean | undefined
  /**
   * Whether the FEN is of a position that was played, legally or not. The en passant square is then accepted wherever the pawn
   * stands, also where no legal game comes there: before the double step a king may have stood in check.
   */
  readonly wasPlayed?: boolean | undefined
}

const LETTERS = ' PNBRQK  pnbrqk'
/** More half-moves than any game has; `Position.state` has room for twice as many. */
const MAX_COUNTER = 999_999

/** Quotes a part of the input in one short line. */
const quote = (text: string): string => JSON.stringify(text.length > 90 ? `${text.slice(0, 90)}…` : text)

const fault = (field: string, what: string): { readonly ok: false; readonly error: Problem } =>
  refuse('fen', `FEN, ${field}: ${what}`)

/**
 * Reads a FEN. Fields left out from the right are taken as White to move, no castling, no en passant capture, counters 0
 * and 1. The position may be illegal (see `requireLegal`). What cannot be read is refused with one line that names the field, also an
 * en passant square on another rank than the one that the side on move captures to. An en passant square is dropped where no double
 * step can have been the last move, or no capture there is legal.
 *
 * @example
 * ```ts
 * import { parseFen, turnOf } from 'touchmove/chess'
 *
 * const position = parseFen('8/8/8/4k3/8/8/4P3/4K3 b - - 0 1')
 * if (!position.ok) throw new Error(position.error.message)
 * console.log(turnOf(position.value))
 * // black
 * ```
 */
export function parseFen(text: string, options: FenOptions = {}): Result<Position> {
  const fields = text.trim().split(/\s+/)
  if (fields.length > 6) return fault('fields', `there are ${fields.length}; a FEN has six`)
  const [placement = '', turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmoves = '1'] =
    fields
  const p = new Position()
  const misplaced = place(p, placement)
  if (misplaced) return fault('piece placement', misplaced)
  if (turn !== 'w' && turn !== 'b') return fault('side to move', `${quote(turn)} is neither w nor b`)
  if (turn === 'b') setTurn(p, 'black')
  const rights = readCastling(p.board, castling, options.chess960)
  if (!rights.ok) return fault('castling rights', rights.error)
  applyRights(p, rights.value)
  const vain = readEnPassant(p, enPassant, options.wasPlayed === true)
  if (vain) return fault('en passant square', vain)
  const clock = readCount(halfmoves)
  if (clock === null)
    return fault('halfmove clock', `${quote(halfmoves)} is no number from 0 to ${MAX_COUNTER}`)
  const number = readCount(fullmoves)
  if (number === null)
    return fault('move number', `${quote(fullmoves)} is no number from 0 to ${MAX_COUNTER}`)
  setHalfmoves(p, clock)
  // Some programs count from 0; the first move is number 1.
  p.ply += (Math.max(1, number) - 1) * 2
  return ok(p)
}

/** Puts the pieces on the board; returns what is wrong, if anything. */
function place(p: Position, placement: string): string | null {
  const ranks = placement.split('/')
  if (ranks.length !== 8) return `${quote(placement)} has ${ranks.length} ranks; a board has 8, parted by "/"`
  for (let i = 0; i < 8; i++) {
    const rank = ranks[i]!
    let file = 0
    for (const letter of rank) {
      if (letter >= '1' && letter <= '8') file += Number(letter)
      else {
        const piece = letter === ' ' ? -1 : LETTERS.indexOf(letter)
        if (piece < 1)
          return `${quote(letter)} on rank ${8 - i} is no piece letter (PNBRQK, pnbrqk) and no number 1 to 8`
        if (file < 8) togglePiece(p, piece, (7 - i) * 8 + file)
        file++
      }
    }
    if (file !== 8) return `rank ${8 - i}, ${quote(rank)}, has ${file} squares; it must have 8`
  }
  return null
}

function applyRights(p: Position, read: CastlingRead): void {
  p.chess960 = read.chess960
  p.castling = read.setup
  p.rightsMask = read.setup.rightsMask
  setRights(p, read.rights)
}

/** Sets the en passant square if a capture there is legal; returns what is wrong with the text, if anything. */
function readEnPassant(p: Position, text: string, wasPlayed: boolean): string | null {
  if (text === '-') return null
  const rank = p.turn === 0 ? 6 : 3
  if (!/^[a-h][1-8]$/.test(text)) return `${quote(text)} is neither "-" nor a square`
  if (Number(text[1]) !== rank) {
    return `${text} is not on rank ${rank}, over which a pawn steps before ${p.turn === 0 ? 'White' : 'Black'} is to move`
  }
  const target = squareOf(text)
  const isAccepted = wasPlayed
    ? p.board[enPassantVictim(target)] === pieceFor((p.turn ^ 1) as SideIndex, ROLES.PAWN)
    : couldBeDoubleStep(p, target)
  if (isAccepted && canCaptureEnPassant(p, target)) setEnPassant(p, target)
  return null
}

function readCount(text: string): number | null {
  if (!/^\d{1,6}$/.test(text)) return null
  const count = Number(text)
  return count <= MAX_COUNTER ? count : null
}
