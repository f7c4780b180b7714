/** When a sensor board is read: once it has been quiet, when a clock is pressed, or when a move is reported. */
import type { EventOf } from '../../events/index.ts'
import { type Game, pointOf } from '../state/game.ts'
import type { SensorWindow } from '../state/sensor-state.ts'
import type { SensorAct, SensorActs } from './acts.ts'
import { isAnalysis } from './analysis.ts'
import { HOVER_WINDOW_MS, SENSOR_LATENCY_MS } from './durations.ts'
import { hasOpponentActed } from './hands.ts'
import { leadingHypothesis } from './leading-hypothesis.ts'
import { afterwards, decodeWindow, lookAtBoard, NOTHING, type Outcome, readQuiet } from './read-board.ts'
import { isOtherReader, readReportedMove } from './reported-move.ts'
import { movesInWindow, windowOf } from './window.ts'

/** Whether a board has reported squares of the game: else nothing is read before an event. */
export const hasReportedSquares = ({ state }: Game): boolean =>
  state.sensors === true || state.window !== undefined

/**
 * Reads the board before an event is applied, and yields the moves that were made, in order. `at`: the effective time of the
 * event, ms.
 */
export function* readSensors(game: Game, event: EventOf, at: number): SensorActs<Outcome> {
  const { state } = game
  if (isOver(game, at)) return NOTHING
  if (event.type === 'clock-pressed' && !isAnalysis(game, event, at)) {
    windowOf(game).seen.push({ seq: event.seq, at, press: event.by })
    return { plan: yield* lookAtBoard(game, { at, before: event.seq, press: event }), isRecorded: false }
  }
  if (isOtherReader(game, event) && isAnalysis(game, event, at)) return NOTHING
  if (event.type === 'move-made' && (state.window !== undefined || isOtherReader(game, event)))
    return yield* readReportedMove(game, event, at)
  return { plan: yield* readQuiet(game, event.seq, at, hasOpponentActed(game, event)), isRecorded: false }
}

/** Reads the window again after the record was folded anew: records what may be recorded now, and asks what is open. */
export function* readAgain(game: Game): SensorActs<null> {
  const { state } = game
  if (state.window === undefined || movesInWindow(game, state.window) === null) return null
  const decoded = decodeWindow(game, state.window, state.at)
  const leading = leadingHypothesis(decoded, movesInWindow(game, state.window) ?? [])
  yield* afterwards(
    game,
    decoded,
    leading,
    { at: state.at, before: state.seq + 1, press: null },
    state.window,
  )
  return null
}

/** A window of this many observations is read though hands do not rest, at every fourth observation. */
const LONG_WINDOW = 24

/** An event that says that a square became empty or filled. */
type EdgeEvent = EventOf<'piece-lifted' | 'piece-placed'>

/** Whether the event is an edge of a square. */
export const isEdge = (event: EventOf): event is EdgeEvent =>
  event.type === 'piece-lifted' || event.type === 'piece-placed'

/** Reads the board after an edge that may belong before the last press, and where hands that never rest let the window grow. */
export function* readLate(game: Game, event: EdgeEvent): SensorActs<readonly SensorAct[] | null> {
  const { state } = game
  const corrected = legalAtPress(game)
  if (corrected !== null) {
    state.window = corrected
    return yield* lookAtBoard(game, { at: state.at, before: event.seq + 1, press: null })
  }
  const seen = state.window?.seen ?? []
  const press = seen.findLast((each) => 'press' in each)
  const isLate = press !== undefined && state.at - press.at <= SENSOR_LATENCY_MS
  if (!isLate && (seen.length < LONG_WINDOW || seen.length % 4 !== 0)) return null
  if (isOver(game, state.at) || isAnalysis(game, event)) return null
  return yield* lookAtBoard(game, { at: state.at, before: event.seq + 1, press: null })
}

/**
 * Where a press completed an illegal move as the board showed it, and edges reported right after it show a legal one: the window as it
 * was before the press, with those edges; else null.
 */
function legalAtPress(game: Game): SensorWindow | null {
  const { state } = game
  const { window } = state
  const press = window?.atPress?.seen.findLast((each) => 'press' in each)
  if (window?.atPress === undefined || press === undefined || state.at - press.at > SENSOR_LATENCY_MS)
    return null
  const reopened = { ...window.atPress, seen: [...window.atPress.seen, ...window.seen] }
  const recorded = movesInWindow(game, reopened)
  if (recorded === null) return null
  const { made } = leadingHypothesis(decodeWindow(game, reopened, state.at), recorded)
  return made.length >= recorded.length && made[recorded.length - 1]?.press !== null ? reopened : null
}

/** Is the game over, so that nothing more is read? The move that ended it may have been a hovering hand, and is read again for a while. */
function isOver({ state }: Game, at: number): boolean {
  if (state.result === null) return false
  const { move } = pointOf(state)
  if (state.window === undefined || move === null || state.result.seq !== move.seq) return true
  return at - move.at > HOVER_WINDOW_MS || move.completedBy === 'press'
}
