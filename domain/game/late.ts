/** Edges that a board tells after the press they belong before: a sensor is slower than a clock. */
import { type Edge, exactly, LATE, lettersOf, type ReadMove, type Watched } from '../boards/index.ts'
import { squareOf, turnOf } from '../chess/index.ts'
import { type Game, pointOf } from './game.ts'
import { watchedFrom, watchedNow } from './recognise.ts'
import type { Reread } from './state.ts'

/** Readings of order that a game may turn over; more tell of a broken board. */
const MOST_REREADS = 100

/** May what was read still be turned over? */
export const mayTurnOver = ({ state }: Game): boolean => (state.rereads?.length ?? 0) < MOST_REREADS

/** A press by its event and its instant (ms). */
interface Told {
  readonly seq: number
  readonly at: number
}

/**
 * An edge that comes right after a press may belong before it: does it explain the press that nothing explained, or
 * another move than the one that the board showed then?
 */
export function settleLate(game: Game): Reread | null {
  const { state } = game
  const { move, parent } = pointOf(state)
  if (state.question?.press != null) return explainedLate(game, watchedNow(game), state.question.press)
  if (move?.sensed === undefined || move.completedBy !== 'press' || move.completedAt === null) return null
  if (state.result !== null || move.completedSeq === null || state.at - move.completedAt > LATE) return null
  return explainedLate(game, watchedFrom(game, parent), { seq: move.completedSeq, at: move.completedAt })
}

function explainedLate(game: Game, watched: Watched, press: Told): Reread | null {
  const move = exactly(watched)
  return move === null ? null : lateEdges(game, watched, press)
}

/** Edges of the player who pressed that came after his press, by no more than a sensor is slow, up to a last one. */
export function lateEdges(
  game: Game,
  watched: Watched,
  press: Told,
  last = Number.POSITIVE_INFINITY,
): Reread | null {
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

/** What was read belongs to a press that nothing explained when it came. */
export function toldLate(game: Game, moves: readonly ReadMove[]): Reread | null {
  const press = game.state.question?.press
  if (press == null) return null
  return lateEdges(game, watchedNow(game), press, Math.max(...(moves[0]?.edges ?? [])))
}
