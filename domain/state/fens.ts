/**
 * What stood at a point of the game, as FEN. It is put together when somebody asks: a fold passes positions by the thousand
 * that nobody looks at, and a move says in a number what its position says in a text.
 */
import { initialPosition, type Move, type Position, parseFen, play, writeFen } from '../chess/index.ts'
import type { Point } from './state.ts'

/** FENs that somebody asked for, so that who asks at each move does not go the whole way each time. */
const fenCache = new WeakMap<Point, string>()

const knownFen = (point: Point): string | undefined =>
  typeof point.stands === 'string' ? point.stands : fenCache.get(point)

/** The FEN of one of the game's points: the moves since the last one whose FEN is known, made once more. '' for no point. */
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
  const position = positionOf(fen, beganWithRookFiles(points))
  for (const move of moves.reverse()) play(position, move)
  const reached = writeFen(position)
  fenCache.set(point, reached)
  return reached
}

/**
 * What stood at each point of a stretch of the way, given by its indices: one position that goes on from point to point, to be
 * looked at before the next one is asked for.
 */
export function* positionsOf(points: readonly Point[], stretch: readonly number[]): Generator<Position> {
  const chess960 = beganWithRookFiles(points)
  let position: Position | null = null
  for (const index of stretch) {
    const point = points[index]!
    if (position !== null && typeof point.stands === 'number') play(position, point.stands)
    else position = positionOf(fenOf(points, point), chess960)
    yield position
  }
}

/** Castling rights in Shredder letters, or of kings and rooks off their usual squares: a game of Chess960. */
export const beganWithRookFiles = (points: readonly Point[]): boolean =>
  / [wb] \S*[A-Ha-h]/.test(fenOf(points, points[0]))

/** What has been written as FEN can be read: the position at hand for the type's sake is never taken. */
function positionOf(fen: string, chess960: boolean): Position {
  const read = parseFen(fen, { chess960, wasPlayed: true })
  return read.ok ? read.value : initialPosition()
}
