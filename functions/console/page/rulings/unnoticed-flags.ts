/** Flags that are down and that nobody has reported: they count once they are noticed (6.8), so the page shows them. */
import { flagFalls } from '../../../../domain/clock/index.ts'
import { type GameState, resumeFold, step } from '../../../../domain/game/index.ts'
import { SIDES, type Side, type StoredEvent } from '../../../../events/index.ts'

/** The sides whose flag is down, even one of an earlier period that the display has dropped, where it would decide the game. `at`: ms since 1970. */
export function unnoticedFlags(state: GameState, at: number): readonly Side[] {
  if (state.result !== null || state.status === 'ended') return []
  return SIDES.filter((side) => flagFalls(state.clock, side, at).length > 0 && wouldDecide(state, side, at))
}

const DECISIVE = ['flag-fall-result', 'both-flags-down']

/** Whether noticing the flag would lead to a result, or to a question for the arbiter. */
function wouldDecide(state: GameState, side: Side, at: number): boolean {
  if (state.verdicts.some(({ rule, status }) => DECISIVE.includes(rule) && status === 'awaits-arbiter'))
    return false
  const fold = resumeFold(structuredClone(state))
  const known = fold.state.verdicts.length
  const instant = new Date(at).toISOString()
  step(fold, {
    ...{ id: 'notice', type: 'flag-noticed', by: 'arbiter', data: { side } },
    ...{ game: '', seq: state.seq + 1, at: instant, receivedAt: instant, recordedAt: instant },
    ...{ principal: '', v: 1 },
  } as unknown as StoredEvent)
  return (
    fold.state.result !== null ||
    fold.state.verdicts.slice(known).some(({ rule, status }) => DECISIVE.includes(rule) && status !== 'final')
  )
}
