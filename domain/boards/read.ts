/**
 * The recogniser: which moves turn a position into what stands on a sensor board. It never invents one: where two
 * readings fit, or none, it says so.
 */
import {
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  roleOf,
  sideOf,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { changesOf, type Differences, disagreements, letterAt } from './differences.ts'
import type { Edge } from './edge.ts'
import { linesThrough, pairsThatLeave } from './line.ts'

/** A board as its sensors tell it, and the position from which it is to be read. */
export interface Watched {
  readonly position: Position
  /** The legal moves of the position. */
  readonly legal: readonly Move[]
  /** How the board differs from it now. */
  readonly board: Differences
  /** How it differed before the first edge. */
  readonly before: Differences
  /** The edges since, oldest first. */
  readonly edges: readonly Edge[]
}

/** A move that was read, how sure the reading is (0 to 1), and the seqs of the edges that prove it. */
export interface ReadMove {
  readonly move: Move
  readonly confidence: number
  readonly edges: readonly number[]
}

/**
 * `moves`: one reading fits; `crossed`: only in an order in which the edges did not come. `unfinished`: a piece is in somebody's hand, or a pawn waits on the last rank. `unclear`:
 * no reading fits, or more than one: `candidates` are the moves nearest to what stands there; `replied`: the opponent
 * has put a piece down since, so that waiting makes nothing plainer.
 */
export type Reading =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'moves'; readonly moves: readonly ReadMove[]; readonly crossed?: true }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'unclear'; readonly candidates: readonly Move[]; readonly replied: boolean }

/** The press says that the player has done; quiet alone may be a hand that hovers. */
const SURE = { pressed: 0.99, quiet: 0.9, several: 0.85, crossed: 0.7, oneEdgeMissed: 0.7 } as const

const seqsOn = (edges: readonly Edge[], changes: Differences): number[] =>
  edges.flatMap(({ square, seq }) => (square in changes ? [seq] : []))

/** `pressed`: the player on move has pressed the clock, so that nothing is in his hand any more. */
export function readBoard(watched: Watched, pressed: boolean): Reading {
  const { board, legal, position, edges } = watched
  const replied = bothMoved(position, edges)
  const several = replied ? severalMoves(watched, pressed) : null
  if (several !== null) return several
  const single = exactly(watched)
  if (single !== null) {
    if (!pressed && isDisturbed(position, edges, single))
      return { kind: 'unclear', candidates: [single], replied }
    const proof = seqsOn(edges, changesOf(position, single))
    const confidence = pressed ? SURE.pressed : SURE.quiet
    return { kind: 'moves', moves: [{ move: single, confidence, edges: proof }] }
  }
  if (Object.keys(board).length === 0) return { kind: 'agrees' }
  const near = legal.filter((move) => isNear(watched, move, pressed))
  const [only] = near
  if (only !== undefined && near.length === 1 && !isDisturbed(position, edges, only)) {
    const proof = seqsOn(edges, changesOf(position, only))
    return { kind: 'moves', moves: [{ move: only, confidence: SURE.oneEdgeMissed, edges: proof }] }
  }
  if (!pressed && isInHand(position, board)) return { kind: 'unfinished' }
  const candidates = near.length > 1 ? near : legal.filter((move) => mayBe(watched, move))
  return { kind: 'unclear', candidates, replied }
}

/** The legal move that leaves exactly this board: there is at most one. */
export function exactly({ legal, position, board }: Watched): Move | null {
  const most = Object.keys(board).length
  if (most < 2 || most > 4) return null
  return (
    legal.find((move) => {
      if (!(nameOf(moveFrom(move)) in board) && roleOf(pieceAt(position, moveFrom(move))) !== 'K')
        return false
      return disagreements(board, changesOf(position, move), 0).length === 0
    }) ?? null
  )
}

/** Both sides have moved pieces since the board was last read: the one way that explains it, if there is one. */
function severalMoves({ position, board, before, edges, legal }: Watched, pressed: boolean): Reading | null {
  const inOrder = linesThrough(position, before, edges)
  if (inOrder.length > 1) return { kind: 'unclear', candidates: firstOf(inOrder), replied: true }
  const crossed = inOrder.length === 0
  if (crossed && (Object.keys(board).length === 0 || legal.length === 0)) return null
  const [line, ...others] = crossed ? pairsThatLeave(position, board, edges) : inOrder
  if (line === undefined || others.length > 0) return null
  const several = line.length > 1
  const [first] = line
  if (!several && !pressed && first !== undefined && isDisturbed(position, edges, first.move)) {
    return { kind: 'unclear', candidates: firstOf([line]), replied: true }
  }
  if ((crossed ? strayed : wentOn)(position, edges, line)) {
    return { kind: 'unclear', candidates: firstOf([line]), replied: true }
  }
  const confidence = crossed ? SURE.crossed : several ? SURE.several : SURE.quiet
  const moves = line.map(({ move, edges: proof }) => ({
    move,
    confidence,
    edges: proof.map((index) => (edges[index] as Edge).seq),
  }))
  return { kind: 'moves', moves, ...(crossed ? { crossed } : {}) }
}

type Line = readonly { readonly move: Move; readonly edges: readonly number[] }[]

/**
 * Did a hand put its piece down elsewhere after its move and before the reply, or where the reply then took it? The
 * move was another one then.
 */
function wentOn(position: Position, edges: readonly Edge[], line: Line): boolean {
  const odd = oddArrivals(position, edges)
  return line.some(({ edges: proof }, ply) => {
    const stood = proof.at(-1) ?? 0
    const reply = line[ply + 1]?.edges ?? []
    const carried = proof.flatMap((index) => edges[index] ?? [])
    return odd.some((edge) => {
      const index = edges.indexOf(edge)
      if (index <= stood || !(index < (reply[0] ?? edges.length) || reply.includes(index))) return false
      return isElsewhere(edge, carried)
    })
  })
}

/** Did a piece of the line stand for a while where the line never has it, though its edges came crosswise? */
function strayed(position: Position, edges: readonly Edge[], line: Line): boolean {
  const odd = oddArrivals(position, edges)
  return line.some(({ edges: proof }) => {
    const carried = proof.flatMap((index) => edges[index] ?? [])
    return odd.some((edge) => !proof.includes(edges.indexOf(edge)) && isElsewhere(edge, carried))
  })
}

/** Is it one of the pieces that were carried, on a square where none of them was put? */
const isElsewhere = ({ square, piece }: Edge, carried: readonly Edge[]): boolean =>
  carried.some((edge) => edge.piece === piece) &&
  !carried.some((edge) => edge.piece === piece && edge.square === square)

const oddArrivals = (position: Position, edges: readonly Edge[]): Edge[] =>
  arrivals(position, edges).filter(({ square, piece }) => piece !== letterAt(position, squareOf(square)))

const firstOf = (lines: readonly (readonly { move: Move }[])[]): Move[] => [
  ...new Set(lines.flatMap(([first]) => (first === undefined ? [] : [first.move]))),
]

/** Edges by which a piece came to a square where another stood last, or none: not those that put a piece back. */
export function arrivals(position: Position, edges: readonly Edge[]): Edge[] {
  const last = new Map<string, string>()
  return edges.filter(({ square, piece }) => {
    if (piece === '') return false
    const stood = last.get(square) ?? letterAt(position, squareOf(square))
    last.set(square, piece)
    return piece !== stood
  })
}

const isWhite = (piece: string): boolean => piece === piece.toUpperCase()

/** Have pieces of both sides come to squares where they did not stand? */
const bothMoved = (position: Position, edges: readonly Edge[]): boolean =>
  new Set(arrivals(position, edges).map(({ piece }) => isWhite(piece))).size === 2

/** Has a piece of the opponent's come somewhere, though neither taken by the move nor put back, with no move of his to explain it? */
function isDisturbed(position: Position, edges: readonly Edge[], move: Move): boolean {
  const taken = Object.keys(changesOf(position, move)).map((square) => letterAt(position, squareOf(square)))
  const theirs = ({ piece }: Edge) => isWhite(piece) !== (turnOf(position) === 'white')
  return arrivals(position, edges).some(
    (edge) =>
      theirs(edge) && !taken.includes(edge.piece) && edge.piece !== letterAt(position, squareOf(edge.square)),
  )
}

/**
 * Is this the move but for one edge that a sensor missed? The piece must be seen where it goes to. Before the press the
 * only thing a sensor may have missed is a man leaving; after it also an own piece put back, save where king and rook
 * may be castling.
 */
function isNear({ position, board }: Watched, move: Move, pressed: boolean): boolean {
  const changes = changesOf(position, move)
  const odd = disagreements(board, changes, 1)
  const [square] = odd
  if (square === undefined || odd.length > 1) return false
  if (changes[square] !== undefined && changes[square] !== '') return false
  const seen = board[square] ?? letterAt(position, squareOf(square))
  if (seen === '?') return false
  // A pawn may stand beside its queen for as long as its player likes (4.7.3).
  if (seen !== '') return pressed || (changes[square] === '' && movePromotion(move) === null)
  if (!pressed) return false
  const gone = pieceAt(position, squareOf(square))
  if (gone === 0) return false
  const castlers = 'KR'
  const mover = roleOf(pieceAt(position, moveFrom(move)))
  return !(sideOf(gone) === turnOf(position) && castlers.includes(roleOf(gone)) && castlers.includes(mover))
}

/** Nothing stands where it did not, save a pawn that waits on the last rank for its promotion. */
function isInHand(position: Position, board: Differences): boolean {
  const pawn = turnOf(position) === 'white' ? 'P' : 'p'
  const last = turnOf(position) === 'white' ? '8' : '1'
  return Object.entries(board).every(
    ([square, piece]) => piece === '' || (piece === pawn && square.charAt(1) === last),
  )
}

/** Does anything on the board speak for the move: the piece gone from its square, or seen where it goes to? */
function mayBe({ position, board }: Watched, move: Move): boolean {
  const to = nameOf(moveTo(move))
  const arrived = board[to] !== undefined && board[to] === changesOf(position, move)[to]
  return arrived || board[nameOf(moveFrom(move))] === ''
}
