/** A board of plain elements: pieces are moved by transforms, and only what changed touches the document. */
import { handleBoardKeys } from './keyboard.ts'
import { type Placement, parsePlacement, screenToSquare, squareToScreen } from './placement.ts'

export type SquareMark = 'last' | 'touched' | 'must' | 'check' | 'differs' | 'chosen' | 'wrong' | 'proof'

export interface BoardContent {
  /** What stands on the board (first field of a FEN, or all of it). */
  readonly fen: string
  readonly marks?: ReadonlyMap<string, readonly SquareMark[]>
  /** Men of the position that do not stand there physically. */
  readonly ghosts?: Placement
  /** Small figures on squares: the order of touches. */
  readonly badges?: ReadonlyMap<string, string>
}

export interface BoardView {
  readonly element: HTMLElement
  show(shown: BoardContent): void
  flip(flipped: boolean): void
  readonly flipped: boolean
}

export interface BoardOptions {
  /** With coordinates, and pieces that slide. */
  readonly large?: boolean
  /** Takes moves by dragging or by two clicks, legal or not. */
  readonly onMove?: (from: string, to: string) => void
  /** A click on a square that is not part of a move. */
  readonly onSquare?: (square: string) => boolean
  /** The keyboard has come to a square; `man`: its letter, as in a FEN. */
  readonly onCursor?: (square: string, man: string | undefined) => void
}

const pieceClass = (letter: string): string =>
  `man ${letter === letter.toUpperCase() ? 'w' : 'b'}${letter.toLowerCase()}`

export function createBoard({ large = false, onMove, onSquare, onCursor }: BoardOptions = {}): BoardView {
  const element = document.createElement('div')
  element.className = large ? 'board large' : 'board'
  const pieces = new Map<string, HTMLElement>()
  const marks = new Map<string, HTMLElement>()
  const ghosts = new Map<string, HTMLElement>()
  let shown: BoardContent | null = null
  let flipped = false
  let placement: Map<string, string> = new Map()

  const place = (node: HTMLElement, square: string) => {
    const [column, row] = squareToScreen(square, flipped)
    node.style.transform = `translate(${column * 100}%,${row * 100}%)`
  }

  const add = (className: string, square: string): HTMLElement => {
    const node = document.createElement('i')
    node.className = className
    place(node, square)
    element.append(node)
    return node
  }

  const showPieces = (fen: string) => {
    const next = parsePlacement(fen)
    const gone = [...placement].filter(([square, man]) => next.get(square) !== man)
    for (const [square, man] of next) {
      if (placement.get(square) === man) continue
      // The nearest piece of the kind that left its square is the one that moved.
      const moved = nearestSquare(gone, square, man)
      const node = moved === null ? undefined : pieces.get(moved)
      if (moved !== null && node !== undefined) {
        gone.splice(
          gone.findIndex(([from]) => from === moved),
          1,
        )
        pieces.delete(moved)
        const taken = pieces.get(square)
        if (taken !== undefined && next.get(square) !== undefined) {
          taken.remove()
          const lost = gone.findIndex(([at]) => at === square)
          if (lost >= 0) gone.splice(lost, 1)
        }
        place(node, square)
        pieces.set(square, node)
      } else {
        pieces.get(square)?.remove()
        const lost = gone.findIndex(([at]) => at === square)
        if (lost >= 0) gone.splice(lost, 1)
        pieces.set(square, add(pieceClass(man), square))
      }
    }
    for (const [square] of gone) {
      pieces.get(square)?.remove()
      pieces.delete(square)
    }
    placement = next
  }

  const showMarks = (wanted: NonNullable<BoardContent['marks']>, badges: BoardContent['badges']) => {
    for (const [square, node] of marks) {
      if (wanted.has(square)) continue
      node.remove()
      marks.delete(square)
    }
    for (const [square, kinds] of wanted) {
      const className = `mark ${kinds.join(' ')}`
      const node = marks.get(square) ?? add(className, square)
      if (node.className !== className) node.className = className
      const badge = badges?.get(square) ?? ''
      if (node.textContent !== badge) node.textContent = badge
      marks.set(square, node)
    }
  }

  const showGhosts = (wanted: Placement) => {
    for (const node of ghosts.values()) node.remove()
    ghosts.clear()
    for (const [square, man] of wanted) ghosts.set(square, add(`${pieceClass(man)} ghost`, square))
  }

  if (large) element.append(coordinates())
  if (onMove !== undefined || onSquare !== undefined) {
    const isFlipped = () => flipped
    const act = handleMoveInput(element, isFlipped, {
      pieces,
      onMove,
      onSquare,
      redo: (square) => replace(square),
    })
    handleBoardKeys(element, {
      isFlipped,
      act,
      onCursor: (square) => onCursor?.(square, placement.get(square)),
    })
  }

  const replace = (square: string) => {
    const node = pieces.get(square)
    if (node !== undefined) place(node, square)
  }

  return {
    element,
    get flipped() {
      return flipped
    },
    show(next) {
      if (shown?.fen !== next.fen) {
        showPieces(next.fen)
        element.dataset['fen'] = next.fen.split(' ')[0] ?? ''
      }
      showMarks(next.marks ?? new Map(), next.badges)
      if (next.ghosts !== undefined || ghosts.size > 0) showGhosts(next.ghosts ?? new Map())
      shown = next
    },
    flip(next) {
      if (next === flipped) return
      flipped = next
      element.classList.toggle('flipped', next)
      for (const nodes of [pieces, marks, ghosts]) for (const [square, node] of nodes) place(node, square)
    },
  }
}

function nearestSquare(gone: readonly (readonly [string, string])[], to: string, man: string): string | null {
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [square, letter] of gone) {
    if (letter !== man) continue
    const away =
      Math.abs(square.charCodeAt(0) - to.charCodeAt(0)) + Math.abs(square.charCodeAt(1) - to.charCodeAt(1))
    if (away < least) {
      least = away
      best = square
    }
  }
  return best
}

function coordinates(): HTMLElement {
  const node = document.createElement('span')
  node.className = 'coordinates'
  node.setAttribute('aria-hidden', 'true')
  for (const text of ['abcdefgh', '87654321']) {
    const line = document.createElement('span')
    for (const sign of text) {
      const each = document.createElement('b')
      each.textContent = sign
      line.append(each)
    }
    node.append(line)
  }
  return node
}

interface MoveInputOptions {
  readonly pieces: ReadonlyMap<string, HTMLElement>
  readonly onMove: BoardOptions['onMove'] | undefined
  readonly onSquare: BoardOptions['onSquare'] | undefined
  readonly redo: (square: string) => void
}

/** Dragging and clicking with mouse, pen or finger. Returns what a click on a square does. */
function handleMoveInput(
  element: HTMLElement,
  isFlipped: () => boolean,
  { pieces, onMove, onSquare, redo }: MoveInputOptions,
): (square: string) => void {
  let held: { square: string; node: HTMLElement; moved: boolean } | null = null
  let chosen: string | null = null

  const under = ({ clientX, clientY }: PointerEvent): string | null => {
    const { left, top, width } = element.getBoundingClientRect()
    const size = width / 8
    return screenToSquare(
      Math.floor((clientX - left) / size),
      Math.floor((clientY - top) / size),
      isFlipped(),
    )
  }
  const choose = (square: string | null) => {
    if (chosen !== null) pieces.get(chosen)?.classList.remove('chosen')
    chosen = square
    if (square !== null) pieces.get(square)?.classList.add('chosen')
  }

  element.addEventListener('pointerdown', (event) => {
    const square = under(event)
    if (square === null || event.button !== 0) return
    if (onSquare?.(square)) return
    if (onMove === undefined || !element.classList.contains('open')) return
    event.preventDefault()
    const node = pieces.get(square)
    if (chosen !== null && chosen !== square) {
      const from = chosen
      choose(null)
      onMove(from, square)
      return
    }
    if (node === undefined) return
    held = { square, node, moved: false }
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', (event) => {
    if (held === null) return
    const { left, top, width } = element.getBoundingClientRect()
    held.moved ||= under(event) !== held.square
    if (!held.moved) return
    held.node.classList.add('held')
    const size = width / 8
    held.node.style.transform = `translate(${event.clientX - left - size / 2}px,${event.clientY - top - size / 2}px)`
  })
  const end = (event: PointerEvent) => {
    if (held === null) return
    const { square, node, moved } = held
    held = null
    node.classList.remove('held')
    redo(square)
    const to = under(event)
    if (!moved) choose(chosen === square ? null : square)
    else if (to !== null && to !== square && event.type === 'pointerup') {
      choose(null)
      onMove?.(square, to)
    }
  }
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)
  return (square) => {
    if (onSquare?.(square)) return
    const from = chosen
    if (from === null || from === square) choose(from === null && pieces.has(square) ? square : null)
    else {
      choose(null)
      onMove?.(from, square)
    }
  }
}
