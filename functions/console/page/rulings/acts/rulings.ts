/** Acts by which the arbiter rules: penalties, time, results, restored positions, irregularities and incidents. */
import {
  INCIDENTS,
  IRREGULARITIES,
  PENALTIES,
  SETUP_FAULTS,
  type Side,
} from '../../../../../events/vocabulary.ts'
import { t } from '../../words/texts.ts'
import type { EventDraft } from '../proposal.ts'
import {
  act,
  anySideField,
  anyWrittenSide,
  articleField,
  choice,
  citedArticle,
  type FormAct,
  type FormField,
  minutes,
  msOf,
  note,
  noted,
  number,
  resultField,
  resultOf,
  seqsField,
  seqsOf,
  sideField,
  type Written,
  writtenSide,
} from './form-act.ts'

const TIMED = ['opponent-time', 'time']
const POINTED = ['opponent-points', 'points']
const other = (side: Side): Side => (side === 'white' ? 'black' : 'white')

const ofVerdict = (id: 'nothing-due' | 'done'): FormAct => ({
  ...{ id, group: 'lane-rulings', needsVerdict: true, text: () => t(`do-${id}`) },
  fields: () => [note()],
  draft: (written, { verdict }) => ({
    type: 'verdict-decided',
    by: 'arbiter',
    data: { rule: verdict?.rule ?? '', seq: verdict?.seq ?? 1, decision: id, ...noted(written) },
  }),
})

/** The states in which a phone is found: which of them lose the game differs between editions. */
const DEVICE_STATES = {
  'on-person': { off: false, onPerson: true },
  'on-elsewhere': { off: false, onPerson: false },
  'off-person': { off: true, onPerson: true },
  'off-elsewhere': { off: true, onPerson: false },
} as const
type DeviceState = keyof typeof DEVICE_STATES
const isDeviceState = (text: string): text is DeviceState => text in DEVICE_STATES

const deviceField = (): FormField => {
  const field = choice('device', 'device', Object.keys(DEVICE_STATES), '', 'device')
  return { ...field, optional: true, choices: [['', '—'], ...(field.choices ?? [])] }
}

function foundDevice(written: Written): { device?: (typeof DEVICE_STATES)[DeviceState] } {
  const state = written('device')
  return isDeviceState(state) ? { device: DEVICE_STATES[state] } : {}
}

/** Whether the incident is about a phone, which the form begins with. */
const concernsPhone = (written: Written): boolean => ['', 'phone'].includes(written('kind'))

const PENALTY: FormAct = {
  id: 'penalty',
  group: 'lane-rulings',
  text: () => t('act-penalty'),
  fields: ({ verdict }, written) => [
    choice('penalty', 'p', PENALTIES, 'warning', 'penalty'),
    sideField(verdict?.against ?? ''),
    ...(TIMED.includes(written('penalty')) ? [minutes] : []),
    ...(POINTED.includes(written('penalty')) ? [number('points', 'points', 0.5, 0, '0.5')] : []),
    articleField,
    note(),
  ],
  draft: (written) =>
    ({
      type: 'penalty-imposed',
      by: 'arbiter',
      data: {
        on: writtenSide(written),
        penalty: written('penalty'),
        ...(TIMED.includes(written('penalty')) && { ms: msOf(written) }),
        ...(POINTED.includes(written('penalty')) && { points: Number(written('points')) }),
        ...citedArticle(written),
        ...noted(written),
      },
    }) as EventDraft,
}

export const RULING_ACTS: readonly FormAct[] = [
  PENALTY,
  {
    ...{ id: 'time', group: 'lane-rulings' },
    text: () => t('act-time'),
    fields: ({ verdict }) => [
      sideField(verdict?.against == null ? '' : other(verdict.against)),
      minutes,
      note(),
    ],
    draft: (written) => ({
      type: 'time-granted',
      by: 'arbiter',
      data: {
        ...(writtenSide(written) === 'white' ? { white: msOf(written) } : { black: msOf(written) }),
        reason: written('note'),
      },
    }),
  },
  {
    ...{ id: 'result', group: 'lane-rulings', text: () => t('act-result') },
    fields: () => [resultField(), note()],
    draft: (written) => ({
      type: 'result-set',
      by: 'arbiter',
      data: { ...resultOf(written), reason: written('note') },
    }),
  },
  {
    ...{ id: 'restore', group: 'lane-rulings', text: () => t('do-restore') },
    fields: ({ verdict, head }) => [
      number('seq-restore', 'event', verdict?.remedy.restore ?? Math.max(1, head - 1)),
    ],
    draft: (written) => ({
      type: 'position-restored',
      by: 'arbiter',
      data: { seq: Number(written('seq-restore')) },
    }),
  },
  ofVerdict('nothing-due'),
  ofVerdict('done'),
  act(
    'irregularity',
    'lane-rulings',
    'irregularity-noticed',
    () => [choice('kind', 'k', IRREGULARITIES), seqsField],
    (written) => ({ kind: written('kind'), ...seqsOf(written) }),
  ),
  act(
    'incident',
    'lane-rulings',
    'incident-recorded',
    ({ verdict }, written) => [
      choice('kind', 'k', INCIDENTS, 'phone'),
      anySideField(verdict?.against ?? ''),
      ...(concernsPhone(written) ? [deviceField()] : []),
      articleField,
      note(),
    ],
    (written) => ({
      kind: written('kind'),
      ...anyWrittenSide(written),
      ...(concernsPhone(written) && foundDevice(written)),
      ...citedArticle(written),
      ...noted(written),
    }),
  ),
  act(
    'setup',
    'lane-rulings',
    'setup-corrected',
    () => [choice('kind', 'k', SETUP_FAULTS), note()],
    (written) => ({ what: written('kind'), ...noted(written) }),
  ),
]
