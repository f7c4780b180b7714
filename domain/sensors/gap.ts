/** Moves that nobody saw, told when a board shows itself whole again. */
import { turnOf } from '../chess/index.ts'
import { type Game, legalOf } from '../state/game.ts'
import type { SensorActs } from './acts.ts'
import { reportOf } from './acts-of-ways.ts'
import { differencesFrom } from './differences.ts'
import { askAbout } from './question.ts'
import { readUnseen } from './unseen-moves.ts'
import { type Look, lettersAt, rebase, toldSince, windowOf } from './window.ts'

/** How sure moves are that nobody saw. */
const UNSEEN = 0.6

/** A board that shows itself whole again after a lost line tells all that changed in one instant. */
export function* tellUnseen(game: Game, looked: Look): SensorActs<boolean> {
  const { state, position } = game
  const window = windowOf(game)
  const last = (toldSince(game, window) ?? []).flatMap(({ seq, sensed }) => [seq, ...(sensed?.edges ?? [])])
  const first = window.seen.findIndex(({ seq }) => seq > Math.max(0, ...last))
  const isAsked = state.question?.press != null
  if (first < 0 || isAsked || state.result !== null) return false
  const edges = window.seen.slice(first).flatMap((each) => ('square' in each ? [each] : []))
  const stood = differencesFrom(position, lettersAt(game, window, first))
  const unseen = readUnseen({ position, legal: legalOf(game), before: stood, edges }, state.clock.running)
  if (unseen === null) return false
  if (unseen === 'several') {
    askAbout(game, {
      position,
      moves: null,
      weightOf: () => null,
      press: null,
      edges: edges.map(({ seq }) => seq),
    })
    state.looked = { seq: window.seen.at(-1)?.seq ?? 0, long: true }
    return true
  }
  const proofs = unseen.map(({ edges: proof }) => edges.filter(({ seq }) => proof.includes(seq)))
  const shownAt = Math.max(...proofs.flat().map(({ seq }) => seq))
  const count = window.seen.findIndex(({ seq }) => seq === shownAt) + 1
  const letters = lettersAt(game, window, count)
  for (const [ply, { move }] of unseen.entries()) {
    const proof = proofs[ply] as typeof edges
    yield {
      report: reportOf({ move, side: turnOf(game.position), reported: null }),
      seq: proof.at(-1)?.seq ?? shownAt,
      at: proof.at(-1)?.at ?? null,
      sensed: { confidence: UNSEEN, edges: proof.map(({ seq }) => seq) },
      before: looked.before,
    }
  }
  rebase(game, differencesFrom(game.position, letters), window.seen.slice(count))
  return false
}
