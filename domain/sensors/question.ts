/** The question to a person, where the hypotheses do not say which moves were made. */
import type { EventOf, Side } from '../../events/index.ts'
import { kingTarget, type Move, moveFrom, nameOf, type Position, turnOf, uciOf } from '../chess/index.ts'
import { positionHas } from '../state/board.ts'
import { type Game, legalOf, pointOf, positionAt } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import type { Observation, SensorWindow } from '../state/sensor-state.ts'
import { changesOf } from './differences.ts'
import { QUESTION_DELAY_MS, SETTLING_MS } from './durations.ts'
import type { Decoded, DecodedMove, Hypothesis } from './hypotheses.ts'
import { isDisturbed, type LeadingHypothesis } from './leading-hypothesis.ts'
import { type Look, movesInWindow } from './window.ts'

/** Asks what was moved after so many moves of the best hypothesis, or takes the question back where nothing is open. */
export function askOrNot(
  game: Game,
  decoded: Decoded,
  { best, rivals }: LeadingHypothesis,
  count: number,
  { at }: Look,
  window: SensorWindow,
): void {
  const { state } = game
  if (state.result !== null) return
  const recorded = movesInWindow(game, window) ?? []
  // Where what was recorded last is in doubt, that is asked about, not what follows it.
  const position = positionBefore(game, recorded.length - count)
  const side = turnOf(position)
  const next = best.made[count]
  const owed = best.owed[side]
  const press = next?.press ?? owed ?? null
  const quiet = state.edgeAt === null ? 0 : at - state.edgeAt
  const isReplied = best.made.length - count > 1 || (next !== undefined && isDisturbed(best, decoded.letters))
  const isOpen = next !== undefined || owed !== undefined || isDisturbed(best, decoded.letters)
  const analysed = state.stopped?.squares ?? {}
  const differs = Object.keys(state.astray).some((square) => !(square in analysed))
  const pressed = press === null ? null : (window.seen[press] as Observation)
  const isDuePress = pressed !== null && (next !== undefined || isDue(game, side))
  const asks =
    isDuePress ||
    (isOpen && (quiet >= QUESTION_DELAY_MS || (isReplied && quiet >= SETTLING_MS))) ||
    (differs && quiet >= QUESTION_DELAY_MS && !isInHand(game))
  const ply = pointOf(state).ply - Math.max(0, recorded.length - count)
  if (!asks) {
    // What was asked about has been recorded since, or nothing is open any more.
    if (state.question !== undefined && (!differs || !isOpen || state.question.ply !== ply))
      state.question = undefined
    return
  }
  const after = best.made.slice(0, count)
  const hypotheses = [best, ...rivals]
    .filter((hypothesis) => goesOnFrom(hypothesis, after))
    .flatMap((hypothesis) => hypothesis.made[count] ?? [])
  const near = [...new Map(hypotheses.map((placed) => [placed.uci, placed.move])).values()]
  const stood = best.made[count - 1]?.stood ?? -1
  const edges = window.seen.slice(stood + 1).flatMap((each) => ('square' in each ? [each.seq] : []))
  const moves = near.length > 1 || count < recorded.length ? near : null
  askAbout(game, {
    position,
    ply,
    moves,
    weightOf: (uci) => weightOf(uci, decoded, after),
    press: pressed,
    edges,
  })
}

/** Does a hypothesis begin with these moves? */
const goesOnFrom = ({ made }: Hypothesis, moves: readonly DecodedMove[]): boolean =>
  moves.every(({ uci }, ply) => made[ply]?.uci === uci)

/** Whether a press by the player to move completes no recorded move of theirs. */
function isDue(game: Game, by: Side): boolean {
  if (game.state.status !== 'running' || turnOf(game.position) !== by) return false
  const own = lastMove(game.state, ({ side }) => side === by, 3)
  return own === null || own.completedSeq !== null
}

/** How much more than the best the cheapest hypothesis costs that has the move after these; null: no such hypothesis is followed. */
function weightOf(uci: string, { hypotheses }: Decoded, after: readonly DecodedMove[]): number | null {
  const hypothesis = hypotheses.find(
    (each) => each.made[after.length]?.uci === uci && goesOnFrom(each, after),
  )
  return hypothesis === undefined ? null : hypothesis.cost - (hypotheses[0] as Hypothesis).cost
}

/** What is asked about. */
interface Doubt {
  readonly position: Position
  /** Plies before the position. */
  readonly ply: number
  /** The moves of the hypotheses that cost nearly the same; null: all legal moves that the board suggests. */
  readonly moves: readonly Move[] | null
  readonly weightOf: (uci: string) => number | null
  readonly press: Observation | null
  readonly edges: number[]
}

/** Asks the question, which stands until it is answered or what follows answers it. */
export function askAbout(game: Game, { position, ply, moves, weightOf, press, edges }: Doubt): void {
  const { state } = game
  const side = turnOf(position)
  const possible = moves ?? legalOf(game).filter((move) => isSuggested(game, move))
  const candidates = possible.map((move) => uciOf(position, move))
  state.question = {
    side,
    ply,
    seq: state.question?.side === side ? state.question.seq : (press?.seq ?? state.seq),
    press: press === null ? null : { seq: press.seq, at: press.at },
    candidates,
    weights: candidates.map(weightOf),
    edges,
  }
}

/** The position so many moves ago. */
function positionBefore(game: Game, moves: number): Position {
  const { points, here } = game.state
  let index = here
  for (let back = moves; back > 0; back--) index = points[index]?.parent ?? -1
  return moves > 0 ? (positionAt(game.state, points[index]) ?? game.position) : game.position
}

/** Whether the board differs by pieces that are in a hand alone, or by a pawn that waits on the last rank for its promotion. */
function isInHand({ state, position }: Game): boolean {
  const pawn = turnOf(position) === 'white' ? 'P' : 'p'
  const last = turnOf(position) === 'white' ? '8' : '1'
  return Object.entries(state.astray).every(
    ([square, piece]) => piece === '' || (piece === pawn && square.charAt(1) === last),
  )
}

/** Whether the board suggests the move: its piece is gone from its square, or is seen where it goes. */
function isSuggested(game: Game, move: Move): boolean {
  const { astray } = game.state
  const to = nameOf(kingTarget(move))
  const arrived = astray[to] !== undefined && astray[to] === changesOf(game.position, move)[to]
  const from = nameOf(moveFrom(move))
  return arrived || (astray[from] === '' && positionHas(game, from) !== '')
}

/** Whether it is not known yet what was moved before this press. The Laws wait until it is, and the record is then read again. */
export const isUnclear = ({ state }: Game, { type }: EventOf): boolean =>
  type === 'clock-pressed' && state.question !== undefined
