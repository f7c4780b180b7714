/** What a board needs, and so where it stands in the round's order. */

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
 * Boards with an open question or verdict come first, then flags, claims to be made, offers, players who have not come, stopped games;
 * else by board. The first two wait for the arbiter.
 */
export const needRank = ({ kind }: BoardNeed): number => NEED_ORDER.indexOf(kind)

/** `arrivalsRecorded`: arrivals are recorded in this round, so that who has none has not come. */
export function needOf(state: StateResponse, arrivalsRecorded: boolean): BoardNeed {
  const verdicts = state.verdicts ?? []
  // The public sees no verdicts: for it a board that asks needs nobody.
  if (state.question !== undefined && state.verdicts !== undefined)
    return { kind: 'arbiter', text: t('question-short') }
  const open = verdicts.findLast(({ status }) => status === 'awaits-arbiter')
  // After the end only what may change the result still needs somebody.
  if (open !== undefined && (state.result === null || open.remedy.result !== null))
    return { kind: 'arbiter', text: shortRule(open.rule) }
  if (state.result !== null) return { kind: 'none', text: '' }
  // The public learns of a flag by the result, once it has counted.
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

/** Rules in a word or two, where the page has one; else that the arbiter is awaited. */
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
