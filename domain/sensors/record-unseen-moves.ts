/** Records moves that no sensor saw, once a board reports all its squares again after its connection was lost. */
import { turnOf } from '../chess/index.ts'
import { asCorrected } from '../state/correct.ts'
import { type Game, legalOf, pointOf } from '../state/game.ts'
import type { Observation, SensorWindow } from '../state/sensor-state.ts'
import type { SensorActs } from './acts.ts'
import { reportOf } from './acts-of-hypothesis.ts'
import { differencesFrom } from './differences.ts'
import { askAbout } from './question.ts'
import { readUnseen, shownWhole } from './unseen-moves.ts'
import { CONFIDENCE } from './weights.ts'
import { type Look, lettersAt, movesInWindow, rebase, windowOf } from './window.ts'

/** Events that say whose clock runs. */
const CLOCK_TYPES: ReadonlySet<string> = new Set([
  'clock-pressed',
  'clock-read',
  'clocks-started',
  'clock-set',
])

/**
 * After a lost connection a board reports all that changed in one instant. Records the moves that all lines to this board share, and
 * asks about the first in which they differ. True: it has asked.
 */
export function* recordUnseenMoves(game: Game, looked: Look): SensorActs<boolean> {
  const { state, position } = game
  const window = windowOf(game)
  const first = firstUnread(game, window)
  const isAsked = state.question?.press != null
  if (first < 0 || isAsked || state.result !== null) return false
  const edges = window.seen.slice(first).flatMap((each) => ('square' in each ? [each] : []))
  if (shownWhole(edges) === 0) return false
  const before = differencesFrom(position, lettersAt(game, window, first))
  // Whose clock ran before the connection was lost says nothing of whose turn it is now.
  const since = edges[0]?.seq ?? 0
  const isTurnKnown = asCorrected(state.log).some(
    ({ seq, type }) => seq > since && seq <= state.seq && CLOCK_TYPES.has(type),
  )
  const turn = isTurnKnown ? state.clock.running : null
  const unseen = readUnseen({ position, legal: legalOf(game), before, edges }, turn)
  if (unseen === null) return false
  const [line = []] = unseen.lines
  const differsAt = line.findIndex((each, ply) =>
    unseen.lines.some((other) => other[ply]?.move !== each.move),
  )
  const sure = differsAt < 0 ? line : line.slice(0, differsAt)
  const shownAt = unseen.edges.at(-1)?.seq ?? 0
  const count = window.seen.findIndex(({ seq }) => seq === shownAt) + 1
  const letters = lettersAt(game, window, count)
  for (const { move, edges: proof } of sure) {
    const last = unseen.edges.findLast(({ seq }) => proof.includes(seq))
    yield {
      report: reportOf({ move, side: turnOf(game.position), reported: null }),
      seq: last?.seq ?? shownAt,
      at: last?.at ?? null,
      sensed: { confidence: CONFIDENCE.unseen, edges: [...proof] },
      before: looked.before,
    }
  }
  if (differsAt < 0) {
    rebase(game, differencesFrom(game.position, letters), window.seen.slice(count))
    return false
  }
  const next = unseen.lines.flatMap((each) => each[differsAt]?.move ?? [])
  askAbout(game, {
    position: game.position,
    ply: pointOf(state).ply,
    moves: [...new Set(next)],
    weightOf: () => null,
    press: null,
    edges: edges.map(({ seq }) => seq),
  })
  state.looked = { seq: window.seen.at(-1)?.seq ?? 0, long: true }
  return true
}

/**
 * Index of the first observation that no move on record explains; -1: none. Where the last move on record answers a question, it is the
 * first of the same instant: observations of one instant have no order, so that all of them may come after that move.
 */
function firstUnread(game: Game, window: SensorWindow): number {
  const recorded = movesInWindow(game, window) ?? []
  const last = recorded.flatMap(({ seq, sensed }) => [seq, ...(sensed?.edges ?? [])])
  const first = window.seen.findIndex(({ seq }) => seq > Math.max(0, ...last))
  if (first < 0 || recorded.at(-1)?.answer == null) return first
  const { at } = window.seen[first] as Observation
  return window.seen.findIndex((each) => each.at === at)
}
