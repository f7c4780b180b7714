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
import type { Edge } from '../state/sensor-state.ts'
import { arrivals, isDisturbed, isFresh, isWhite, leftUnknown } from './arrivals.ts'
import { boardAfter, changesOf, type Differences, disagreements, letterAt } from './differences.ts'
import { proofOf } from './line.ts'
import { type Reading, type ReadMove, SURE, type Watched } from './reading.ts'
import { severalMoves } from './several.ts'

const seqsOn = (edges: readonly Edge[], changes: Differences): number[] =>
  proofOf(edges, changes).map((index) => (edges[index] as Edge).seq)

/** `pressed`: the player on move has pressed the clock, so that nothing is in their hand any more. */
export function readBoard(watched: Watched, pressed: boolean): Reading {
  const { board, legal, position, edges } = watched
  const replied = bothMoved(position, edges)
  const several = replied ? severalMoves(watched, pressed) : null
  if (several !== null) return several
  const single = exactly(watched)
  if (single !== null) {
    if (!pressed && (isDisturbed(position, edges, single) || isFromNowhere(watched, single)))
      return { kind: 'unclear', candidates: [single], replied }
    const proof = seqsOn(edges, changesOf(position, single))
    const confidence = pressed ? SURE.pressed : SURE.quiet
    return { kind: 'moves', moves: [{ move: single, confidence, edges: proof }] }
  }
  if (Object.keys(board).length === 0) return { kind: 'agrees' }
  const near = legal.filter((move) => isNear(watched, move, pressed))
  const [only] = near
  if (only !== undefined && near.length === 1 && isAlone(watched, only, pressed)) {
    const proof = seqsOn(edges, changesOf(position, only))
    return { kind: 'moves', moves: [{ move: only, confidence: SURE.oneEdgeMissed, edges: proof }] }
  }
  if (!pressed && isInHand(position, board)) return { kind: 'unfinished' }
  const candidates = near.length > 1 ? near : legal.filter((move) => mayBe(watched, move))
  return { kind: 'unclear', candidates, replied }
}

/** Edges that the opponent's hand may have told before the press did. */
const MAX_REPLY_EDGES = 6

/**
 * The player on move has pressed, and the board is unclear because the opponent has put a piece down already: the moves that
 * stood before that hand began, the last of them the player's own. Null where there are none, or a hand of the player's own
 * went on.
 */
export function readBeforeReply(watched: Watched): readonly ReadMove[] | null {
  const { position, before, edges } = watched
  for (let count = edges.length - 1; count > 0 && edges.length - count <= MAX_REPLY_EDGES; count--) {
    const seen = edges.slice(0, count)
    const board = boardAfter(position, before, seen)
    if (!isReplyBegun(position, board, edges.slice(count))) continue
    const reading = readBoard({ ...watched, edges: seen, board }, true)
    if (reading.kind !== 'moves' || reading.crossed === true || reading.moves.length % 2 === 0) continue
    return reading.moves.some(({ confidence }) => confidence <= SURE.oneEdgeMissed) ? null : reading.moves
  }
  return null
}

/** Has the opponent put a piece down, and is nothing but theirs, or what they take, in the air? */
function isReplyBegun(position: Position, board: Differences, edges: readonly Edge[]): boolean {
  const white = turnOf(position) === 'white'
  const arrived = edges.filter(({ piece }) => piece !== '')
  if (arrived.length === 0 || arrived.some(({ piece }) => isWhite(piece) === white)) return false
  return edges.every(({ square, piece }) => {
    const stood = board[square] ?? letterAt(position, squareOf(square))
    if (piece !== '' || stood === '' || isWhite(stood) !== white) return true
    return arrived.some((edge) => edge.square === square)
  })
}

const isFromNowhere = (watched: Watched, move: Move): boolean => {
  const changes = changesOf(watched.position, move)
  return leftUnknown(
    watched,
    watched.edges.flatMap(({ square }, index) => (square in changes ? [index] : [])),
  )
}

/** The legal move that leaves exactly this board: there is at most one. */
export function exactly(watched: Watched): Move | null {
  const { legal, position, board } = watched
  const most = Object.keys(board).length
  if (most < 2 || most > 4) return null
  return (
    legal.find((move) => {
      if (!(nameOf(moveFrom(move)) in board) && roleOf(pieceAt(position, moveFrom(move))) !== 'K')
        return false
      return disagreements(board, changesOf(position, move), 0).length === 0 && isFresh(watched, move)
    }) ?? null
  )
}

/**
 * Does nothing but this move, with one edge missed, explain the board? Not where a pawn may be waiting beside its piece
 * (4.7.3), nor where the piece that is gone may be the one that is being taken.
 */
function isAlone(watched: Watched, only: Move, pressed: boolean): boolean {
  const { position, board, edges, legal } = watched
  if (isDisturbed(position, edges, only) || !isFresh(watched, only)) return false
  const [odd = ''] = disagreements(board, changesOf(position, only), 0)
  if (!pressed) {
    return !legal.some(
      (move) => movePromotion(move) !== null && board[nameOf(moveTo(move))] === arrivingOf(position, move),
    )
  }
  return (
    board[odd] !== '' ||
    !legal.some((move) => moveFrom(move) === moveFrom(only) && nameOf(moveTo(move)) === odd)
  )
}

const arrivingOf = (position: Position, move: Move): string | undefined =>
  changesOf(position, move)[nameOf(moveTo(move))]

/** Have pieces of both sides come to squares where they did not stand? */
const bothMoved = (position: Position, edges: readonly Edge[]): boolean =>
  new Set(arrivals(position, edges).map(({ piece }) => isWhite(piece))).size === 2

/**
 * Is this the move but for one edge that is lost, since a sensor missed it? The piece must be seen where it goes to. Before the press the
 * only thing a sensor may have missed is a piece leaving; after it also an own piece put back, save where king and rook
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
