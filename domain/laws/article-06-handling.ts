/** Articles 6.2.3 and 6.2.5: pressing with the other hand, and adjusting pieces at the wrong time. */
import type { EventOf } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import type { Game } from '../state/game.ts'
import type { Article } from './article.ts'
import { raise } from './verdicts.ts'

/** 6.2.3 (2009: 6.7.b): the hand that moved presses; a breach is punished as the arbiter chooses, never counted. */
function pressedWithHand(game: Game, event: EventOf<'clock-pressed'>): void {
  if (event.data.hand !== 'other') return
  raise(game, 'press-same-hand', {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
    alsoUnder: ['penalty-list'],
  })
}

/** 6.2.5 (from 2014) with 4.2: only the player on move whose clock runs may adjust; in 2009 the player on move. */
function adjusts(game: Game, event: EventOf<'adjust-announced'>): void {
  const { state, laws } = game
  if (state.status !== 'running') return
  const onMove = turnOf(game.position) === event.by
  const clockRuns =
    !laws.adjustOnlyWhileOwnClockRuns || state.clock.control === null || state.clock.running === event.by
  if (onMove && clockRuns) return
  raise(game, laws.adjustOnlyWhileOwnClockRuns ? 'adjust-only-when-clock-running' : 'adjust-j-adoube', {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: laws.penalties,
    alsoUnder: ['adjust-j-adoube', 'no-distraction'],
  })
}

export const article06Handling: Article = {
  on: { 'clock-pressed': pressedWithHand, 'adjust-announced': adjusts },
}
