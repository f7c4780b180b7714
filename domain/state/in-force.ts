/** Whether a rule is in force in this fold. Any rule can be taken out of force, to see what it decides. */

import type { RuleId } from '../editions/rules.ts'
import type { Game } from './game.ts'

export const inForce = (game: Game, rule: RuleId): boolean => game.without === null || !game.without.has(rule)
