/**
 * Hands on a board: a legal move as people carry it out, with what they do before they mean it. Nothing here knows of
 * sensors: hands put pieces on squares and take them off, in time.
 */
import { changesOf, lettersOf } from '../../../domain/boards/index.ts'
import {
  castlingSide,
  isCapture,
  isEnPassant,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  squareOf,
} from '../../../domain/chess/index.ts'
import { between, type Chance, happens, oneOf } from './chance.ts'

/** What a hand did to a square: `piece` stands there now, '' for nothing. `after`: ms since the act before it. */
export interface HandAct {
  readonly after: number
  readonly square: string
  readonly piece: string
}

/** What is told of a move in the figures: how it was carried out, and what came before it. */
export type Habit =
  | 'plain'
  | 'slide'
  | 'hover'
  | 'adjusting'
  | 'wrong piece first'
  | 'taken back'
  | 'knocked over'
  | 'capture: taken off first'
  | 'capture: hand first'
  | 'capture: set on top'
  | 'capture: pushed aside'
  | 'capture: set down beside'
  | 'en passant'
  | 'castling: king first'
  | 'castling: rook first'
  | 'castling: both in the air'
  | 'castling: one of the two stays'
  | 'promotion: piece at hand'
  | 'promotion: pawn first'
  | 'promotion: long search'
  | 'promotion: piece first'

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

/** The board under the hands, and the acts so far. */
class Table {
  readonly stands: string[]
  readonly acts: HandAct[] = []
  readonly habits: Habit[] = []
  readonly chance: Chance
  /** 1 for a classical hand; a hand in a hurry takes a part of its time. */
  readonly pace: number
  #pause = 0

  constructor(position: Position, chance: Chance, pace: number) {
    this.stands = lettersOf(position)
    this.chance = chance
    this.pace = pace
  }

  pause(from: number, to: number): void {
    this.#pause += Math.round(between(this.chance, from, to) * this.pace)
  }

  put(square: string, piece: string): void {
    this.stands[squareOf(square)] = piece
    this.acts.push({ after: this.#pause, square, piece })
    this.#pause = 0
  }

  /** Takes off what stands there, and gives it. */
  take(square: string): string {
    const piece = this.stands[squareOf(square)] ?? ''
    this.put(square, '')
    return piece
  }

  isFree(square: string): boolean {
    return this.stands[squareOf(square)] === ''
  }
}

const REACH = [60, 250] as const
const CARRY = [150, 600] as const

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

function neighbours(square: string): string[] {
  const file = square.charCodeAt(0)
  const rank = Number(square.charAt(1))
  const near: string[] = []
  for (const df of [-1, 0, 1]) {
    for (const dr of [-1, 0, 1]) {
      const name = `${String.fromCharCode(file + df)}${rank + dr}`
      if (name !== square && /^[a-h][1-8]$/.test(name)) near.push(name)
    }
  }
  return near
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

/** Takes what stands on a square, and puts `piece` there. */
function capture(table: Table, from: string, to: string, piece: string): void {
  const free = neighbours(to).filter((square) => table.isFree(square))
  const way = between(table.chance, 0, free.length === 0 ? 2 : 4)
  const lift = () => {
    table.take(from)
    table.pause(...REACH)
  }
  const off = () => {
    table.take(to)
    table.pause(...CARRY)
  }
  if (way === 0) {
    table.habits.push('capture: taken off first')
    off()
    lift()
  } else if (way === 1) {
    table.habits.push('capture: hand first')
    lift()
    off()
  } else if (way === 2) {
    table.habits.push('capture: set on top')
    lift()
    table.pause(...REACH)
  } else if (way === 3) {
    table.habits.push('capture: pushed aside')
    lift()
    const taken = table.take(to)
    const aside = oneOf(table.chance, free)
    table.put(aside, taken)
    table.pause(20, 200)
    table.put(to, piece)
    table.pause(200, 900)
    table.take(aside)
    return
  } else {
    table.habits.push('capture: set down beside')
    lift()
    const beside = oneOf(table.chance, free)
    table.put(beside, piece)
    table.pause(100, 500)
    off()
    table.take(beside)
    table.pause(...REACH)
  }
  table.put(to, piece)
}

function passing(table: Table, position: Position, move: Move): void {
  table.habits.push('en passant')
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const passed = Object.entries(changesOf(position, move)).find(
    ([square, piece]) => piece === '' && square !== from,
  )?.[0] as string
  const order = between(table.chance, 0, 2)
  if (order === 0) {
    table.take(passed)
    table.pause(...CARRY)
  }
  const pawn = table.take(from)
  table.pause(...CARRY)
  if (order === 1) {
    table.take(passed)
    table.pause(...CARRY)
  }
  table.put(to, pawn)
  if (order === 2) {
    table.pause(150, 1600)
    table.take(passed)
  }
}

function castle(table: Table, move: Move): void {
  const kingTo = kingTarget(move)
  const rookTo = castlingSide(move) === 'king-side' ? kingTo - 1 : kingTo + 1
  const [king, rook] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const [kingOn, rookOn] = [nameOf(kingTo), nameOf(rookTo)]
  const way = between(table.chance, 0, 2)
  if (king === kingOn || rook === rookOn) {
    table.habits.push('castling: one of the two stays')
    if (king === kingOn) carry(table, rook, rookOn)
    else carry(table, king, kingOn)
  } else if (way < 2 && kingOn !== rook && rookOn !== king) {
    const kingFirst = way === 0
    table.habits.push(kingFirst ? 'castling: king first' : 'castling: rook first')
    if (kingFirst) carry(table, king, kingOn)
    else carry(table, rook, rookOn)
    table.pause(150, 1800)
    if (kingFirst) carry(table, rook, rookOn)
    else carry(table, king, kingOn)
  } else {
    table.habits.push('castling: both in the air')
    const royal = table.take(king)
    table.pause(...REACH)
    const tower = table.take(rook)
    table.pause(...CARRY)
    const kingFirst = happens(table.chance, 0.5)
    table.put(kingFirst ? kingOn : rookOn, kingFirst ? royal : tower)
    table.pause(...CARRY)
    table.put(kingFirst ? rookOn : kingOn, kingFirst ? tower : royal)
  }
}

function carry(table: Table, from: string, to: string): void {
  const piece = table.take(from)
  table.pause(...CARRY)
  table.put(to, piece)
}

function promote(table: Table, position: Position, move: Move): void {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const piece = changesOf(position, move)[to] as string
  const off = () => {
    if (table.isFree(to)) return
    table.take(to)
    table.pause(...CARRY)
  }
  const way = between(table.chance, 0, 3)
  if (way === 3) {
    table.habits.push('promotion: piece first')
    off()
    table.put(to, piece)
    table.pause(150, 1500)
    table.take(from)
    return
  }
  if (way === 0) {
    table.habits.push('promotion: piece at hand')
    if (happens(table.chance, 0.5)) off()
    table.take(from)
    table.pause(...CARRY)
    off()
    table.put(to, piece)
    return
  }
  const pawn = table.take(from)
  table.pause(...CARRY)
  off()
  table.put(to, pawn)
  table.habits.push(way === 1 ? 'promotion: pawn first' : 'promotion: long search')
  if (way === 1) table.pause(200, 1500)
  else table.pause(4000, 25_000)
  table.take(to)
  table.pause(100, 900)
  table.put(to, piece)
}
