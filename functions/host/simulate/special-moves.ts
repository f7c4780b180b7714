/** En passant captures, castling and promotions by hand: several pieces, in different orders. */

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

export function enPassantByHand(table: HandBoard, position: Position, move: Move): void {
  table.habits.push('en passant')
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const passed = Object.entries(changesOf(position, move)).find(
    ([square, piece]) => piece === '' && square !== from,
  )?.[0] as string
  const order = randomInteger(table.random, 0, 2)
  if (order === 0) {
    table.take(passed)
    table.pause(...CARRY_MS)
  }
  const pawn = table.take(from)
  table.pause(...CARRY_MS)
  if (order === 1) {
    table.take(passed)
    table.pause(...CARRY_MS)
  }
  table.put(to, pawn)
  if (order === 2) {
    table.pause(150, 1600)
    table.take(passed)
  }
}

export function castleByHand(table: HandBoard, move: Move): void {
  const kingTo = kingTarget(move)
  const rookTo = castlingSide(move) === 'king-side' ? kingTo - 1 : kingTo + 1
  const [king, rook] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const [kingOn, rookOn] = [nameOf(kingTo), nameOf(rookTo)]
  const way = randomInteger(table.random, 0, 2)
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
    table.pause(...REACH_MS)
    const tower = table.take(rook)
    table.pause(...CARRY_MS)
    const kingFirst = happens(table.random, 0.5)
    table.put(kingFirst ? kingOn : rookOn, kingFirst ? royal : tower)
    table.pause(...CARRY_MS)
    table.put(kingFirst ? rookOn : kingOn, kingFirst ? tower : royal)
  }
}

function carry(table: HandBoard, from: string, to: string): void {
  const piece = table.take(from)
  table.pause(...CARRY_MS)
  table.put(to, piece)
}

export function promoteByHand(table: HandBoard, position: Position, move: Move): void {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const piece = changesOf(position, move)[to] as string
  const off = () => {
    if (table.isFree(to)) return
    table.take(to)
    table.pause(...CARRY_MS)
  }
  const way = randomInteger(table.random, 0, 3)
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
    if (happens(table.random, 0.5)) off()
    table.take(from)
    table.pause(...CARRY_MS)
    off()
    table.put(to, piece)
    return
  }
  const pawn = table.take(from)
  table.pause(...CARRY_MS)
  off()
  table.put(to, pawn)
  table.habits.push(way === 1 ? 'promotion: pawn first' : 'promotion: long search')
  if (way === 1) table.pause(200, 1500)
  else table.pause(4000, 25_000)
  table.take(to)
  table.pause(100, 900)
  table.put(to, piece)
}
