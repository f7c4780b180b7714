/** The board that hands act on, and what they do on it, with the pauses between. */

import { type Position, squareOf } from '../../../domain/chess/index.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import { type RandomSource, randomInteger } from './random.ts'

/** An action on a square: `piece` stands there afterwards, '' for none. `after`: ms since the action before. */
export interface HandAction {
  readonly after: number
  readonly square: string
  readonly piece: string
}

/** How a move was carried out, or what the hand did before it. Tests count how often each is read correctly. */
export type HandHabit =
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

/** The board and the actions so far. */
export class HandBoard {
  readonly pieces: string[]
  readonly actions: HandAction[] = []
  readonly habits: HandHabit[] = []
  readonly random: RandomSource
  /** The factor of all pauses: 1 for an unhurried player, less for one in a hurry. */
  readonly pace: number
  #pause = 0

  constructor(position: Position, random: RandomSource, pace: number) {
    this.pieces = lettersOf(position)
    this.random = random
    this.pace = pace
  }

  /** Adds a pause of random length before the next action: from and to, ms at pace 1. */
  pause(from: number, to: number): void {
    this.#pause += Math.round(randomInteger(this.random, from, to) * this.pace)
  }

  put(square: string, piece: string): void {
    this.pieces[squareOf(square)] = piece
    this.actions.push({ after: this.#pause, square, piece })
    this.#pause = 0
  }

  /** Removes the piece on a square and returns it. */
  take(square: string): string {
    const piece = this.pieces[squareOf(square)] ?? ''
    this.put(square, '')
    return piece
  }

  isFree(square: string): boolean {
    return this.pieces[squareOf(square)] === ''
  }
}

/** How long a hand takes to reach a square, and to carry a piece: least and greatest, ms. */
export const REACH_MS = [60, 250] as const
export const CARRY_MS = [150, 600] as const

/** The squares around one. */
export function neighbouringSquares(square: string): string[] {
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
