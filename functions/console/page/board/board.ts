/** A board made of HTML elements: pieces are moved by transforms, and only what has changed is updated. */
import { handleBoardKeys } from './keyboard.ts'
import { createGhostLayer, createMarkLayer, createPieceLayer } from './layers.ts'
import { type Placement, parsePlacement, squareToScreen } from './placement.ts'
import { handleMoveInput } from './pointer-moves.ts'

export type SquareMark = 'last' | 'touched' | 'must' | 'check' | 'differs' | 'chosen' | 'wrong' | 'proof'

export interface BoardContent {
  /** The pieces on the board: a FEN, or the first field of one. */
  readonly fen: string
  readonly marks?: ReadonlyMap<string, readonly SquareMark[]>
  /** Pieces of the position that are missing on the physical board. */
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
  /** With coordinates, and with pieces that slide to their squares. */
  readonly large?: boolean
  /** Called with a move that was made by dragging or by two clicks, legal or not. */
  readonly onMove?: (from: string, to: string) => void
  /** Called with a square that is clicked; true where the click is used for something else than a move. */
  readonly onSquare?: (square: string) => boolean
  /** Called when the keyboard's cursor moves to a square; `piece`: the letter of the piece on it, as in a FEN. */
  readonly onCursor?: (square: string, piece: string | undefined) => void
}

export function createBoard({ large = false, onMove, onSquare, onCursor }: BoardOptions = {}): BoardView {
  const element = document.createElement('div')
  element.className = large ? 'board large' : 'board'
  let shownFen: string | null = null
  let flipped = false

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
  const pieces = createPieceLayer({ add, place })
  const marks = createMarkLayer({ add })
  const ghosts = createGhostLayer({ add })

  if (large) element.append(coordinates())
  if (onMove !== undefined || onSquare !== undefined) {
    const isFlipped = () => flipped
    const act = handleMoveInput(element, { isFlipped, pieces: pieces.nodes, place, onMove, onSquare })
    handleBoardKeys(element, {
      isFlipped,
      act,
      onCursor: (square) => onCursor?.(square, pieces.letterAt(square)),
    })
  }

  return {
    element,
    get flipped() {
      return flipped
    },
    show({ fen, marks: markedSquares = new Map(), badges = new Map(), ghosts: absentPieces = new Map() }) {
      if (shownFen !== fen) {
        pieces.show(parsePlacement(fen))
        element.dataset['fen'] = fen.split(' ')[0] ?? ''
      }
      marks.show(markedSquares, badges)
      ghosts.show(absentPieces)
      shownFen = fen
    },
    flip(next) {
      if (next === flipped) return
      flipped = next
      element.classList.toggle('flipped', next)
      for (const { nodes } of [pieces, marks, ghosts]) for (const [square, node] of nodes) place(node, square)
    },
  }
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
