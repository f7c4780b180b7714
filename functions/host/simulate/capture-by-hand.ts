/** How players carry out a capture: in five different orders of lifting and placing. */

import { CARRY_MS, type HandBoard, neighbouringSquares, REACH_MS } from './hand-board.ts'
import { pickOne, randomInteger } from './random.ts'

/** Captures the piece on `to` with the piece on `from`. */
export function captureByHand(board: HandBoard, from: string, to: string, piece: string): void {
  const free = neighbouringSquares(to).filter((square) => board.isFree(square))
  const variant = randomInteger(board.random, 0, free.length === 0 ? 2 : 4)
  const lift = () => {
    board.take(from)
    board.pause(...REACH_MS)
  }
  const off = () => {
    board.take(to)
    board.pause(...CARRY_MS)
  }
  if (variant === 0) {
    board.habits.push('capture: taken off first')
    off()
    lift()
  } else if (variant === 1) {
    board.habits.push('capture: hand first')
    lift()
    off()
  } else if (variant === 2) {
    board.habits.push('capture: set on top')
    lift()
    board.pause(...REACH_MS)
  } else if (variant === 3) {
    board.habits.push('capture: pushed aside')
    lift()
    const taken = board.take(to)
    const aside = pickOne(board.random, free)
    board.put(aside, taken)
    board.pause(20, 200)
    board.put(to, piece)
    board.pause(200, 900)
    board.take(aside)
    return
  } else {
    board.habits.push('capture: set down beside')
    lift()
    const beside = pickOne(board.random, free)
    board.put(beside, piece)
    board.pause(100, 500)
    off()
    board.take(beside)
    board.pause(...REACH_MS)
  }
  board.put(to, piece)
}
