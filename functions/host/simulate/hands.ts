/**
 * Simulates how players carry out a legal move by hand, with adjusting, hovering, taking back and accidents. Nothing here depends on
 * sensors: hands put pieces on squares and take them off at certain instants.
 */

import {
  castlingSide,
  isCapture,
  isEnPassant,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  squareOf,
} from '../../../domain/chess/index.ts'
import { changesOf } from '../../../domain/sensors/index.ts'
import { captureByHand } from './capture-by-hand.ts'
import {
  CARRY_MS,
  type HandAction,
  HandBoard,
  type HandHabit,
  neighbouringSquares,
  REACH_MS,
} from './hand-board.ts'
import { happens, pickOne, type RandomSource } from './random.ts'
import { castleByHand, enPassantByHand, promoteByHand } from './special-moves.ts'

export interface HandMove {
  readonly actions: readonly HandAction[]
  readonly habits: readonly HandHabit[]
}

/** The probability of each habit, per move. */
export interface HabitRates {
  readonly slide: number
  readonly hover: number
  readonly adjust: number
  readonly wrongPiece: number
  readonly takeBack: number
  readonly knock: number
}

export const USUAL_HABIT_RATES: HabitRates = {
  slide: 0.25,
  hover: 0.06,
  adjust: 0.03,
  wrongPiece: 0.03,
  takeBack: 0.02,
  knock: 0.015,
}

/** Carries out a legal move. `legal`: the other moves that the player might begin by mistake. */
export function moveByHand(
  position: Position,
  move: Move,
  legal: readonly Move[],
  random: RandomSource,
  { pace = 1, rates = USUAL_HABIT_RATES }: { readonly pace?: number; readonly rates?: HabitRates } = {},
): HandMove {
  const board = new HandBoard(position, random, pace)
  if (happens(random, rates.adjust)) adjust(board)
  if (happens(random, rates.wrongPiece)) wrongPieceFirst(board, move, legal)
  if (happens(random, rates.takeBack)) takeBack(board, position, move, legal)
  const knocks = happens(random, rates.knock)
  if (knocks) knockOver(board, position, move)
  if (castlingSide(move) !== null) castleByHand(board, move)
  else if (movePromotion(move) !== null) promoteByHand(board, position, move)
  else moveOrCapture(board, position, move, legal, rates)
  if (board.habits.length === 0) board.habits.push('plain')
  return { actions: board.actions, habits: board.habits }
}

/** J'adoube: a piece is lifted and put back, sometimes two at once. */
function adjust(board: HandBoard): void {
  board.habits.push('adjusting')
  const occupied = board.pieces.flatMap((piece, square) => (piece === '' ? [] : [nameOf(square)]))
  const first = pickOne(board.random, occupied)
  const second = pickOne(board.random, occupied)
  const piece = board.take(first)
  board.pause(150, 900)
  if (second !== first && happens(board.random, 0.4)) {
    const other = board.take(second)
    board.pause(150, 500)
    board.put(first, piece)
    board.pause(150, 1400)
    board.put(second, other)
  } else board.put(first, piece)
  board.pause(300, 2500)
}

/** A piece that another legal move begins with is lifted and put back. */
function wrongPieceFirst(board: HandBoard, move: Move, legal: readonly Move[]): void {
  const others = legal.filter((other) => moveFrom(other) !== moveFrom(move))
  if (others.length === 0) return
  board.habits.push('wrong piece first')
  const square = nameOf(moveFrom(pickOne(board.random, others)))
  const piece = board.take(square)
  board.pause(200, 2500)
  board.put(square, piece)
  board.pause(200, 1500)
}

/** Another legal move is made on the board and taken back. */
function takeBack(board: HandBoard, position: Position, move: Move, legal: readonly Move[]): void {
  const others = legal.filter((other) => other !== move && castlingSide(other) === null && isPlain(other))
  if (others.length === 0) return
  board.habits.push('taken back')
  const other = pickOne(board.random, others)
  const [from, to] = [nameOf(moveFrom(other)), nameOf(moveTo(other))]
  const changes = changesOf(position, other)
  const piece = board.take(from)
  board.pause(...CARRY_MS)
  board.put(to, changes[to] as string)
  board.pause(200, 4000)
  board.take(to)
  board.pause(...CARRY_MS)
  board.put(from, piece)
  board.pause(100, 3000)
}

const isPlain = (move: Move): boolean => !isCapture(move) && movePromotion(move) === null

/** A piece that has no part in the move is knocked over and set up again. */
function knockOver(board: HandBoard, position: Position, move: Move): void {
  const involved = changesOf(position, move)
  const occupied = board.pieces.flatMap((piece, square) =>
    piece === '' || nameOf(square) in involved ? [] : [nameOf(square)],
  )
  if (occupied.length === 0) return
  board.habits.push('knocked over')
  const square = pickOne(board.random, occupied)
  const piece = board.take(square)
  const free = neighbouringSquares(square).filter((near) => board.isFree(near) && !(near in involved))
  if (free.length > 0 && happens(board.random, 0.6)) {
    const lies = pickOne(board.random, free)
    board.pause(20, 150)
    board.put(lies, piece)
    board.pause(400, 3000)
    board.take(lies)
  }
  board.pause(300, 1500)
  board.put(square, piece)
  board.pause(100, 800)
}

/** Carries out a move of one piece: en passant, a capture, or a move to a free square. */
function moveOrCapture(
  board: HandBoard,
  position: Position,
  move: Move,
  legal: readonly Move[],
  rates: HabitRates,
): void {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  if (isEnPassant(move)) {
    enPassantByHand(board, position, move)
    return
  }
  if (isCapture(move)) {
    captureByHand(board, from, to, board.pieces[moveFrom(move)] as string)
    return
  }
  const piece = board.take(from)
  board.pause(...REACH_MS)
  if (happens(board.random, rates.hover)) hover(board, move, legal, piece)
  if (happens(board.random, rates.slide)) slide(board, from, to, piece)
  board.pause(...CARRY_MS)
  board.put(to, piece)
}

/** The piece is put down for a while on another square that it could move to. */
function hover(board: HandBoard, move: Move, legal: readonly Move[], piece: string): void {
  const halts = legal.filter(
    (other) =>
      moveFrom(other) === moveFrom(move) && other !== move && isPlain(other) && castlingSide(other) === null,
  )
  if (halts.length === 0) return
  board.habits.push('hover')
  const halt = nameOf(moveTo(pickOne(board.random, halts)))
  board.put(halt, piece)
  board.pause(100, 3500)
  board.take(halt)
  board.pause(...REACH_MS)
}

/** The piece is pushed over the squares between. */
function slide(board: HandBoard, from: string, to: string, piece: string): void {
  const [a, b] = [squareOf(from), squareOf(to)]
  const [df, dr] = [(b & 7) - (a & 7), (b >> 3) - (a >> 3)]
  const steps = Math.max(Math.abs(df), Math.abs(dr))
  const isStraight = df === 0 || dr === 0 || Math.abs(df) === Math.abs(dr)
  if (steps < 2 || !isStraight) return
  board.habits.push('slide')
  for (let step = 1; step < steps; step++) {
    const on = nameOf(a + (df / steps) * step + (dr / steps) * step * 8)
    board.pause(30, 160)
    board.put(on, piece)
    board.pause(30, 160)
    board.take(on)
  }
}
