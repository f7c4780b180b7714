/** The history of a game as a tree of points: adding positions, counting repetitions (9.2.2), going back to a point. */
import { halfmoveClock, hashOf, type Move, type Position, writeFen } from '../chess/index.ts'
import { fenOf } from './fens.ts'
import { emptyPendingAct, type Game, pointOf, positionAt } from './game.ts'
import { inForce } from './in-force.ts'
import { type OccurrenceKey, positionIdentity } from './position-identity.ts'
import type { GameState, MoveMade, Point } from './state.ts'

export function rootPoint(position: Position, seq: number): Point {
  const { hi, lo } = hashOf(position)
  return {
    seq,
    parent: -1,
    ply: 0,
    stands: writeFen(position),
    hi,
    lo,
    quiet: halfmoveClock(position),
    count: 1,
    fresh: true,
    move: null,
  }
}

/** Begins the history at `game.position`. The table of repetitions takes it while it is here, and need not make it from a FEN. */
export function beginHistory({ state, position, repetitions }: Game, seq: number): void {
  state.points = [rootPoint(position, seq)]
  state.here = 0
  state.returns = []
  repetitions.upTo(state.points, 0, position)
}

/** What makes positions the same while the rule of 9.2.2 is out of force: the placement and the side on move. */
const placementAndTurn = (fen: string): string => fen.slice(0, fen.indexOf(' ') + 2)

/** Occurrences by placement and side on move alone, back to the last pawn move or capture. */
function countByPlacement(
  points: readonly Point[],
  { parent, quiet }: OccurrenceKey,
  position: Position,
): number {
  const wanted = placementAndTurn(writeFen(position))
  for (let index = parent, back = 0; index >= 0 && back < quiet; back++) {
    const earlier = points[index] as Point
    if (placementAndTurn(fenOf(points, points[index])) === wanted) return earlier.count + 1
    if (earlier.fresh) break
    index = earlier.parent
  }
  return 1
}

/** How many times the position would have occurred if `position` came next: for claims with an intended move (9.2.1.1). */
export function occurrencesAfter(game: Game, position: Position): number {
  const { points, here } = game.state
  const { hi, lo } = hashOf(position)
  const next = { parent: here, hi, lo, quiet: halfmoveClock(position) }
  return inForce(game, 'same-position')
    ? game.repetitions.ifNext(points, next, position)
    : countByPlacement(points, next, position)
}

function setCurrentPoint(game: Game, index: number): void {
  game.state.here = index
  game.state.act = emptyPendingAct()
  game.state.announcement = null
  game.state.unannounced = null
  game.state.question = undefined
  game.legal = null
}

/**
 * Adds the position that `move` led to (already played on `game.position`) and makes it the current one. `made`: the legal
 * move that leads there from the position of the point before, null where there is none.
 */
export function addPoint(game: Game, move: MoveMade, made: Move | null): Point {
  const { state } = game
  const before = state.points[state.here] as Point
  const { hi, lo } = hashOf(game.position)
  const point: Point = {
    seq: move.seq,
    parent: state.here,
    ply: before.ply + 1,
    stands: made ?? writeFen(game.position),
    hi,
    lo,
    quiet: halfmoveClock(game.position),
    count: 1,
    fresh: false,
    move,
  }
  const here = state.points.push(point) - 1
  point.count = inForce(game, 'same-position')
    ? game.repetitions.upTo(state.points, here, game.position)
    : countByPlacement(state.points, point, game.position)
  setCurrentPoint(game, here)
  return point
}

/** Goes back to an earlier point. `seq`: the event that does so. */
export function goToPoint(game: Game, index: number, seq: number): void {
  const { state } = game
  game.position = positionAt(state, state.points[index]) ?? game.position
  state.returns.push({ seq, index, known: state.points.length })
  setCurrentPoint(game, index)
}

/** Goes to a position that the game has not reached: repetitions are counted from it on, the moves before it stay. */
export function goToPosition(game: Game, position: Position, seq: number): void {
  const { state } = game
  const before = state.points[state.here] as Point
  state.points.push({ ...rootPoint(position, seq), parent: state.here, ply: before.ply })
  game.position = position
  setCurrentPoint(game, state.points.length - 1)
}

/** Index of the point at which the game stood after event `seq`: the last one reached by then, unless it had gone back since. */
export function pointAfter({ points, returns }: GameState, seq: number): number {
  const reached = Math.max(
    0,
    points.findLastIndex((point) => point.seq <= seq),
  )
  const back = returns.findLast((each) => each.seq <= seq)
  return back !== undefined && back.known > reached ? back.index : reached
}

/** The seq since which the game stands where it stands. */
export function currentSinceSeq({ points, returns }: GameState): number {
  const back = returns.at(-1)
  return back !== undefined && back.known === points.length ? back.seq : (points.at(-1)?.seq ?? 0)
}

/** Index of the last point on the path to the current one whose position equals `position` (9.2.2), or null. */
export function lastEqualPoint(state: GameState, position: Position): number | null {
  const { hi, lo } = hashOf(position)
  const identity = positionIdentity(writeFen(position))
  for (let index = state.here; index >= 0; index = (state.points[index] as Point).parent) {
    const point = state.points[index] as Point
    if (
      point.hi === hi &&
      point.lo === lo &&
      positionIdentity(fenOf(state.points, state.points[index])) === identity
    )
      return index
  }
  return null
}

/** The points from the start to the current one. */
export function pathOf(state: GameState): Point[] {
  const path: Point[] = []
  for (let index = state.here; index >= 0; index = (state.points[index] as Point).parent) {
    path.push(state.points[index] as Point)
  }
  return path.reverse()
}

/** The last move on the path to the current point that satisfies `wanted`, looking at most at the last `depth` points. */
export function lastMove(
  state: GameState,
  wanted: (move: MoveMade) => boolean,
  depth = Number.POSITIVE_INFINITY,
): MoveMade | null {
  let index = state.here
  for (let back = 0; index >= 0 && back < depth; back++) {
    const point = state.points[index] as Point
    if (point.move !== null && wanted(point.move)) return point.move
    index = point.parent
  }
  return null
}

/** How many moves both players have made on the path to the current point: the smaller of the two counts. */
export function movesOfBoth(state: GameState): number {
  const moves = { white: 0, black: 0 }
  for (let index = state.here; index >= 0; index = (state.points[index] as Point).parent) {
    const { move } = state.points[index] as Point
    if (move !== null) moves[move.side]++
  }
  return Math.min(moves.white, moves.black)
}

/** The current point where an illegal move led to it that is not completed, so that its player may replace it (7.5.1); else null. */
export function notCompleted({ state }: Game): (Point & { move: MoveMade }) | null {
  const point = pointOf(state)
  const { move } = point
  if (move === null || move.legal || move.outOfTurn || move.completedSeq !== null) return null
  return point as Point & { move: MoveMade }
}
