/** Is a rule in force for a game? Any may be left out, to see what it decides. */

import type { RuleId } from '../editions/rules.ts'
import type { Game } from './game.ts'

export const inForce = (game: Game, rule: RuleId): boolean => game.without === null || !game.without.has(rule)
