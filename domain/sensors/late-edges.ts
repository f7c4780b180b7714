/** Edges that a board tells after the press they belong before: a sensor is slower than a clock. */

import type { EventOf } from '../../events/index.ts'
import {
  clone,
  legalMoves,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  play,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { type Game, pointOf } from '../state/game.ts'
import { occurredAt } from '../state/instant.ts'
import type { Edge, Reread } from '../state/sensor-state.ts'
import type { LogEntry } from '../state/state.ts'
import { changesOf, exactly, LATE, lettersOf, type ReadMove, type Watched } from './index.ts'
import { doubted, isSameMove } from './press-doubt.ts'
import { mayTurnOver } from './reorderings.ts'
import { watchedFrom, watchedNow } from './watched.ts'

/** A press by its event and its instant (ms). */
interface Told {
  readonly seq: number
  readonly at: number
}

/**
 * An edge that comes right after a press may belong before it: does it explain the press that nothing explained? Where
 * it shows another move than the one that stood whole at the press, either may be: told late, or moved since.
 */
export function settleLate(game: Game, { type }: EventOf): Reread | null {
  if (type !== 'piece-lifted' && type !== 'piece-placed') return null
  const { state } = game
  const { move, parent } = pointOf(state)
  if (state.question?.press != null) {
    return state.question.doubt === undefined ? explainedLate(game, state.question.press) : null
  }
  if (move?.sensed === undefined || move.completedBy !== 'press' || move.completedAt === null) return null
  if (state.result !== null || move.completedSeq === null || state.at - move.completedAt > LATE) return null
  const other = exactly(watchedFrom(game, parent))
  return other === null || isSameMove(other, move) ? null : doubted(game, move.completedSeq, other)
}

function explainedLate(game: Game, press: Told): Reread | null {
  const watched = watchedNow(game)
  const move = exactly(watched)
  const late = move === null ? null : lateEdges(game, watched, press)
  return move === null || late === null || mayBeTaken(watched, move, late.seqs) ? null : late
}

export const isEdge = ({ type, by }: Pick<LogEntry, 'type' | 'by'>): boolean =>
  by === 'board' && (type === 'piece-lifted' || type === 'piece-placed')

/**
 * The first edge of all, if it comes right after a press: a board reported the game then already, and may explain that press.
 * `entries`: as they read once corrected.
 */
export function lateBeginning(entries: readonly LogEntry[]): LogEntry | null {
  const first = entries.findIndex(isEdge)
  const edge = entries[first]
  const press = entries.slice(0, Math.max(0, first)).findLast(({ type }) => type === 'clock-pressed')
  if (edge === undefined || press === undefined) return null
  return occurredAt(edge) - occurredAt(press) <= LATE ? edge : null
}

/**
 * The move stood whole when its player pressed, but other pieces were not as they should be, and have been put right since:
 * it is read as if they had been so at the press.
 */
export function rightedSince(game: Game): Reread | null {
  const { question } = game.state
  if (question?.press == null || question.doubt !== undefined || question.replied === true) return null
  const press = question.press.seq
  const watched = watchedNow(game)
  const move = exactly(watched)
  const since = watched.edges.filter(({ seq }) => seq > press)
  if (move === null || since.length === 0 || !mayTurnOver(game)) return null
  const changes = changesOf(watched.position, move)
  if (since.some(({ square }) => square in changes)) return null
  return { seqs: since.map(({ seq }) => seq), before: press }
}

/** Edges of the player who pressed that came after their press, by no more than a sensor is slow, up to a last one. */
export function lateEdges(
  game: Game,
  watched: Watched,
  press: Told,
  last = Number.POSITIVE_INFINITY,
): { seqs: number[]; before: number } | null {
  if (!mayTurnOver(game)) return null
  const white = turnOf(watched.position) === 'white'
  const stands = lettersOf(watched.position)
  for (const square in watched.before) stands[squareOf(square)] = watched.before[square] as string
  const late: Edge[] = []
  for (const edge of watched.edges) {
    const index = squareOf(edge.square)
    const letter = edge.piece || (stands[index] as string)
    stands[index] = edge.piece
    const own = letter !== '' && (letter === letter.toUpperCase()) === white
    if (edge.seq > press.seq && edge.seq <= last && own) late.push(edge)
  }
  const latest = late.at(-1)
  if (latest === undefined || latest.at - press.at > LATE) return null
  return { seqs: late.map(({ seq }) => seq), before: press.seq }
}

/** What was read belongs to a press that nothing explained when it came; `unclear`: or the opponent is taking what was moved. */
export function toldLate(game: Game, moves: readonly ReadMove[]): Reread | 'unclear' | null {
  const press = game.state.question?.press
  const [first] = moves
  if (press == null || first === undefined) return null
  const watched = watchedNow(game)
  const late = lateEdges(game, watched, press, Math.max(...first.edges))
  if (late !== null && moves.length === 1 && mayBeTaken(watched, first.move, late.seqs)) return 'unclear'
  return late
}

/**
 * The piece stood on two squares when its player pressed, and then left one of them: it only passed there, or it went
 * there and the opponent is taking it.
 */
function mayBeTaken({ position, legal, edges }: Watched, move: Move, late: readonly number[]): boolean {
  const left = edges
    .filter(({ seq, piece }) => piece === '' && late.includes(seq))
    .map(({ square }) => square)
  return legal.some((other) => {
    const to = nameOf(moveTo(other))
    if (other === move || moveFrom(other) !== moveFrom(move) || !left.includes(to)) return false
    const stood = edges.some(({ square, piece }) => square === to && piece === changesOf(position, other)[to])
    return stood && canTake(position, other)
  })
}

function canTake(position: Watched['position'], move: Move): boolean {
  const after = clone(position)
  play(after, move)
  return legalMoves(after).some((reply) => moveTo(reply) === moveTo(move))
}
