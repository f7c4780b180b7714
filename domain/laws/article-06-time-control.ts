/** Article 6.3 (2009: 6.2): the time control of a game, without a bonus whose rule is out of force. (`pressClock` gives the bonus itself.) */
import type { BonusMode, Period, TimeControl } from '../../events/index.ts'
import { modeOf } from '../clock/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'

/** The rule under which a bonus of each mode stands. */
const RULES_OF_MODES: Readonly<Record<BonusMode, RuleId>> = {
  fischer: 'cumulative-fischer',
  delay: 'delay-bronstein',
  bronstein: 'delay-bronstein',
}

/** The control as the clock is set to it: without a bonus whose rule is out of force; null where 6.3 itself is. */
export function controlInForce(game: Game, control: TimeControl | undefined): TimeControl | null {
  if (control === undefined || !inForce(game, 'time-control-spec')) return null
  const plain = ({ bonus, mode, ...period }: Period): Period => period
  const isInForce = (period: Period): boolean => inForce(game, RULES_OF_MODES[modeOf(period)])
  if (control.periods.every(isInForce)) return control
  return {
    ...control,
    periods: control.periods.map((period) => (isInForce(period) ? period : plain(period))),
  }
}
