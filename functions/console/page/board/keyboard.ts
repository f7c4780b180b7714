/** The keyboard on a board: arrows go from square to square; Enter and Space do what a click on the square does. */
import { screenToSquare, squareToScreen } from './placement.ts'

interface Parts {
  readonly isFlipped: () => boolean
  /** Does what a click on the square would do. */
  readonly act: (square: string) => void
  /** Called with each square to which the cursor moves. */
  readonly onCursor: ((square: string) => void) | undefined
}

const STEPS: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Only while the board takes moves (class `open`) and has the focus. */
export function handleBoardKeys(element: HTMLElement, { isFlipped, act, onCursor }: Parts): void {
  const cursor = document.createElement('i')
  cursor.className = 'cursor'
  let here = 'e2'

  const place = () => {
    const [column, row] = squareToScreen(here, isFlipped())
    cursor.style.transform = `translate(${column * 100}%,${row * 100}%)`
  }
  element.addEventListener('focus', () => {
    element.append(cursor)
    place()
    onCursor?.(here)
  })
  element.addEventListener('blur', () => cursor.remove())
  element.addEventListener('keydown', (event) => {
    if (!element.classList.contains('open') || event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    // Elsewhere on the page the arrows step through the moves.
    event.stopPropagation()
    if (step === undefined) {
      act(here)
      return
    }
    const [column, row] = squareToScreen(here, isFlipped())
    here = screenToSquare(column + step[0], row + step[1], isFlipped()) ?? here
    place()
    onCursor?.(here)
  })
}
