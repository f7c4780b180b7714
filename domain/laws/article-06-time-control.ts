/** Article 6.3 (2009: 6.2): the time control a game is played with. What is out of force is left out of the setting. */
import type { Period, TimeControl } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'

/** The control as the clock is set to it: cumulative bonus and delay each by its own rule. */
export function controlInForce(game: Game, control: TimeControl | undefined): TimeControl | null {
  if (control === undefined || !inForce(game, 'time-control-spec')) return null
  const fischer = inForce(game, 'cumulative-fischer')
  const delay = inForce(game, 'delay-bronstein')
  if (fischer && delay) return control
  const plain = ({ bonus, mode, ...period }: Period): Period => period
  const isInForce = (period: Period): boolean => ((period.mode ?? 'fischer') === 'fischer' ? fischer : delay)
  return {
    ...control,
    periods: control.periods.map((period) => (isInForce(period) ? period : plain(period))),
  }
}
