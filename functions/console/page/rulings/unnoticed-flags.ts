/** Flags that are down while nobody has said so: the Laws wait for that (6.8), and the page shows them for as long. */
import { flagFalls } from '../../../../domain/clock/index.ts'
import { type GameState, resumeFold, step } from '../../../../domain/game/index.ts'
import { SIDES, type Side, type StoredEvent } from '../../../../events/index.ts'

/** A display drops the flag of an earlier period some minutes later; what it decides stays open. `at`: ms since 1970. */
export function unnoticedFlags(state: GameState, at: number): readonly Side[] {
  if (state.result !== null || state.status === 'ended') return []
  return SIDES.filter((side) => flagFalls(state.clock, side, at).length > 0 && wouldDecide(state, side, at))
}

const DECISIVE = ['flag-fall-result', 'both-flags-down']

/** Whether a notice of the flag now would come to a result, or to a question for the arbiter. */
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
