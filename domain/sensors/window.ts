/** The stretch of a game that may still be read otherwise: from a point on, what was told since. */
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

/** More than a long fumble gives: beyond them the oldest are forgotten. */
const MOST_SEEN = 160

/** A look at the board. */
export interface Look {
  /** The instant, ms. */
  readonly at: number
  /** Seq of the event before which is read. */
  readonly before: number
  readonly press: EventOf<'clock-pressed'> | null
  /** The opponent's hand has begun: nobody castles any more. */
  readonly isOver?: boolean
}

/** The window, which begins where the game stands if there is none yet. */
export function windowOf(game: Game): SensorWindow {
  const { state } = game
  state.window ??= { base: state.here, from: { ...state.astray }, seen: [] }
  return state.window
}

/** The window begins anew where the game stands. `from`: how the board differed before what was seen. */
export function rebase(game: Game, from: Differences, seen: readonly Observation[]): void {
  game.state.window = { base: game.state.here, from: { ...from }, seen: [...seen] }
  delete game.state.looked
}

/** A clock runs again: the board is read on from what it shows now. */
export function resumeBoard(game: Game): void {
  const { state } = game
  const differs = Object.keys(state.astray).length > 0
  rebase(game, state.astray, [])
  state.edgeAt = differs ? state.at : null
  if (!differs) delete state.question
}

/** The moves recorded since the window begins, oldest first; null where the game has left them since. */
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

/** What stood on each square when the window began, as its sensors told it. */
export function lettersAt(game: Game, { base, from, seen }: SensorWindow, count: number): string[] {
  const position = positionAt(game.state, game.state.points[base]) ?? game.position
  const letters = lettersOf(position)
  for (const square in from) letters[squareOf(square)] = from[square] as string
  for (const each of seen.slice(0, count)) if ('square' in each) letters[squareOf(each.square)] = each.piece
  return letters
}

/** Has a sensor told this of a square, or was it so when the window began? A move that was reported stands there before its sensor says so. */
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

/** Notes what a report tells of a square, before `apply` changes the board by it. */
export function observe(game: Game, event: EventOf): void {
  if (event.type !== 'piece-lifted' && event.type !== 'piece-placed') return
  const { state } = game
  const { square } = event.data
  const piece = event.type === 'piece-placed' ? event.data.piece : ''
  // A sensor that tells again what stands there has nothing new: it shows that the board is quiet.
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

/** The window of the game as it was read so far. */
export function takeWindow(game: Game, read: SensorState): void {
  const { state } = game
  const { window, looked, edgeAt, replays, stopped, unjudged } = read
  forgetEdges(state)
  delete state.question
  state.edgeAt = edgeAt
  if (window !== undefined) state.window = window
  if (looked !== undefined) state.looked = looked
  if (replays !== undefined) state.replays = replays
  if (unjudged !== undefined) state.unjudged = unjudged
  if (stopped !== undefined) state.stopped = { at: stopped.at, squares: { ...stopped.squares } }
}

/** A board that reports for the first time may explain a press right before. */
function pressJustBefore(log: readonly LogEntry[], event: EventOf): Observation | null {
  const index = log.findLastIndex(({ seq }) => seq < event.seq)
  const press = log[index]
  if (press === undefined || press.type !== 'clock-pressed') return null
  const at = occurredAt(press)
  if (press.by !== 'white' && press.by !== 'black') return null
  return occurredAt(event) - at > SENSOR_LATENCY_MS ? null : { seq: press.seq, at, press: press.by }
}
