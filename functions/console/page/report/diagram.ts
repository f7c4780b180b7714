/** A diagram for print: a board that does not need background colours, which browsers leave out. */
import { createBoard, type SquareMark } from '../board/board.ts'
import { placementText } from '../words/position.ts'

export function diagram(fen: string, marked: ReadonlySet<string> = new Set()): HTMLElement {
  const board = createBoard({ large: true })
  const marks = new Map([...marked].map((square): [string, readonly SquareMark[]] => [square, ['proof']]))
  board.show({ fen, marks })
  board.element.classList.add('diagram')
  board.element.setAttribute('role', 'img')
  board.element.setAttribute('aria-label', placementText(fen))
  return board.element
}
