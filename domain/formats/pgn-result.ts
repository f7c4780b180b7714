/** A game's result as PGN writes it: the `Result` tag, the marker that ends the movetext, and `Termination`. */
import type { Points } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { GameState } from '../game/index.ts'
import type { PgnResult } from '../pgn/index.ts'
import type { PgnDialect } from './pgn-view.ts'

export interface ResultTexts {
  /** The value of the `Result` tag. */
  readonly tag: string
  /** The marker at the end of the movetext. */
  readonly marker: PgnResult
}

/** A forfeit is written as the result that it counts as: PGN has no sign for it, and `Termination` says it. */
const WRITTEN: Record<Points, string> = { '1': '1', '½': '1/2', '0': '0', '+': '1', '-': '0' }

const STANDARD_MARKERS: readonly string[] = ['1-0', '0-1', '1/2-1/2', '*'] satisfies PgnResult[]
/** Read by Lichess and by tournament programs, in no standard. */
const LICHESS_MARKERS: readonly string[] = ['0-0', '1/2-0', '0-1/2'] satisfies PgnResult[]

/**
 * The standard knows four markers. A result that is none of them (both lose, half a point to one) stands in the tag, as
 * tournament programs write it; the standard's marker is then `*`, that of the Lichess dialect repeats the tag.
 */
export function resultTexts(
  result: Pick<NonNullable<GameState['result']>, 'white' | 'black'> | null,
  dialect: PgnDialect,
): ResultTexts {
  if (result === null) return { tag: '*', marker: '*' }
  const tag = `${WRITTEN[result.white]}-${WRITTEN[result.black]}`
  const known = STANDARD_MARKERS.includes(tag) || (dialect === 'lichess' && LICHESS_MARKERS.includes(tag))
  return { tag, marker: known ? (tag as PgnResult) : '*' }
}

const BY_TIME: readonly RuleId[] = [
  'flag-fall-result',
  'rapid-flag-claims',
  'rapid-win-on-time-claim',
  'both-flags-down',
]

/** Lost, or half lost, for what was done or left undone rather than on the board: an administrative forfeit. */
const BY_RULE: readonly RuleId[] = [
  'default-time',
  'both-absent-white-loses-time',
  'resumption-absence',
  'resumption-lateness',
  'illegal-move-completed',
  'illegal-move-penalty',
  'unpromoted-pawn',
  'king-capture',
  'rapid-illegal-move-unsupervised',
  'blitz-illegal-move-unsupervised',
  'press-without-move',
  'two-hands',
  'electronic-devices',
  'no-notes-advice-analysis',
  'inspection',
  'conduct-penalties',
  'persistent-refusal',
  'no-distraction',
  'bad-sealed-move',
  'penalty-list',
]

const BY_JUDGEMENT: readonly RuleId[] = [
  'quickplay-draw-claim',
  'quickplay-no-arbiter',
  'rapid-both-kings-in-check',
]

/** The values that PGN has for `Termination`. An arbiter's reason that is one of them is taken at its word. */
const TERMINATIONS = [
  'abandoned',
  'adjudication',
  'death',
  'emergency',
  'normal',
  'rules infraction',
  'time forfeit',
  'unterminated',
]

/** Why the game ended, as far as PGN can say it. */
export function terminationOf(state: GameState): string {
  const { result } = state
  if (result === null) return 'unterminated'
  const rule = ruleOf(state)
  if (rule !== null && BY_TIME.includes(rule)) return 'time forfeit'
  if (rule !== null && BY_RULE.includes(rule)) return 'rules infraction'
  if ([result.white, result.black].some((points) => points === '+' || points === '-'))
    return 'rules infraction'
  if (rule !== null && BY_JUDGEMENT.includes(rule)) return 'adjudication'
  return TERMINATIONS.find((word) => word === result.reason?.toLowerCase()) ?? 'normal'
}

/** The rule behind the result: the Laws' own, or that of the verdict which the arbiter's result answers. */
function ruleOf({ result, verdicts }: GameState): RuleId | null {
  if (result === null) return null
  if (result.rule !== null) return result.rule
  const answered = verdicts.find(
    ({ answeredBy, remedy }) => answeredBy === result.seq && remedy.result !== null,
  )
  return answered?.rule ?? null
}
