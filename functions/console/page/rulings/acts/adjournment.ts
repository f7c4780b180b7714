/** Sealed moves, adjourned games and envelopes. */
import type { Side } from '../../../../../events/vocabulary.ts'
import { formatClockTime, parseClockTime } from '../../clock/text.ts'
import { type ActContext, act, type FormAct, type FormField, number, player, sideField } from './form-act.ts'

const spanOf = (text: string): number => parseClockTime(text) ?? 0

/** The time used, where a game is adjourned: what the record counts, to be corrected by what the clocks say. */
const used = (side: Side, context: ActContext): FormField => {
  const counted = context.usedTimes()?.[side]
  return {
    name: `used-${side}`,
    label: side === 'white' ? 'used-white' : 'used-black',
    kind: 'text',
    pattern: '(\\d{1,2}:)?\\d{1,3}:[0-5]\\d',
    ...(counted !== undefined && { start: formatClockTime(counted) }),
  }
}

export const ADJOURNMENT_ACTS: readonly FormAct[] = [
  act(
    'sealing',
    'adjournment',
    'sealing-requested',
    () => [sideField()],
    () => ({}),
    player,
  ),
  act(
    'sealed',
    'adjournment',
    'move-sealed',
    () => [
      sideField(),
      number('move-number', 'move-number', 1),
      { name: 'commitment', label: 'commitment', kind: 'text', pattern: '[0-9a-f]{64}' },
    ],
    (written) => ({ commitment: written('commitment'), moveNumber: Number(written('move-number')) }),
    player,
  ),
  act(
    'adjourned',
    'adjournment',
    'game-adjourned',
    (context) => [
      used('white', context),
      used('black', context),
      { name: 'resumes', label: 'resumes-at', kind: 'instant', optional: true },
    ],
    (written) => ({
      white: spanOf(written('used-white')),
      black: spanOf(written('used-black')),
      ...(written('resumes') !== '' && { resumesAt: new Date(written('resumes')).toISOString() }),
    }),
  ),
  act(
    'envelope',
    'adjournment',
    'envelope-opened',
    () => [
      { name: 'move', label: 'enter-move', kind: 'text' },
      { name: 'salt', label: 'salt', kind: 'text' },
    ],
    (written) => ({ text: written('move'), salt: written('salt') }),
  ),
  act('lost', 'adjournment', 'envelope-lost'),
  act('resumed', 'adjournment', 'play-resumed'),
]
