/** What a board needs, by which boards are ordered. */

import { offeringSides } from '../../../../domain/formats/standing-offers.ts'
import type { StateResponse } from '../api/shapes.ts'
import { absentSides } from '../replay/absent.ts'
import { t, tDynamic } from '../words/texts.ts'

export interface BoardNeed {
  readonly kind: 'arbiter' | 'flag' | 'claim' | 'offer' | 'absent' | 'stopped' | 'none'
  readonly text: string
}

const NEED_ORDER: readonly BoardNeed['kind'][] = [
  'arbiter',
  'flag',
  'claim',
  'offer',
  'absent',
  'stopped',
  'none',
]

/**
 * The rank of a need: boards with an open question or verdict come first, then flags, claims that may be made, offers, absent players and
 * stopped games. The first two wait for the arbiter.
 */
export const needRank = ({ kind }: BoardNeed): number => NEED_ORDER.indexOf(kind)

/** `arrivalsRecorded`: whether arrivals are recorded in this round, so that a player without one has not come. */
export function needOf(state: StateResponse, arrivalsRecorded: boolean): BoardNeed {
  const verdicts = state.verdicts ?? []
  // The public sees no verdicts, and no question as a need.
  if (state.question !== undefined && state.verdicts !== undefined)
    return { kind: 'arbiter', text: t('question-short') }
  const open = verdicts.findLast(({ status }) => status === 'awaits-arbiter')
  // After the end only a verdict that may change the result still needs the arbiter.
  if (open !== undefined && (state.result === null || open.remedy.result !== null))
    return { kind: 'arbiter', text: shortRule(open.rule) }
  if (state.result !== null) return { kind: 'none', text: '' }
  // The public sees no flag, but the result once the flag has counted.
  const flag = state.verdicts === undefined ? null : state.clocks?.flag
  if (flag !== null && flag !== undefined)
    return { kind: 'flag', text: t('flag-down', { side: flag === 'both' ? t('both') : t(flag) }) }
  if (verdicts.some(({ status }) => status === 'awaits-claim'))
    return { kind: 'claim', text: t('v-awaits-claim') }
  const offering = offeringSides(state)
  if (offering.length > 0)
    return { kind: 'offer', text: t('offer-by', { side: offering.map((side) => t(side)).join(', ') }) }
  const absent = absentSides({ ...state, plies: lastMoveOf(state)?.ply ?? 0 }, arrivalsRecorded)
  if (absent.length > 0)
    return { kind: 'absent', text: t('absent', { side: absent.map((side) => t(side)).join(', ') }) }
  if (state.status === 'stopped') return { kind: 'stopped', text: t('status-stopped') }
  return { kind: 'none', text: '' }
}

/** The rule in a word or two, where the page has a text; else that the arbiter is awaited. */
function shortRule(rule: string): string {
  const key = SHORT_RULE_TEXTS[rule]
  return key === undefined ? t('v-awaits-arbiter') : tDynamic(key)
}

const SHORT_RULE_TEXTS: Readonly<Record<string, string>> = {
  'illegal-move-completed': 'k-illegal-move',
  'illegal-move-not-completed': 'k-illegal-move',
  'rapid-illegal-move-unsupervised': 'k-illegal-move',
  'blitz-illegal-move-unsupervised': 'k-illegal-move',
  'unpromoted-pawn': 'k-unpromoted-pawn',
  'press-without-move': 'k-press-without-move',
  'two-hands': 'k-two-hands',
  'touch-own': 'k-touch-move',
  'touch-opponent': 'k-touch-move',
  'touch-both-colours': 'k-touch-move',
  'touch-king-and-rook': 'k-touch-move',
  'touch-rook-then-king': 'k-touch-move',
  'draw-claim-incorrect': 'draw-claim',
  'both-flags-down': 'k-both-flags',
  'displaced-piece-found': 'k-displaced-piece',
  'electronic-devices': 'k-phone',
}

export const lastMoveOf = ({ moves, lastMove }: StateResponse) => lastMove ?? moves.at(-1)
