/**
 * The fold: events in, state out. Total (any sequence of valid events folds, nothing throws) and pure (time comes
 * from the events). `reduce(state, event) = judge(apply(state, event), event)`.
 */
import type { EventOf, PieceLetter, StoredEvent } from '../../events/index.ts'
import type { RuleId } from '../laws/citations.ts'
import { inForce } from '../laws/in-force.ts'
import { judge, judgeMove } from '../laws/judge.ts'
import { apply } from './apply.ts'
import { seeOnBoard } from './board.ts'
import { kingLetGo } from './castling960.ts'
import { asCorrected, eventOf, isSilent } from './correct.ts'
import type { Game, Without } from './game.ts'
import { effectiveTime } from './instant.ts'
import { makeMove } from './moves.ts'
import { openGame, resumeGame } from './open.ts'
import { QUIET, recognise, recogniseHands, showsOver } from './recognise.ts'
import type { GameState, LogEntry } from './state.ts'
import { tellsOfAnnouncement } from './unannounced.ts'

/** A fold under way. `state` is live: `step` changes it in place. */
export interface Fold {
  readonly state: GameState
}

/** A correction makes what was folded stale; it is folded again when somebody asks, once for any number of corrections. */
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
  /** Rules to leave out of force: what they decide is then left undecided. */
  readonly without?: readonly RuleId[]
}

export const openFold = (options: FoldOptions = {}): Fold => new GameFold(openGame(new Set(options.without)))

/** Takes up the fold from a state, which must be JSON of this reducer's version; the state is used, not copied. */
export const resumeFold = (state: GameState): Fold => new GameFold(resumeGame(state))

/** Folds one event into the state, in place. */
export function step(fold: Fold, event: StoredEvent): void {
  const open = fold as GameFold
  const { log } = open.game.state
  log.push({ seq: event.seq, type: event.type, at: event.at, by: event.by, data: event.data })
  if (event.type === 'report-corrected' || event.type === 'details-corrected') open.stale = true
  if (!open.stale) take(open.game, event)
}

function take(game: Game, event: EventOf): void {
  const { state } = game
  const before = state.at
  const at = effectiveTime(before, event.at)
  if (state.edgeAt !== null && (at - state.edgeAt >= QUIET || event.type === 'clock-pressed')) {
    settle(game, event)
  }
  if (state.act.released !== null && event.type === 'clock-pressed') makeLetGo(game, state.act.released.seq)
  if (state.unannounced !== null && tellsOfAnnouncement(game, event)) makeWaiting(game, state.unannounced)
  state.seq = event.seq
  state.at = at
  game.made = null
  game.dismissed = false
  apply(game, event)
  if (game.made !== null) judgeMove(game, game.made)
  judge(game, event)
}

/** A move that a sensor board told by edges alone is made before what comes next. */
function settle(game: Game, event: EventOf): void {
  const { state } = game
  const known = recognise(game, showsOver(game, event))
  const report = known ?? (event.type === 'clock-pressed' ? recogniseHands(game) : null)
  if (report === null) return
  if (report.promotion !== undefined && state.act.placed === null && !inForce(game, 'promotion-procedure'))
    return
  const odd = known === null ? state.astray[report.to] : undefined
  const made = makeMove(game, report, state.seq)
  if (state.unannounced !== null) return
  state.astray = {}
  state.edgeAt = null
  if (odd !== undefined) seeOnBoard(game, report.to, odd as PieceLetter)
  if (made !== null) judgeMove(game, made)
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

/** The fold again from the start, as the record now reads. */
function refold(log: LogEntry[], without: Without): Game {
  const game = openGame(without)
  const last = log[log.length - 1] as LogEntry
  for (const entry of asCorrected(log)) {
    if (isSilent(entry)) passOver(game, entry)
    else take(game, eventOf(entry))
  }
  game.state.log = log
  game.state.seq = last.seq
  return game
}

/** An entry that changes nothing by itself has its time and its place all the same. */
function passOver(game: Game, entry: LogEntry): void {
  game.state.at = effectiveTime(game.state.at, entry.at)
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
