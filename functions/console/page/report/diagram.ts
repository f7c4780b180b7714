/** A diagram for paper: a board that keeps its look without background colours of the screen. */
import { createBoard, type Mark } from '../board/board.ts'
import { menText } from '../words/position.ts'

export function diagram(fen: string, marked: ReadonlySet<string> = new Set()): HTMLElement {
  const board = createBoard({ large: true })
  const marks = new Map([...marked].map((square): [string, readonly Mark[]] => [square, ['proof']]))
  board.show({ fen, marks })
  board.element.classList.add('diagram')
  board.element.setAttribute('role', 'img')
  board.element.setAttribute('aria-label', menText(fen))
  return board.element
}
