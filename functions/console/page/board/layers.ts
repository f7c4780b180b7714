/** The layers of a board: pieces that slide, marked squares, and pieces that are missing on the physical board. */
import type { Placement } from './placement.ts'

interface Surface {
  /** Adds an element on a square. */
  add(className: string, square: string): HTMLElement
  /** Moves an element to a square. */
  place(node: HTMLElement, square: string): void
}

type SquareNodes = ReadonlyMap<string, HTMLElement>

const pieceClass = (letter: string): string =>
  `man ${letter === letter.toUpperCase() ? 'w' : 'b'}${letter.toLowerCase()}`

/** The layer of the pieces: a piece that moves stays the same element. */
export function createPieceLayer({ add, place }: Surface) {
  const nodes = new Map<string, HTMLElement>()
  let shown: Placement = new Map()
  return {
    nodes: nodes as SquareNodes,
    /** The letter of a piece as in a FEN; undefined where the square is empty. */
    letterAt: (square: string): string | undefined => shown.get(square),
    show(next: Placement): void {
      /** Squares that their piece has left: its element may be needed on another square. */
      const vacated = new Map([...shown].filter(([square, letter]) => next.get(square) !== letter))
      const take = (square: string): HTMLElement | undefined => {
        const node = nodes.get(square)
        nodes.delete(square)
        vacated.delete(square)
        return node
      }
      for (const [square, letter] of next) {
        if (shown.get(square) === letter) continue
        // The nearest piece of the kind that left its square is the one that moved.
        const from = nearestSquare(vacated, square, letter)
        const moved = from === null ? undefined : take(from)
        take(square)?.remove()
        if (moved !== undefined) place(moved, square)
        nodes.set(square, moved ?? add(pieceClass(letter), square))
      }
      for (const square of [...vacated.keys()]) take(square)?.remove()
      shown = next
    },
  }
}

/** The layer of marked squares, some with a small number. */
export function createMarkLayer({ add }: Pick<Surface, 'add'>) {
  const nodes = new Map<string, HTMLElement>()
  return {
    nodes: nodes as SquareNodes,
    show(marks: ReadonlyMap<string, readonly string[]>, badges: ReadonlyMap<string, string>): void {
      for (const [square, node] of nodes) {
        if (marks.has(square)) continue
        node.remove()
        nodes.delete(square)
      }
      for (const [square, kinds] of marks) {
        const className = `mark ${kinds.join(' ')}`
        const node = nodes.get(square) ?? add(className, square)
        if (node.className !== className) node.className = className
        const badge = badges.get(square) ?? ''
        if (node.textContent !== badge) node.textContent = badge
        nodes.set(square, node)
      }
    },
  }
}

/** The layer of pieces that are missing on the physical board. */
export function createGhostLayer({ add }: Pick<Surface, 'add'>) {
  const nodes = new Map<string, HTMLElement>()
  return {
    nodes: nodes as SquareNodes,
    show(ghosts: Placement): void {
      for (const node of nodes.values()) node.remove()
      nodes.clear()
      for (const [square, letter] of ghosts) nodes.set(square, add(`${pieceClass(letter)} ghost`, square))
    },
  }
}

function nearestSquare(squares: Placement, to: string, letter: string): string | null {
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [square, found] of squares) {
    if (found !== letter) continue
    const away =
      Math.abs(square.charCodeAt(0) - to.charCodeAt(0)) + Math.abs(square.charCodeAt(1) - to.charCodeAt(1))
    if (away < least) {
      least = away
      best = square
    }
  }
  return best
}
