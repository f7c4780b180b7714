/**
 * Hands on a board: how players carry out a legal move, with adjusting, hovering, taking back and accidents. Nothing here
 * depends on sensors: hands put pieces on squares and take them off, in time.
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
  readonly acts: readonly HandAction[]
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
  chance: RandomSource,
  { pace = 1, manners = USUAL_HABIT_RATES }: { readonly pace?: number; readonly manners?: HabitRates } = {},
): HandMove {
  const table = new HandBoard(position, chance, pace)
  if (happens(chance, manners.adjust)) adjust(table)
  if (happens(chance, manners.wrongPiece)) wrongPieceFirst(table, move, legal)
  if (happens(chance, manners.takeBack)) takeBack(table, position, move, legal)
  const knocks = happens(chance, manners.knock)
  if (knocks) knockOver(table, position, move)
  if (castlingSide(move) !== null) castleByHand(table, move)
  else if (movePromotion(move) !== null) promoteByHand(table, position, move)
  else go(table, position, move, legal, manners)
  if (table.habits.length === 0) table.habits.push('plain')
  return { acts: table.actions, habits: table.habits }
}

/** J'adoube: pieces lifted and put back, sometimes two at once. */
function adjust(table: HandBoard): void {
  table.habits.push('adjusting')
  const occupied = table.pieces.flatMap((piece, square) => (piece === '' ? [] : [nameOf(square)]))
  const first = pickOne(table.random, occupied)
  const second = pickOne(table.random, occupied)
  const piece = table.take(first)
  table.pause(150, 900)
  if (second !== first && happens(table.random, 0.4)) {
    const other = table.take(second)
    table.pause(150, 500)
    table.put(first, piece)
    table.pause(150, 1400)
    table.put(second, other)
  } else table.put(first, piece)
  table.pause(300, 2500)
}

function wrongPieceFirst(table: HandBoard, move: Move, legal: readonly Move[]): void {
  const others = legal.filter((other) => moveFrom(other) !== moveFrom(move))
  if (others.length === 0) return
  table.habits.push('wrong piece first')
  const square = nameOf(moveFrom(pickOne(table.random, others)))
  const piece = table.take(square)
  table.pause(200, 2500)
  table.put(square, piece)
  table.pause(200, 1500)
}

/** Another move, made on the board and taken back. */
function takeBack(table: HandBoard, position: Position, move: Move, legal: readonly Move[]): void {
  const others = legal.filter((other) => other !== move && castlingSide(other) === null && isPlain(other))
  if (others.length === 0) return
  table.habits.push('taken back')
  const other = pickOne(table.random, others)
  const [from, to] = [nameOf(moveFrom(other)), nameOf(moveTo(other))]
  const changes = changesOf(position, other)
  const piece = table.take(from)
  table.pause(...CARRY_MS)
  table.put(to, changes[to] as string)
  table.pause(200, 4000)
  table.take(to)
  table.pause(...CARRY_MS)
  table.put(from, piece)
  table.pause(100, 3000)
}

const isPlain = (move: Move): boolean => !isCapture(move) && movePromotion(move) === null

/** A piece that has no part in the move is knocked over and set up again. */
function knockOver(table: HandBoard, position: Position, move: Move): void {
  const about = changesOf(position, move)
  const occupied = table.pieces.flatMap((piece, square) =>
    piece === '' || nameOf(square) in about ? [] : [nameOf(square)],
  )
  if (occupied.length === 0) return
  table.habits.push('knocked over')
  const square = pickOne(table.random, occupied)
  const piece = table.take(square)
  const free = neighbouringSquares(square).filter((near) => table.isFree(near) && !(near in about))
  if (free.length > 0 && happens(table.random, 0.6)) {
    const lies = pickOne(table.random, free)
    table.pause(20, 150)
    table.put(lies, piece)
    table.pause(400, 3000)
    table.take(lies)
  }
  table.pause(300, 1500)
  table.put(square, piece)
  table.pause(100, 800)
}

function go(
  table: HandBoard,
  position: Position,
  move: Move,
  legal: readonly Move[],
  manners: HabitRates,
): void {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  if (isEnPassant(move)) {
    enPassantByHand(table, position, move)
    return
  }
  if (isCapture(move)) {
    captureByHand(table, from, to, table.pieces[moveFrom(move)] as string)
    return
  }
  const piece = table.take(from)
  table.pause(...REACH_MS)
  if (happens(table.random, manners.hover)) hover(table, move, legal, piece)
  if (happens(table.random, manners.slide)) slide(table, from, to, piece)
  table.pause(...CARRY_MS)
  table.put(to, piece)
}

/** The piece is put on another square for a while. */
function hover(table: HandBoard, move: Move, legal: readonly Move[], piece: string): void {
  const halts = legal.filter(
    (other) =>
      moveFrom(other) === moveFrom(move) && other !== move && isPlain(other) && castlingSide(other) === null,
  )
  if (halts.length === 0) return
  table.habits.push('hover')
  const halt = nameOf(moveTo(pickOne(table.random, halts)))
  table.put(halt, piece)
  table.pause(100, 3500)
  table.take(halt)
  table.pause(...REACH_MS)
}

/** The piece is pushed over the squares between. */
function slide(table: HandBoard, from: string, to: string, piece: string): void {
  const [a, b] = [squareOf(from), squareOf(to)]
  const [df, dr] = [(b & 7) - (a & 7), (b >> 3) - (a >> 3)]
  const steps = Math.max(Math.abs(df), Math.abs(dr))
  const isStraight = df === 0 || dr === 0 || Math.abs(df) === Math.abs(dr)
  if (steps < 2 || !isStraight) return
  table.habits.push('slide')
  for (let step = 1; step < steps; step++) {
    const on = nameOf(a + (df / steps) * step + (dr / steps) * step * 8)
    table.pause(30, 160)
    table.put(on, piece)
    table.pause(30, 160)
    table.take(on)
  }
}
