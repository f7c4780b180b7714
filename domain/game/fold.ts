/**
 * The fold: events in, state out. Total (any sequence of valid events folds, nothing throws) and pure (time comes
 * from the events). Without sensors and corrections, `reduce(state, event) = judge(apply(state, event), event)`.
 */
import type { EventOf, StoredEvent } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { judge, judgeMove } from '../laws/judge.ts'
import type { SensorAct, SensorActs } from '../sensors/acts.ts'
import { actsOfPoints } from '../sensors/acts-of-hypothesis.ts'
import { followClocks, isAnalysis, showAnalysis } from '../sensors/analysis.ts'
import { offerResult } from '../sensors/kings-in-centre.ts'
import { isUnclear } from '../sensors/question.ts'
import { NOTHING } from '../sensors/read-board.ts'
import { hasReportedSquares, isEdge, readAgain, readLate, readSensors } from '../sensors/read-sensors.ts'
import { isOtherReader, isRecordedAlready } from '../sensors/reported-move.ts'
import { restore, unreadAt } from '../sensors/restored-position.ts'
import { observe, rebase, resumeBoard, takeWindow } from '../sensors/window.ts'
import { pendingKingMove } from '../state/castling960.ts'
import { asCorrected, eventOf, isCorrection } from '../state/correct.ts'
import { type DisabledRules, type Game, pointOf } from '../state/game.ts'
import { effectiveTime, isUntimedOpening } from '../state/instant.ts'
import type { GameState, LogEntry } from '../state/state.ts'
import { showsAnnouncement } from '../state/unannounced.ts'
import { applySensorAct } from './apply/read-move.ts'
import { apply } from './apply.ts'
import { makeMove } from './moves.ts'
import { newGame, resumeGame } from './open.ts'

/** A fold in progress. `state` is live: `step` changes it in place. */
export interface Fold {
  readonly state: GameState
}

/**
 * A correction makes the state stale: the log is folded again when the state is next read, once for any number of corrections.
 * All else is folded at each step, so that the state does not depend on when it is read.
 */
class GameFold implements Fold {
  game: Game
  stale = false
  constructor(game: Game) {
    this.game = game
  }
  get state(): GameState {
    if (this.stale) this.game = refold(this.game.state.log, this.game.without)
    this.stale = false
    return this.game.state
  }
}

export interface FoldOptions {
  /** Rules to take out of force: what they decide is then left undecided. */
  readonly without?: readonly RuleId[]
}

export const openFold = (options: FoldOptions = {}): Fold =>
  new GameFold(newGame(options.without === undefined ? null : new Set(options.without)))

/** Resumes the fold from a state, which must be of this `REDUCER_VERSION`; the state is used, not copied. */
export const resumeFold = (state: GameState): Fold => new GameFold(resumeGame(state))

/** Folds one event into the state, in place. */
export function step(fold: Fold, event: StoredEvent): void {
  const open = fold as GameFold
  const { log } = open.game.state
  const { seq, type, at, recordedAt, by, data } = event
  log.push({ seq, type, at, recordedAt, by, data, ...(isUntimedOpening(event) && { untimed: true }) })
  if (event.type === 'report-corrected' || event.type === 'details-corrected') open.stale = true
  if (open.stale) return
  open.game = take(open.game, event, () => asCorrected(log))
}

/** How many moves in a row an event may show not to have been made. */
const MAX_TURNS = 4
/** How often a game is folded again for its board: beyond that the board is broken, and people have to report what happened. */
const MAX_REPLAYS = 200
/** Counts a replay; false where the game may not be folded again. */
function mayReplay({ state }: Game): boolean {
  state.replays = (state.replays ?? 0) + 1
  return state.replays <= MAX_REPLAYS
}

/**
 * Folds one event: first what the sensor stage reads before it, then the event itself, each applied and then judged. Where the
 * stage reads earlier observations otherwise, the game is folded again from `entries`, which end with the event.
 */
function take(game: Game, event: EventOf, entries: () => readonly LogEntry[]): Game {
  let read = game
  for (let turn = 0; ; turn++) {
    const at = effectiveTime(boundOf(read.state), event)
    const reading = hasReportedSquares(read) ? takeActs(read, readSensors(read, event, at)) : NOTHING
    const { plan: found, isRecorded: isTaken, isEarlier } = reading
    const plan = found !== null && mayReplay(read) ? found : null
    const isRecorded = isTaken && (found === null) === (plan === null)
    if (plan !== null && isEarlier === true && turn < MAX_TURNS) {
      read = replay(entries().slice(0, -1), read, plan)
      continue
    }
    if (plan !== null) return replay(entries(), read, plan)
    const hadBoard = read.state.sensors === true
    takeEvent(read, event, at, isRecorded)
    if (!isEdge(event)) return read
    if (!hadBoard) read = withoutPressesBeforeBoard(read, entries)
    const late = takeActs(read, readLate(read, event))
    return late === null || !mayReplay(read) ? read : replay(entries(), read, late)
  }
}

/**
 * A board that tells something for the first time was connected late: what was pressed for since the last move on record nobody saw, so
 * nothing is judged of it.
 */
function withoutPressesBeforeBoard(game: Game, entries: () => readonly LogEntry[]): Game {
  const { state } = game
  if (state.sensors !== true) return game
  const since = pointOf(state).move?.seq ?? 0
  const unseen = judgedPresses(entries(), state).filter((seq) => seq > since)
  if (unseen.length === 0) return game
  state.unjudged = unseen
  return replay(entries(), game, actsOfPoints(state))
}

/** Folds the event itself. `isRecorded`: its move has been made by an act; `unclear`: the seq from which on no press is judged. */
function takeEvent(
  game: Game,
  event: EventOf,
  at: number,
  isRecorded: boolean,
  unclear = Number.POSITIVE_INFINITY,
): void {
  const { state } = game
  makeAwaitedMove(game, event)
  state.seq = event.seq
  state.at = at
  game.made = null
  game.dismissed = false
  const isAside = isAnalysis(game, event)
  observe(game, event)
  const unread = unreadAt(game, event)
  const { here } = state
  if (isAside && event.type !== 'clock-pressed') showAnalysis(game)
  else if (!isRecorded && !isOtherReader(game, event)) apply(game, event)
  if (unread !== null) restore(game, unread)
  else if (state.window !== undefined && state.here !== here) rebase(game, state.astray, [])
  if (followClocks(game)) resumeBoard(game)
  offerResult(game)
  judgeMade(game)
  const isOpen = event.type === 'clock-pressed' && event.seq >= unclear
  if (!isOpen && !isUnclear(game, event)) judge(game, event)
}

/** The instant (ms) before which the next event did not happen: that of the last event, save an opening that named none. */
function boundOf({ at, seq, log }: GameState): number {
  const [opening] = log
  return opening !== undefined && seq === opening.seq && isUntimedOpening(opening) ? 0 : at
}

/** Applies and judges what the sensor stage reads, act by act. Returns the stage's final value. */
export function takeActs<T>(game: Game, reading: SensorActs<T>): T {
  let next = reading.next()
  while (next.done !== true) {
    takeAct(game, next.value)
    next = reading.next()
  }
  return next.value
}

function takeAct(game: Game, act: SensorAct): void {
  game.made = null
  applySensorAct(game, act)
  judgeMade(game)
}

function judgeMade(game: Game): void {
  if (game.made !== null) judgeMove(game, game.made)
}

/** Makes a move that this event shows to have been made: that of a king released in Chess960, or one awaiting its announcement. */
function makeAwaitedMove(game: Game, event: EventOf): void {
  const { act, unannounced } = game.state
  if (act.released !== null && event.type === 'clock-pressed') makePendingKingMove(game, act.released.seq)
  if (unannounced !== null && showsAnnouncement(game, event)) makeUnannounced(game, unannounced)
}

/** Makes the move of a king that was released and might have castled, now that the clock is pressed. */
function makePendingKingMove(game: Game, seq: number): void {
  const report = pendingKingMove(game)
  const made = report === null ? null : makeMove(game, report, seq)
  if (made !== null) judgeMove(game, made)
}

/** Makes a move that awaited its announcement. */
function makeUnannounced(game: Game, waits: NonNullable<GameState['unannounced']>): void {
  const made = makeMove(game, waits, waits.seq)
  if (made !== null) judgeMove(game, made)
}

/** Folds the log again from the start, with all corrections applied. */
function refold(log: LogEntry[], without: DisabledRules): Game {
  const entries = asCorrected(log)
  let game = newGame(without)
  // The Laws look up earlier events by their seqs. With the whole log they find the same as when it was folded step by step.
  game.state.log = log
  for (const [index, entry] of entries.entries()) {
    if (isCorrection(entry)) skipEntry(game, entry)
    else game = take(game, eventOf(entry), () => entries.slice(0, index + 1))
  }
  const last = log[log.length - 1] as LogEntry
  game.state.seq = last.seq
  return game
}

/**
 * The game folded again with the acts of `plan` at their places, and nothing else read from its board. `read`: the game as read so
 * far; `unclear`: the seq from which on no press is judged, since it is an open question what was moved before it.
 */
function replay(
  entries: readonly LogEntry[],
  read: Game,
  plan: readonly SensorAct[],
  unclear = Number.POSITIVE_INFINITY,
): Game {
  const game = newGame(read.without)
  game.state.log = read.state.log
  const answered = new Set(plan.map(({ answer }) => answer))
  let next = 0
  const takeUntil = (seq: number) => {
    for (let act = plan[next]; act !== undefined && act.before <= seq; act = plan[++next]) takeAct(game, act)
  }
  for (const entry of entries) {
    takeUntil(entry.seq)
    // Observations up to `read` are taken over from it; those of the event being folded are added now.
    if (entry.seq > read.state.seq) takeWindow(game, read.state)
    if (isCorrection(entry)) skipEntry(game, entry)
    else {
      const event = eventOf(entry)
      const isRecorded = answered.has(entry.seq) || isRecordedAlready(game, event)
      const from = read.state.unjudged?.includes(entry.seq) === true ? entry.seq : unclear
      takeEvent(game, event, effectiveTime(boundOf(game.state), entry), isRecorded, from)
    }
  }
  takeUntil(Number.POSITIVE_INFINITY)
  if ((entries.at(-1)?.seq ?? 0) <= read.state.seq) takeWindow(game, read.state)
  takeActs(game, readAgain(game))
  const asked = game.state.question?.press?.seq ?? unclear
  // Only now it shows whether the question is still open: then presses since it must not be judged, and all is folded again.
  return asked < unclear && judgedPresses(entries, game.state).some((seq) => seq >= asked)
    ? replay(entries, read, plan, asked)
    : game
}

/** The presses among `entries` at which a verdict arose. Entries are those of the corrected log: a press may be known by a correction alone. */
function judgedPresses(entries: readonly LogEntry[], { verdicts }: GameState): number[] {
  const judged = new Set(verdicts.map(({ seq }) => seq))
  return entries.flatMap(({ seq, type }) => (type === 'clock-pressed' && judged.has(seq) ? [seq] : []))
}

/** The state folded again with other acts of its board, where the quiet since the last event shows them. */
export const replayState = (state: GameState, plan: readonly SensorAct[]): GameState =>
  replay(asCorrected(state.log), resumeGame(state), plan).state

/** Skips an entry that changes nothing by itself; its time and seq count. */
function skipEntry(game: Game, entry: LogEntry): void {
  game.state.at = effectiveTime(boundOf(game.state), entry)
  game.state.seq = entry.seq
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
