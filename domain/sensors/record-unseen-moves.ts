/** Moves that nobody saw, recorded when a board shows itself whole again. */
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

/** What says whose clock runs. */
const CLOCK_TYPES: ReadonlySet<string> = new Set([
  'clock-pressed',
  'clock-read',
  'clocks-started',
  'clock-set',
])

/** A board that shows itself whole again after a lost line tells all that changed in one instant. */
export function* recordUnseenMoves(game: Game, looked: Look): SensorActs<boolean> {
  const { state, position } = game
  const window = windowOf(game)
  const first = firstUnread(game, window)
  const isAsked = state.question?.press != null
  if (first < 0 || isAsked || state.result !== null) return false
  const edges = window.seen.slice(first).flatMap((each) => ('square' in each ? [each] : []))
  if (shownWhole(edges) === 0) return false
  const stood = differencesFrom(position, lettersAt(game, window, first))
  // Whose clock ran before the line was lost says nothing of what came after.
  const since = edges[0]?.seq ?? 0
  const isRead = asCorrected(state.log).some(
    ({ seq, type }) => seq > since && seq <= state.seq && CLOCK_TYPES.has(type),
  )
  const turn = isRead ? state.clock.running : null
  const unseen = readUnseen({ position, legal: legalOf(game), before: stood, edges }, turn)
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
 * Index of the first observation that no move on record explains; -1: none. What was seen in the same instant as the last of them has
 * no order, so it may come after a move that a person told of that instant.
 */
function firstUnread(game: Game, window: SensorWindow): number {
  const recorded = movesInWindow(game, window) ?? []
  const last = recorded.flatMap(({ seq, sensed }) => [seq, ...(sensed?.edges ?? [])])
  const first = window.seen.findIndex(({ seq }) => seq > Math.max(0, ...last))
  if (first < 0 || recorded.at(-1)?.answer == null) return first
  const { at } = window.seen[first] as Observation
  return window.seen.findIndex((each) => each.at === at)
}
