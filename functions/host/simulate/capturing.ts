/** A capture, in the ways that hands have of it. */
import { between, oneOf } from './chance.ts'
import { CARRY, neighbours, REACH, type Table } from './hand-table.ts'

/** Takes what stands on a square, and puts `piece` there. */
export function capture(table: Table, from: string, to: string, piece: string): void {
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
