/** How players carry out en passant captures, castling and promotions: several pieces, in different orders. */

import {
  castlingSide,
  kingTarget,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  type Position,
} from '../../../domain/chess/index.ts'
import { changesOf } from '../../../domain/sensors/index.ts'
import { CARRY_MS, type HandBoard, REACH_MS } from './hand-board.ts'
import { happens, randomInteger } from './random.ts'

export function enPassantByHand(board: HandBoard, position: Position, move: Move): void {
  board.habits.push('en passant')
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const captured = Object.entries(changesOf(position, move)).find(
    ([square, piece]) => piece === '' && square !== from,
  )?.[0] as string
  const order = randomInteger(board.random, 0, 2)
  if (order === 0) {
    board.take(captured)
    board.pause(...CARRY_MS)
  }
  const pawn = board.take(from)
  board.pause(...CARRY_MS)
  if (order === 1) {
    board.take(captured)
    board.pause(...CARRY_MS)
  }
  board.put(to, pawn)
  if (order === 2) {
    board.pause(150, 1600)
    board.take(captured)
  }
}

export function castleByHand(board: HandBoard, move: Move): void {
  const kingTo = kingTarget(move)
  const rookTo = castlingSide(move) === 'king-side' ? kingTo - 1 : kingTo + 1
  const [king, rook] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const [kingOn, rookOn] = [nameOf(kingTo), nameOf(rookTo)]
  const variant = randomInteger(board.random, 0, 2)
  if (king === kingOn || rook === rookOn) {
    board.habits.push('castling: one of the two stays')
    if (king === kingOn) carry(board, rook, rookOn)
    else carry(board, king, kingOn)
  } else if (variant < 2 && kingOn !== rook && rookOn !== king) {
    const kingFirst = variant === 0
    board.habits.push(kingFirst ? 'castling: king first' : 'castling: rook first')
    if (kingFirst) carry(board, king, kingOn)
    else carry(board, rook, rookOn)
    board.pause(150, 1800)
    if (kingFirst) carry(board, rook, rookOn)
    else carry(board, king, kingOn)
  } else {
    board.habits.push('castling: both in the air')
    const kingPiece = board.take(king)
    board.pause(...REACH_MS)
    const rookPiece = board.take(rook)
    board.pause(...CARRY_MS)
    const kingFirst = happens(board.random, 0.5)
    board.put(kingFirst ? kingOn : rookOn, kingFirst ? kingPiece : rookPiece)
    board.pause(...CARRY_MS)
    board.put(kingFirst ? rookOn : kingOn, kingFirst ? rookPiece : kingPiece)
  }
}

function carry(board: HandBoard, from: string, to: string): void {
  const piece = board.take(from)
  board.pause(...CARRY_MS)
  board.put(to, piece)
}

export function promoteByHand(board: HandBoard, position: Position, move: Move): void {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const piece = changesOf(position, move)[to] as string
  const off = () => {
    if (board.isFree(to)) return
    board.take(to)
    board.pause(...CARRY_MS)
  }
  const variant = randomInteger(board.random, 0, 3)
  if (variant === 3) {
    board.habits.push('promotion: piece first')
    off()
    board.put(to, piece)
    board.pause(150, 1500)
    board.take(from)
    return
  }
  if (variant === 0) {
    board.habits.push('promotion: piece at hand')
    if (happens(board.random, 0.5)) off()
    board.take(from)
    board.pause(...CARRY_MS)
    off()
    board.put(to, piece)
    return
  }
  const pawn = board.take(from)
  board.pause(...CARRY_MS)
  off()
  board.put(to, pawn)
  board.habits.push(variant === 1 ? 'promotion: pawn first' : 'promotion: long search')
  if (variant === 1) board.pause(200, 1500)
  else board.pause(4000, 25_000)
  board.take(to)
  board.pause(100, 900)
  board.put(to, piece)
}
