/**
 * Hands on a board: a legal move as people carry it out, with what they do before they mean it. Nothing here knows of
 * sensors: hands put pieces on squares and take them off, in time.
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
import { capture } from './capturing.ts'
import { type Chance, happens, oneOf } from './chance.ts'
import { CARRY, type Habit, type HandAct, neighbours, REACH, Table } from './hand-table.ts'
import { castle, passing, promote } from './special-moves.ts'

export interface Carried {
  readonly acts: readonly HandAct[]
  readonly habits: readonly Habit[]
}

/** How often hands do what they need not. */
export interface Manners {
  readonly slide: number
  readonly hover: number
  readonly adjust: number
  readonly wrongPiece: number
  readonly takeBack: number
  readonly knock: number
}

export const USUAL: Manners = {
  slide: 0.25,
  hover: 0.06,
  adjust: 0.03,
  wrongPiece: 0.03,
  takeBack: 0.02,
  knock: 0.015,
}

/** Carries out a legal move. `legal`: what else its player might first have thought of. */
export function carryOut(
  position: Position,
  move: Move,
  legal: readonly Move[],
  chance: Chance,
  { pace = 1, manners = USUAL }: { readonly pace?: number; readonly manners?: Manners } = {},
): Carried {
  const table = new Table(position, chance, pace)
  if (happens(chance, manners.adjust)) adjust(table)
  if (happens(chance, manners.wrongPiece)) wrongPieceFirst(table, move, legal)
  if (happens(chance, manners.takeBack)) takeBack(table, position, move, legal)
  const knocks = happens(chance, manners.knock)
  if (knocks) knockOver(table, position, move)
  if (castlingSide(move) !== null) castle(table, move)
  else if (movePromotion(move) !== null) promote(table, position, move)
  else go(table, position, move, legal, manners)
  if (table.habits.length === 0) table.habits.push('plain')
  return { acts: table.acts, habits: table.habits }
}

/** J'adoube: pieces lifted and put back, sometimes two at once. */
function adjust(table: Table): void {
  table.habits.push('adjusting')
  const men = table.stands.flatMap((piece, square) => (piece === '' ? [] : [nameOf(square)]))
  const first = oneOf(table.chance, men)
  const second = oneOf(table.chance, men)
  const piece = table.take(first)
  table.pause(150, 900)
  if (second !== first && happens(table.chance, 0.4)) {
    const other = table.take(second)
    table.pause(150, 500)
    table.put(first, piece)
    table.pause(150, 1400)
    table.put(second, other)
  } else table.put(first, piece)
  table.pause(300, 2500)
}

function wrongPieceFirst(table: Table, move: Move, legal: readonly Move[]): void {
  const others = legal.filter((other) => moveFrom(other) !== moveFrom(move))
  if (others.length === 0) return
  table.habits.push('wrong piece first')
  const square = nameOf(moveFrom(oneOf(table.chance, others)))
  const piece = table.take(square)
  table.pause(200, 2500)
  table.put(square, piece)
  table.pause(200, 1500)
}

/** A whole move on the board, thought better of and taken back. */
function takeBack(table: Table, position: Position, move: Move, legal: readonly Move[]): void {
  const others = legal.filter((other) => other !== move && castlingSide(other) === null && isPlain(other))
  if (others.length === 0) return
  table.habits.push('taken back')
  const other = oneOf(table.chance, others)
  const [from, to] = [nameOf(moveFrom(other)), nameOf(moveTo(other))]
  const changes = changesOf(position, other)
  const piece = table.take(from)
  table.pause(...CARRY)
  table.put(to, changes[to] as string)
  table.pause(200, 4000)
  table.take(to)
  table.pause(...CARRY)
  table.put(from, piece)
  table.pause(100, 3000)
}

const isPlain = (move: Move): boolean => !isCapture(move) && movePromotion(move) === null

/** A sleeve catches a piece that has nothing to do with the move; it is set up again. */
function knockOver(table: Table, position: Position, move: Move): void {
  const about = changesOf(position, move)
  const men = table.stands.flatMap((piece, square) =>
    piece === '' || nameOf(square) in about ? [] : [nameOf(square)],
  )
  if (men.length === 0) return
  table.habits.push('knocked over')
  const square = oneOf(table.chance, men)
  const piece = table.take(square)
  const free = neighbours(square).filter((near) => table.isFree(near) && !(near in about))
  if (free.length > 0 && happens(table.chance, 0.6)) {
    const lies = oneOf(table.chance, free)
    table.pause(20, 150)
    table.put(lies, piece)
    table.pause(400, 3000)
    table.take(lies)
  }
  table.pause(300, 1500)
  table.put(square, piece)
  table.pause(100, 800)
}

function go(table: Table, position: Position, move: Move, legal: readonly Move[], manners: Manners): void {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  if (isEnPassant(move)) {
    passing(table, position, move)
    return
  }
  if (isCapture(move)) {
    capture(table, from, to, table.stands[moveFrom(move)] as string)
    return
  }
  const piece = table.take(from)
  table.pause(...REACH)
  if (happens(table.chance, manners.hover)) hover(table, move, legal, piece)
  if (happens(table.chance, manners.slide)) slide(table, from, to, piece)
  table.pause(...CARRY)
  table.put(to, piece)
}

/** The piece stands for a while where it does not stay. */
function hover(table: Table, move: Move, legal: readonly Move[], piece: string): void {
  const halts = legal.filter(
    (other) =>
      moveFrom(other) === moveFrom(move) && other !== move && isPlain(other) && castlingSide(other) === null,
  )
  if (halts.length === 0) return
  table.habits.push('hover')
  const halt = nameOf(moveTo(oneOf(table.chance, halts)))
  table.put(halt, piece)
  table.pause(100, 3500)
  table.take(halt)
  table.pause(...REACH)
}

/** The piece is pushed over the squares between. */
function slide(table: Table, from: string, to: string, piece: string): void {
  const [a, b] = [squareOf(from), squareOf(to)]
  const [df, dr] = [(b & 7) - (a & 7), (b >> 3) - (a >> 3)]
  const steps = Math.max(Math.abs(df), Math.abs(dr))
  const straight = df === 0 || dr === 0 || Math.abs(df) === Math.abs(dr)
  if (steps < 2 || !straight) return
  table.habits.push('slide')
  for (let step = 1; step < steps; step++) {
    const on = nameOf(a + (df / steps) * step + (dr / steps) * step * 8)
    table.pause(30, 160)
    table.put(on, piece)
    table.pause(30, 160)
    table.take(on)
  }
}
