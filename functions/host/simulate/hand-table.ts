/** The board under the hands, what they have done to it so far, and in what time. */

import { type Position, squareOf } from '../../../domain/chess/index.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import { between, type Chance } from './chance.ts'

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

/** The board under the hands, and the acts so far. */
export class Table {
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

/** How long a hand takes to a square and over the board, ms. */
export const REACH = [60, 250] as const
export const CARRY = [150, 600] as const

/** The squares around one. */
export function neighbours(square: string): string[] {
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
