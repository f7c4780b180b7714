/**
 * The fold: events in, state out. Total (any sequence of valid events folds, nothing throws) and pure (time comes
 * from the events). `reduce(state, event) = judge(apply(state, event), event)`.
 */
import type { EventOf, StoredEvent } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { judge, judgeMove } from '../laws/judge.ts'
import type { SensorActs } from '../sensors/acts.ts'
import { isToldAlready } from '../sensors/answers.ts'
import { lettersOf } from '../sensors/differences.ts'
import { isEdge, lateBeginning, settleLate } from '../sensors/late-edges.ts'
import { observe, readFromRestored, sideAgrees, unreadAt } from '../sensors/pending-edges.ts'
import { inReadOrder } from '../sensors/reorderings.ts'
import { hasNothingToRead, isUnclear, NOTHING_READ, readSensors } from '../sensors/stage.ts'
import { kingLetGo } from '../state/castling960.ts'
import { asCorrected, eventOf, isSilent } from '../state/correct.ts'
import { type Game, otherSide, type Without } from '../state/game.ts'
import { effectiveTime, isUntimedOpening } from '../state/instant.ts'
import type { Reread } from '../state/sensor-state.ts'
import type { GameState, LogEntry } from '../state/state.ts'
import { tellsOfAnnouncement } from '../state/unannounced.ts'
import { applySensorAct } from './apply/read-move.ts'
import { apply } from './apply.ts'
import { makeMove } from './moves.ts'
import { newGame, resumeGame } from './open.ts'

/** A fold under way. `state` is live: `step` changes it in place. */
export interface Fold {
  readonly state: GameState
}

/**
 * A correction makes what was folded stale: it is folded again when somebody asks, once for any number of them. An event
 * that shows earlier ones in another order is read at once, so that who looks when makes no difference.
 */
class GameFold implements Fold {
  game: Game
  stale = false
  constructor(game: Game) {
    this.game = game
  }
  get state(): GameState {
    if (this.stale) this.game = refold(this.game.state.log, this.game.without, [])
    this.stale = false
    return this.game.state
  }
}

export interface FoldOptions {
  /** Rules to leave out of force: what they decide is then left undecided. */
  readonly without?: readonly RuleId[]
}

export const openFold = (options: FoldOptions = {}): Fold =>
  new GameFold(newGame(options.without === undefined ? null : new Set(options.without)))

/** Takes up the fold from a state, which must be JSON of this reducer's version; the state is used, not copied. */
export const resumeFold = (state: GameState): Fold => new GameFold(resumeGame(state))

/** Folds one event into the state, in place. */
export function step(fold: Fold, event: StoredEvent): void {
  const open = fold as GameFold
  const { log } = open.game.state
  const { seq, type, at, recordedAt, by, data } = event
  log.push({ seq, type, at, recordedAt, by, data, ...(isUntimedOpening(event) && { untimed: true }) })
  if (event.type === 'report-corrected' || event.type === 'details-corrected') open.stale = true
  if (open.stale) return
  const { game } = open
  const { reorderings, sensors } = game.state
  const reread = take(game, event)
  if (sensors === undefined && isEdge(event) && lateBeginning(asCorrected(log)) === log.at(-1)) {
    // What was read without sensors is read anew, as a fold that begins now reads it.
    open.game = refold(log, game.without, [])
    return
  }
  if (reread !== null) open.game = refold(log, game.without, [...(reorderings ?? []), reread])
}

/**
 * Takes one event into the game: what the sensor stage reads before it, then the event itself, each applied and then
 * judged. Returns what has to be read again first: the game is then as it was, or half changed.
 */
function take(game: Game, event: EventOf, moved: number | null = null): Reread | null {
  const { state } = game
  const at = effectiveTime(boundOf(state), event)
  const { reread, isAnswer } =
    moved === null && hasNothingToRead(game)
      ? NOTHING_READ
      : takeActs(game, readSensors(game, event, at, moved))
  if (reread !== null) return reread
  makeWhatWaited(game, event)
  state.seq = event.seq
  state.at = at
  game.moved = moved
  game.made = null
  game.dismissed = false
  const stood = isAnswer ? lettersOf(game.position) : []
  observe(game, event)
  const unread = unreadAt(game, event)
  if (!isToldAlready(game, event)) apply(game, event)
  if (isAnswer) sideAgrees(game, otherSide(turnOf(game.position)), stood)
  if (unread !== null) readFromRestored(game, unread)
  judgeMade(game)
  if (!isUnclear(game, event)) judge(game, event)
  return settleLate(game, event)
}

/** The instant (ms) before which the next event did not happen: that of the last, but not of an opening without one. */
function boundOf({ at, seq, log }: GameState): number {
  const [opening] = log
  return opening !== undefined && seq === opening.seq && isUntimedOpening(opening) ? 0 : at
}

/** Applies and judges what the sensor stage reads, act by act. Returns what the stage comes to in the end. */
export function takeActs<T>(game: Game, reading: SensorActs<T>): T {
  let next = reading.next()
  while (next.done !== true) {
    game.made = null
    applySensorAct(game, next.value)
    judgeMade(game)
    next = reading.next()
  }
  return next.value
}

function judgeMade(game: Game): void {
  if (game.made !== null) judgeMove(game, game.made)
}

/** A king let go in Chess960, or a move that waited for its announcement: the event shows that it has been made. */
function makeWhatWaited(game: Game, event: EventOf): void {
  const { act, unannounced } = game.state
  if (act.released !== null && event.type === 'clock-pressed') makeLetGo(game, act.released.seq)
  if (unannounced !== null && tellsOfAnnouncement(game, event)) makeWaiting(game, unannounced)
}

/** A king that was let go and might still have castled has moved when the clock is pressed. */
function makeLetGo(game: Game, seq: number): void {
  const report = kingLetGo(game)
  const made = report === null ? null : makeMove(game, report, seq)
  if (made !== null) judgeMove(game, made)
}

/** A move that waited for its announcement, told by what followed, is made before that. */
function makeWaiting(game: Game, waits: NonNullable<GameState['unannounced']>): void {
  const made = makeMove(game, waits, waits.seq)
  if (made !== null) judgeMove(game, made)
}

/** The fold again from the start, as the record now reads; each time something has to be read again, from the start. */
function refold(log: LogEntry[], without: Without, known: readonly Reread[]): Game {
  const reorderings = [...known]
  const corrected = asCorrected(log)
  let game: Game | null = null
  while (game === null) game = readThrough(corrected, reorderings, without, log)
  const last = log[log.length - 1] as LogEntry
  game.state.seq = last.seq
  return game
}

/** Takes the entries in the order known so far; null where one of them shows another order, which is then known. */
function readThrough(
  entries: readonly LogEntry[],
  reorderings: Reread[],
  without: Without,
  log: LogEntry[],
): Game | null {
  const game = newGame(without)
  // The Laws look up earlier events by their seqs: they find the same, whether the record is folded at once or as it comes.
  game.state.log = log
  if (reorderings.length > 0) game.state.reorderings = reorderings
  if (lateBeginning(entries) !== null) game.state.sensors = true
  const order = inReadOrder(entries, reorderings)
  const places = reorderings.length === 0 ? null : new Map(entries.map((entry, place) => [entry, place]))
  for (const [i, entry] of order.entries()) {
    const reread = isSilent(entry) ? passOver(game, entry) : take(game, eventOf(entry), entry.moved)
    if (reread !== null) {
      reorderings.push(reread)
      return null
    }
    const next = order[i + 1]
    if (places === null || next?.moved !== undefined) continue
    // As it would be, had somebody looked before the next one came: the latest told so far, which may be one that was moved.
    const latestReported = entries[(next === undefined ? entries.length : (places.get(next) ?? 0)) - 1]
    if (latestReported !== undefined) game.state.seq = latestReported.seq
  }
  return game
}

/** The state read again as an instant shows it, where quiet since the last event does. */
export const rereadState = (state: GameState, reread: Reread): GameState =>
  refold(state.log, null, [...(state.reorderings ?? []), reread]).state

/** An entry that changes nothing by itself has its time and its place all the same. */
function passOver(game: Game, entry: LogEntry): null {
  game.state.at = effectiveTime(boundOf(game.state), entry)
  game.state.seq = entry.seq
  return null
}

/** Folds events from the opening on. */
export function fold(events: Iterable<StoredEvent>, options: FoldOptions = {}): GameState {
  const open = openFold(options)
  for (const event of events) step(open, event)
  return open.state
}

/** The state after one more event; the state given is left as it was. */
export function reduce(state: GameState, event: StoredEvent): GameState {
  const open = resumeFold(structuredClone(state))
  step(open, event)
  return open.state
}
