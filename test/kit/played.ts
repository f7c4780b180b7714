/** Plays a game from events in the format of cases: tests of the game begin from its state. */
import type { CaseEvent, CasePlay } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import { type GameState, type PublicState, publicState } from '../../domain/game/index.ts'

const CLASSICAL = { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] }

export interface Played {
  state: GameState
  /** The public state, as it stands at the last event. */
  shown: PublicState
}

/** Plays the events on a game with a classical clock, unless `open` says otherwise; the arbiter starts it at 0. */
export function played(
  events: readonly (CaseEvent | CasePlay)[],
  open: Record<string, unknown> = {},
): Played {
  const start: CaseEvent = { t: 0, by: 'arbiter', type: 'session-started' }
  const given = {
    id: 'played',
    open: { timeControl: CLASSICAL, ...open },
    events: [start, ...events],
    expect: [],
  }
  const script = playScript(given, () => {})
  if (!script.ok) throw new Error(script.error.message)
  const { state } = script.value.fold
  return { state, shown: publicState(state) }
}
