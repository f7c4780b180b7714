/** The ways in which players carry out a capture. */

import { CARRY_MS, type HandBoard, neighbouringSquares, REACH_MS } from './hand-board.ts'
import { pickOne, randomInteger } from './random.ts'

/** Captures the piece on `to` with the piece on `from`. */
export function captureByHand(table: HandBoard, from: string, to: string, piece: string): void {
  const free = neighbouringSquares(to).filter((square) => table.isFree(square))
  const way = randomInteger(table.random, 0, free.length === 0 ? 2 : 4)
  const lift = () => {
    table.take(from)
    table.pause(...REACH_MS)
  }
  const off = () => {
    table.take(to)
    table.pause(...CARRY_MS)
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
    table.pause(...REACH_MS)
  } else if (way === 3) {
    table.habits.push('capture: pushed aside')
    lift()
    const taken = table.take(to)
    const aside = pickOne(table.random, free)
    table.put(aside, taken)
    table.pause(20, 200)
    table.put(to, piece)
    table.pause(200, 900)
    table.take(aside)
    return
  } else {
    table.habits.push('capture: set down beside')
    lift()
    const beside = pickOne(table.random, free)
    table.put(beside, piece)
    table.pause(100, 500)
    off()
    table.take(beside)
    table.pause(...REACH_MS)
  }
  table.put(to, piece)
}
