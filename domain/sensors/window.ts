/** The part of a game that may still be read otherwise: a point, and the observations since. */
import type { EventOf } from '../../events/index.ts'
import { squareOf } from '../chess/index.ts'
import { boardHas, positionHas } from '../state/board.ts'
import { asCorrected } from '../state/correct.ts'
import { type Game, positionAt } from '../state/game.ts'
import { occurredAt } from '../state/instant.ts'
import { forgetEdges, type Observation, type SensorState, type SensorWindow } from '../state/sensor-state.ts'
import type { LogEntry, MoveMade } from '../state/state.ts'
import { isAnalysis, noteAnalysis } from './analysis.ts'
import { bouncedAt } from './contact-bounce.ts'
import { type Differences, letterAt, lettersOf } from './differences.ts'
import { SENSOR_LATENCY_MS } from './durations.ts'

/** Most observations of a window, more than a long fumble gives: beyond them the oldest are dropped. */
const MOST_SEEN = 160

/** A look at the board. */
export interface Look {
  /** The instant, ms. */
  readonly at: number
  /** Seq of the event before which the board is read. */
  readonly before: number
  readonly press: EventOf<'clock-pressed'> | null
  /** Whether the opponent has begun to move, so that castling is no longer expected. */
  readonly isOver?: boolean
}

/** The window; where there is none yet, it begins at the present point. */
export function windowOf(game: Game): SensorWindow {
  const { state } = game
  state.window ??= { base: state.here, from: { ...state.astray }, seen: [] }
  return state.window
}

/** Begins the window anew at the present point. `from`: how the board differed before the observations. */
export function rebase(game: Game, from: Differences, seen: readonly Observation[]): void {
  game.state.window = { base: game.state.here, from: { ...from }, seen: [...seen] }
  game.state.looked = undefined
}

/** To be called when a clock runs again: the board is read on from what it shows now. */
export function resumeBoard(game: Game): void {
  const { state } = game
  const differs = Object.keys(state.astray).length > 0
  rebase(game, state.astray, [])
  state.edgeAt = differs ? state.at : null
  if (!differs) state.question = undefined
}

/** The moves recorded since the window begins, oldest first; null where the game has gone back since. */
export function movesInWindow({ state }: Game, { base }: SensorWindow): MoveMade[] | null {
  const moves: MoveMade[] = []
  let index = state.here
  while (index > base) {
    const point = state.points[index]
    if (point === undefined || point.move === null) return null
    moves.push(point.move)
    index = point.parent
  }
  return index === base ? moves.reverse() : null
}

/** The FEN letter on each square after the first `count` observations of the window. */
export function lettersAt(game: Game, { base, from, seen }: SensorWindow, count: number): string[] {
  const position = positionAt(game.state, game.state.points[base]) ?? game.position
  const letters = lettersOf(position)
  for (const square in from) letters[squareOf(square)] = from[square] as string
  for (const each of seen.slice(0, count)) if ('square' in each) letters[squareOf(each.square)] = each.piece
  return letters
}

/**
 * Whether the last edge of a square, or the beginning of the window, shows this piece there. A reported move is on the board before the
 * sensors show it.
 */
function isSensed(game: Game, square: string, piece: string): boolean {
  const { state } = game
  if (state.window === undefined) return true
  const { base, from, seen } = state.window
  const last = seen.findLast((each) => 'square' in each && each.square === square)
  if (last !== undefined && 'square' in last) return last.piece === piece
  if (from[square] !== undefined) return from[square] === piece
  const position = positionAt(state, state.points[base])
  return position === null || letterAt(position, squareOf(square)) === piece
}

/** Notes an edge, before `apply` changes the board by it. */
export function observe(game: Game, event: EventOf): void {
  if (event.type !== 'piece-lifted' && event.type !== 'piece-placed') return
  const { state } = game
  const { square } = event.data
  const piece = event.type === 'piece-placed' ? event.data.piece : ''
  // A sensor that reports again what stands there shows no change.
  if (event.type === 'piece-placed' && boardHas(game, square) === piece && isSensed(game, square, piece))
    return
  if (event.by === 'board' && state.sensors === undefined) {
    state.sensors = true
    const press = pressJustBefore(asCorrected(state.log), event)
    if (press !== null) windowOf(game).seen.push(press)
  }
  if (state.result !== null && state.window === undefined) return
  if (isAnalysis(game, event)) {
    noteAnalysis(game, square, piece)
    return
  }
  const window = windowOf(game)
  state.edgeAt = state.at
  const stood = window.from[square] ?? positionHas(game, square)
  const bounced = bouncedAt(window.seen, { at: state.at, square, piece }, stood)
  if (bounced === null) window.seen.push({ seq: event.seq, at: state.at, square, piece })
  else window.seen.splice(bounced, 1)
  while (window.seen.length > MOST_SEEN) {
    const oldest = window.seen.shift()
    if (oldest !== undefined && 'square' in oldest) window.from[oldest.square] = oldest.piece
  }
}

/** Gives the state the window and what belongs to it, as they were read so far. */
export function takeWindow(game: Game, read: SensorState): void {
  const { state } = game
  const { window, looked, edgeAt, replays, stopped, unjudged } = read
  forgetEdges(state)
  state.question = undefined
  state.edgeAt = edgeAt
  if (window !== undefined) state.window = window
  if (looked !== undefined) state.looked = looked
  if (replays !== undefined) state.replays = replays
  if (unjudged !== undefined) state.unjudged = unjudged
  if (stopped !== undefined) state.stopped = { at: stopped.at, squares: { ...stopped.squares } }
}

/** The press right before the first report of a board, which the board may explain; null where there is none. */
function pressJustBefore(log: readonly LogEntry[], event: EventOf): Observation | null {
  const index = log.findLastIndex(({ seq }) => seq < event.seq)
  const press = log[index]
  if (press === undefined || press.type !== 'clock-pressed') return null
  const at = occurredAt(press)
  if (press.by !== 'white' && press.by !== 'black') return null
  return occurredAt(event) - at > SENSOR_LATENCY_MS ? null : { seq: press.seq, at, press: press.by }
}
