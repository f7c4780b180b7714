/** The board by keyboard: arrows go from square to square, Enter or Space takes, puts down or touches. */
import { screenToSquare, squareToScreen } from './placement.ts'

interface Parts {
  readonly isFlipped: () => boolean
  /** What a click on the square would do. */
  readonly act: (square: string) => void
  /** Told of each square that is come to. */
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
    // The arrows are those of the moves elsewhere on the page.
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
