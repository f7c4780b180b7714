/** Acts of an adjournment: sealed moves, envelopes, and play that is resumed. */
import type { Side } from '../../../../../events/vocabulary.ts'
import { formatClockTime, parseClockTime } from '../../clock/text.ts'
import { type ActContext, act, type FormAct, type FormField, number, player, sideField } from './form-act.ts'

const spanOf = (text: string): number => parseClockTime(text) ?? 0

/** The field of the time used when a game is adjourned. It begins with what the record counts, to be corrected by the clocks. */
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
