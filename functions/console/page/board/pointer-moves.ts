/** Moves made on a board with mouse, pen or finger: by dragging, or by two clicks. */
import { screenToSquare } from './placement.ts'

interface MoveInputOptions {
  isFlipped(): boolean
  /** The elements of the pieces by their squares, which change. */
  readonly pieces: ReadonlyMap<string, HTMLElement>
  /** Moves an element to a square. */
  place(node: HTMLElement, square: string): void
  readonly onMove: ((from: string, to: string) => void) | undefined
  readonly onSquare: ((square: string) => boolean) | undefined
}

/** Takes moves while the board has the class `open`. Returns the function that does what a click on a square does. */
export function handleMoveInput(
  element: HTMLElement,
  { isFlipped, pieces, place, onMove, onSquare }: MoveInputOptions,
): (square: string) => void {
  let held: { readonly square: string; readonly node: HTMLElement; moved: boolean } | null = null
  const chosen = createChosenSquare(pieces)
  const squareUnder = (event: PointerEvent) => squareOfPointer(element, event, isFlipped())

  element.addEventListener('pointerdown', (event) => {
    const square = squareUnder(event)
    if (square === null || event.button !== 0) return
    if (onSquare?.(square)) return
    if (onMove === undefined || !element.classList.contains('open')) return
    event.preventDefault()
    const node = pieces.get(square)
    const from = chosen.square()
    if (from !== null && from !== square) {
      chosen.choose(null)
      onMove(from, square)
    } else if (node !== undefined) {
      held = { square, node, moved: false }
      element.setPointerCapture(event.pointerId)
    }
  })
  element.addEventListener('pointermove', (event) => {
    if (held === null) return
    held.moved ||= squareUnder(event) !== held.square
    if (held.moved) drag(held.node, element, event)
  })
  const end = (event: PointerEvent) => {
    if (held === null) return
    const { square, node, moved } = held
    held = null
    node.classList.remove('held')
    const stands = pieces.get(square)
    if (stands !== undefined) place(stands, square)
    const to = squareUnder(event)
    if (!moved) chosen.choose(chosen.square() === square ? null : square)
    else if (to !== null && to !== square && event.type === 'pointerup') {
      chosen.choose(null)
      onMove?.(square, to)
    }
  }
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)

  return (square) => {
    if (onSquare?.(square)) return
    const from = chosen.square()
    if (from === null || from === square) chosen.choose(from === null && pieces.has(square) ? square : null)
    else {
      chosen.choose(null)
      onMove?.(from, square)
    }
  }
}

/** The square from which the next click moves, shown by a class of its piece. */
function createChosenSquare(pieces: MoveInputOptions['pieces']) {
  let chosen: string | null = null
  return {
    square: () => chosen,
    choose(square: string | null): void {
      if (chosen !== null) pieces.get(chosen)?.classList.remove('chosen')
      chosen = square
      if (square !== null) pieces.get(square)?.classList.add('chosen')
    },
  }
}

function squareOfPointer(
  element: HTMLElement,
  { clientX, clientY }: PointerEvent,
  flipped: boolean,
): string | null {
  const { left, top, width } = element.getBoundingClientRect()
  const size = width / 8
  return screenToSquare(Math.floor((clientX - left) / size), Math.floor((clientY - top) / size), flipped)
}

/** The piece follows the pointer. */
function drag(node: HTMLElement, element: HTMLElement, { clientX, clientY }: PointerEvent): void {
  const { left, top, width } = element.getBoundingClientRect()
  const size = width / 8
  node.classList.add('held')
  node.style.transform = `translate(${clientX - left - size / 2}px,${clientY - top - size / 2}px)`
}
