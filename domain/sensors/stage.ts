/**
 * When a sensor board's edges become moves: once the board has been quiet, or the clock is pressed. What came of it may
 * be read again: a hand that hovered had not let go, an edge may be told after the press it belongs before.
 */
import type { EventOf } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { type Game, pointOf } from '../state/game.ts'
import type { Reread } from '../state/sensor-state.ts'
import { forgetEdges } from '../state/sensor-state.ts'
import { makeAll, makeAllButLast, makeByHands, type SensorActs } from './acts.ts'
import { answers, answersInstead, readAnswer } from './answers.ts'
import { ASK, QUIET } from './edge.ts'
import { handWentOn, mayHaveGoneOn, notAsPressed, readOtherwise } from './hover-corrections.ts'
import { rightedSince, toldLate } from './late-edges.ts'
import { ask, isDue } from './open-question.ts'
import { askInDoubt, settleDoubt, withdrawDoubted } from './press-doubt.ts'
import { readBeforeReply, readBoard } from './read.ts'
import type { Reading, ReadMove } from './reading.ts'
import { readUnseen } from './unseen-moves.ts'
import { goesOn, recogniseHands, showsOver, watchedNow } from './watched.ts'

interface Look {
  readonly press: EventOf<'clock-pressed'> | null
  /** The player on move has done with the board: nobody castles any more. */
  readonly over: boolean
  /** The instant, ms. */
  readonly at: number
}

/** What the stage made of the board before an event: what has to be read again first, and whether the event answers a question. */
export interface Outcome {
  readonly reread: Reread | null
  readonly isAnswer: boolean
}

/** The outcome where there is nothing to read. */
export const NOTHING_READ: Outcome = { reread: null, isAnswer: false }

/**
 * No board has told anything that waits to be read, or that an event could show in another light: so it is in most
 * games, which need not ask the stage at each event.
 */
export const hasNothingToRead = ({ state }: Game): boolean =>
  state.sensors !== true &&
  state.edgeAt === null &&
  state.question === undefined &&
  pointOf(state).move?.sensed === undefined

/**
 * Reads what stands on the board before an event is applied: the moves that were made come out in their order. `at`: the
 * effective time of the event, ms. `moved`: its own seq, where it is read in another's place.
 */
export function* readSensors(
  game: Game,
  event: EventOf,
  at: number,
  moved: number | null,
): SensorActs<Outcome> {
  const { edgeAt } = game.state
  const press = event.type === 'clock-pressed' ? event : null
  if (press !== null || edgeAt !== null) {
    const reread = yield* settle(game, { press, over: edgeAt !== null && showsOver(game, event), at })
    if (reread !== null) return { reread, isAnswer: false }
  }
  if (moved !== null) return { reread: null, isAnswer: event.type === 'move-made' }
  const isAnswer = answers(game, event)
  const reread = isAnswer ? readAnswer(game, event as EventOf<'move-made'>) : answersInstead(game, event)
  return { reread, isAnswer }
}

/** What was moved before this press is not known yet: the Laws wait until it is, and the record is then read again. */
export const isUnclear = ({ state }: Game, { type }: EventOf): boolean =>
  type === 'clock-pressed' && state.question !== undefined && Object.keys(state.astray).length > 0

/** Reads the board, where it is time to. Returns what has to be read again first, or null. */
export function* settle(game: Game, look: Look): SensorActs<Reread | null> {
  const { state } = game
  if (look.press !== null) {
    const withdrawn = withdrawDoubted(game, look.press) ?? notAsPressed(game, look.press)
    if (withdrawn !== null) return withdrawn
  }
  if (look.press !== null && state.edgeAt === null) {
    if (state.sensors === true && state.result === null && isDue(game, look.press)) ask(game, look, [])
    return null
  }
  if (state.edgeAt === null) return null
  const quiet = look.at - state.edgeAt
  if (look.press === null && (quiet < QUIET || isLooked(game, look, quiet))) return null
  const waits = look.press === null && isWaitedFor(game)
  const own = look.press?.by === turnOf(game.position)
  if (look.press !== null && !own && state.question?.press != null) state.question.replied = true
  const reading = withReply(game, readBoard(watchedNow(game), own))
  if (state.result !== null) return reading.kind === 'unclear' ? readOtherwise(game, look.press) : null
  if (reading.kind === 'agrees') {
    forgetEdges(game.state)
    if (look.press !== null && isDue(game, look.press)) ask(game, look, [])
    else if (state.question?.press === null) delete state.question
    return null
  }
  const before = reading.kind === 'unclear' && own ? readBeforeReply(watchedNow(game)) : null
  if (before !== null) {
    yield* makeAll(game, before)
    return null
  }
  const unseen = reading.kind === 'unclear' ? unseenMoves(game) : null
  if (unseen !== null) {
    const waiting = state.edges?.length ?? 0
    yield* makeAll(game, unseen)
    return (state.edges?.length ?? 0) < waiting ? yield* settle(game, look) : null
  }
  const righted = reading.kind === 'unclear' ? rightedSince(game) : null
  if (righted !== null) return righted
  const otherwise = reading.kind === 'unclear' || isCrossed(reading) ? readOtherwise(game, look.press) : null
  if (otherwise !== null) return otherwise
  if (waits) {
    if (reading.kind === 'moves') yield* makeAllButLast(game, reading.moves)
    return null
  }
  if (reading.kind === 'moves' && !isHalf(game, reading.moves, look.over)) {
    const together = mayHaveGoneOn(game)
    if (together !== null) return together
    const doubt = settleDoubt(game, reading.moves)
    if (doubt === 'open') return null
    if (doubt !== null) return doubt
    if (yield* askInDoubt(game, look, reading.moves)) return null
    const late = toldLate(game, reading.moves)
    if (late === 'unclear')
      yield* unread(game, look, quiet, { kind: 'unclear', candidates: [], replied: true })
    if (late !== null) return late === 'unclear' ? null : late
    if (!isCrossed(reading) && isReply(game, look.press, reading.moves))
      yield* makeAllButLast(game, reading.moves)
    else yield* makeAll(game, reading.moves)
    return null
  }
  const gone = reading.kind === 'unclear' && (reading.replied || quiet >= ASK) ? handWentOn(game) : null
  if (gone === null) yield* unread(game, look, quiet, reading)
  return gone
}

/** The moves of both players that nobody saw, where nothing but they explain the board and nobody has pressed for another. */
function unseenMoves(game: Game): ReadMove[] | null {
  const { question, clock } = game.state
  return question?.press == null ? readUnseen(watchedNow(game), clock.running) : null
}

/** Is the last of several moves the reply of the player who has not pressed yet? It may still be on its way. */
const isReply = (game: Game, press: Look['press'], moves: readonly ReadMove[]): boolean =>
  press !== null && moves.length > 1 && (press.by === turnOf(game.position)) === (moves.length % 2 === 0)

/** Both have pressed since the board was last read: one move alone does not explain it. */
function withReply({ state }: Game, reading: Reading): Reading {
  if (state.question?.replied !== true || reading.kind !== 'moves' || reading.moves.length > 1) return reading
  return { kind: 'unclear', candidates: reading.moves.map(({ move }) => move), replied: true }
}

const isCrossed = (reading: Reading): boolean => reading.kind === 'moves' && reading.crossed === true

/** Was all this seen before, and nothing has changed? */
function isLooked(game: Game, look: Look, quiet: number): boolean {
  const { looked, edges = [] } = game.state
  const edge = edges.at(-1)?.seq ?? 0
  return looked?.edge === edge && !look.over && (looked.long || quiet < ASK)
}

/** Have later events shown that the hand had not let go when the board was quiet after this edge? */
function isWaitedFor({ state }: Game): boolean {
  const edge = state.edges?.at(-1)?.seq
  return state.reorderings?.some((reread) => 'wait' in reread && reread.wait === edge) ?? false
}

/** A king beside its square in Chess960: its move, or half a castling. */
const isHalf = (game: Game, moves: readonly ReadMove[], over: boolean): boolean =>
  moves.length === 1 && goesOn(game, (moves[0] as ReadMove).move, over)

/** Nothing fits. After the press it is what hands did, as plain as that is; else it is asked about. */
function* unread(game: Game, look: Look, quiet: number, reading: Reading): SensorActs<void> {
  const { state } = game
  const edge = state.edges?.at(-1)?.seq ?? 0
  state.looked = { edge, long: quiet >= ASK }
  const candidates = reading.kind === 'unclear' ? reading.candidates : []
  if (look.press !== null) {
    if (yield* askInDoubt(game, look, [])) return
    const hands = look.press.by === turnOf(game.position) ? recogniseHands(game) : null
    if (hands !== null) yield* makeByHands(game, hands)
    else if (isDue(game, look.press)) ask(game, look, candidates)
  } else if (reading.kind === 'unclear' && (reading.replied || quiet >= ASK)) ask(game, look, candidates)
}
