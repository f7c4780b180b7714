/** A question about a sensor board: what is kept with it. Whether there is one, `unread` in stage.ts and `isInHand` in read.ts say. */
import type { EventOf } from '../../events/index.ts'
import { type Move, turnOf, uciOf } from '../chess/index.ts'
import { positionHas } from '../state/board.ts'
import type { Game } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import { arrivals, reported } from './index.ts'

type Press = EventOf<'clock-pressed'>

/** A press by the player on move, with nothing of theirs left to press for. */
export function isDue(game: Game, press: Press): boolean {
  if (game.state.status !== 'running' || turnOf(game.position) !== press.by) return false
  const own = lastMove(game.state, ({ side }) => side === press.by, 3)
  return own === null || own.completedSeq !== null
}

/** A question stands until it is answered, or what follows makes it plain. A press that finds one open is kept with it. */
export function ask(
  game: Game,
  { press, at }: { readonly press: Press | null; readonly at: number },
  moves: readonly Move[],
): void {
  const { state } = game
  const unansweredPress = press === null ? null : { seq: press.seq, at }
  const edges = reported(state.edges ?? [])
  const candidates = moves.map((move) => uciOf(game.position, move))
  if (state.question !== undefined) {
    // What was asked about before anybody had moved shows a move by now.
    if (state.question.candidates.length === 0 && candidates.length > 0)
      Object.assign(state.question, { candidates, edges })
    state.question.press ??= unansweredPress
    state.question.before ??= press?.seq ?? null
    return
  }
  const seq = press?.seq ?? state.seq
  const before = press?.seq ?? replyBegan(game)
  state.question = { side: turnOf(game.position), seq, press: unansweredPress, before, candidates, edges }
}

/** Seq of the edge with which the opponent's hand began, where they have put a piece down already. */
function replyBegan(game: Game): number | null {
  const { edges = [] } = game.state
  const white = turnOf(game.position) === 'white'
  const placed = arrivals(game.position, edges).find(({ piece }) => (piece === piece.toLowerCase()) === white)
  if (placed === undefined) return null
  const put = edges.indexOf(placed)
  const lifted = edges
    .slice(0, put)
    .findLast(({ square, piece }) => piece === '' && positionHas(game, square) === placed.piece)
  return (lifted ?? placed).seq
}
