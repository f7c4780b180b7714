/**
 * Positions at points of the game, as FEN and as `Position`. They are made when a caller asks, by replaying moves: a fold
 * passes thousands of positions that no caller reads, and a move is one number.
 */
import { initialPosition, type Move, type Position, parseFen, play, writeFen } from '../chess/index.ts'
import type { Point } from './state.ts'

/** FENs that were asked for, so that a caller who asks at each move does not replay the whole game each time. */
const fenCache = new WeakMap<Point, string>()

const knownFen = (point: Point): string | undefined =>
  typeof point.stands === 'string' ? point.stands : fenCache.get(point)

/** The FEN of one of the game's points, by replaying the moves since the last point whose FEN is known. '' for no point. */
export function fenOf(points: readonly Point[], point: Point | undefined): string {
  if (point === undefined) return ''
  const moves: Move[] = []
  let from = point
  let fen = knownFen(from)
  while (fen === undefined) {
    moves.push(from.stands as Move)
    from = points[from.parent]!
    fen = knownFen(from)
  }
  if (from === point) return fen
  const position = positionOf(fen, beganWithShredderRights(points))
  for (const move of moves.reverse()) play(position, move)
  const reached = writeFen(position)
  fenCache.set(point, reached)
  return reached
}

/**
 * The positions at successive points, given by their indices. All are one object that is played on: it must be read before
 * the next one is asked for.
 */
export function* positionsOf(points: readonly Point[], indices: readonly number[]): Generator<Position> {
  const chess960 = beganWithShredderRights(points)
  let position: Position | null = null
  for (const index of indices) {
    const point = points[index]!
    if (position !== null && typeof point.stands === 'number') play(position, point.stands)
    else position = positionOf(fenOf(points, point), chess960)
    yield position
  }
}

/** Whether the game began with castling rights written as files of the rooks (Shredder-FEN): then it is a game of Chess960. */
export const beganWithShredderRights = (points: readonly Point[]): boolean =>
  / [wb] \S*[A-Ha-h]/.test(fenOf(points, points[0]))

/** The position of a FEN that `writeFen` has written. Such a FEN can always be read; the initial position only satisfies the type. */
function positionOf(fen: string, chess960: boolean): Position {
  const read = parseFen(fen, { chess960, wasPlayed: true })
  return read.ok ? read.value : initialPosition()
}
