/** Everything that an arbiter may record, as data: the fields that each act asks for, and the event that they make. */
import type { Verdict } from '../../../../domain/game/index.ts'
import type { EventType } from '../../../../events/index.ts'
import {
  CLAIM_SUBJECTS,
  DRAW_BASES,
  DUTIES,
  INCIDENTS,
  IRREGULARITIES,
  PENALTIES,
  POINTS,
  type Points,
  SETUP_FAULTS,
  type Side,
} from '../../../../events/vocabulary.ts'
import { parseClockTime } from '../clock/text.ts'
import { formatScore } from '../words/describe.ts'
import { type TextKey, t, tDynamic } from '../words/texts.ts'
import type { EventDraft } from './proposal.ts'

export interface FormField {
  readonly name: string
  readonly label: TextKey
  /** `clocks`: both clocks with periods and counters. */
  readonly kind: 'choice' | 'number' | 'text' | 'long-text' | 'instant' | 'clocks'
  readonly choices?: readonly (readonly [value: string, text: string])[]
  readonly start?: string
  readonly least?: number
  readonly step?: string
  readonly optional?: boolean
  /** What can be written; the browser asks for it. */
  readonly pattern?: string
}

/** What the form starts with. */
export interface ActContext {
  readonly verdict: Verdict | null
  /** Seq of the last event that was looked at. */
  readonly head: number
}

/** A field by its name, trimmed; empty where nothing is written. */
type Written = (name: string) => string

export interface FormAct {
  readonly id: string
  readonly group: TextKey
  readonly text: () => string
  readonly fields: (context: ActContext, written: Written) => readonly FormField[]
  readonly draft: (written: Written, context: ActContext) => EventDraft
  /** Only where a verdict is ruled on. */
  readonly needsVerdict?: boolean
}

const sides = (): FormField['choices'] => (['white', 'black'] as const).map((side) => [side, t(side)])
const sideField = (start: Side = 'white'): FormField => ({
  ...{ name: 'side', label: 'side', kind: 'choice', start },
  choices: sides()!,
})
const note = (label: TextKey = 'note'): FormField => ({
  ...{ name: 'note', label, kind: 'long-text', optional: true },
})
const choice = (
  label: TextKey,
  prefix: string,
  values: readonly string[],
  start = values[0] ?? '',
  name = 'kind',
): FormField => ({
  ...{ name, label, kind: 'choice', start },
  choices: values.map((value) => [value, tDynamic(`${prefix}-${value}`)]),
})
const number = (name: string, label: TextKey, start: number, least = 1, step = '1'): FormField => ({
  ...{ name, label, kind: 'number', start: String(start), least, step },
})
const minutes = number('minutes', 'minutes', 2, 0, 'any')
const seqs: FormField = {
  ...{ name: 'seqs', label: 'events', kind: 'text', optional: true, pattern: '[0-9#, ]+' },
}

const RESULTS: readonly (readonly [Points, Points])[] = [
  ['1', '0'],
  ['½', '½'],
  ['0', '1'],
  ['+', '-'],
  ['-', '+'],
  ['0', '0'],
  ['½', '0'],
  ['0', '½'],
  ['-', '-'],
]
const resultField = (start = '10', none = false): FormField => ({
  ...{ name: 'result', label: 'result', kind: 'choice', start: none ? '' : start },
  choices: [
    ...(none ? ([['', '—']] as const) : []),
    ...RESULTS.map(([white, black]) => [white + black, formatScore({ white, black })] as const),
  ],
})

const isPoints = (sign: string): sign is Points => (POINTS as readonly string[]).includes(sign)
function resultOf(written: Written): { white: Points; black: Points } {
  const [white = '½', black = '½'] = [...written('result')].filter(isPoints)
  return { white, black }
}

const noted = (written: Written): { note?: string } =>
  written('note') === '' ? {} : { note: written('note') }
const seqsOf = (written: Written): { seqs?: number[] } => {
  const found = (written('seqs').match(/\d+/g) ?? []).map(Number)
  return found.length === 0 ? {} : { seqs: found }
}
const sideOf = (written: Written): Side => (written('side') === 'black' ? 'black' : 'white')
const msOf = (written: Written): number => Math.round(Number(written('minutes')) * 60_000)
const spanOf = (text: string): number => parseClockTime(text) ?? 0

/** The name of an event with nothing filled in: `arrived: …`. */
const named = (type: EventType) => () =>
  tDynamic(`e-${type}`, {
    side: '…',
    kind: '…',
    seq: '…',
    move: '…',
    time: '',
    result: '…',
    seqs: '…',
  }).trim()

/** An act whose event is made of what is written; who does it is the arbiter, or the side that is chosen. */
function act<T extends EventType>(
  id: string,
  group: TextKey,
  type: T,
  fields: FormAct['fields'],
  data: (written: Written) => unknown,
  by: (written: Written) => string = () => 'arbiter',
): FormAct {
  return {
    id,
    group,
    fields,
    text: named(type),
    draft: (written) => ({ type, by: by(written), data: data(written) }) as EventDraft,
  }
}

const TIMED = ['opponent-time', 'time']
const POINTED = ['opponent-points', 'points']
const other = (side: Side): Side => (side === 'white' ? 'black' : 'white')
const player = (written: Written): string => sideOf(written)
const claimField = ({ verdict, head }: ActContext): FormField =>
  number('seq-claim', 'event', verdict?.establishedBy ?? verdict?.seq ?? head)

const decision = (
  id: 'uphold' | 'reject' | 'defer',
  decided: 'upheld' | 'rejected' | 'deferred',
): FormAct => ({
  ...{ id, group: 'lane-claims', text: () => t(`do-${id}`) },
  fields: (context) => [claimField(context), note()],
  draft: (written) => ({
    type: 'claim-decided',
    by: 'arbiter',
    data: { claim: Number(written('seq-claim')), decision: decided, ...noted(written) },
  }),
})

const ofVerdict = (id: 'nothing-due' | 'done'): FormAct => ({
  ...{ id, group: 'lane-rulings', needsVerdict: true, text: () => t(`do-${id}`) },
  fields: () => [note()],
  draft: (written, { verdict }) => ({
    type: 'verdict-decided',
    by: 'arbiter',
    data: { rule: verdict?.rule ?? '', seq: verdict?.seq ?? 1, decision: id, ...noted(written) },
  }),
})

const PENALTY: FormAct = {
  id: 'penalty',
  group: 'lane-rulings',
  text: () => t('penalty'),
  fields: ({ verdict }, written) => [
    choice('penalty', 'p', PENALTIES, 'warning', 'penalty'),
    sideField(verdict?.against ?? 'white'),
    ...(TIMED.includes(written('penalty')) ? [minutes] : []),
    ...(POINTED.includes(written('penalty')) ? [number('points', 'points', 0.5, 0, '0.5')] : []),
    note(),
  ],
  draft: (written) =>
    ({
      type: 'penalty-imposed',
      by: 'arbiter',
      data: {
        on: sideOf(written),
        penalty: written('penalty'),
        ...(TIMED.includes(written('penalty')) && { ms: msOf(written) }),
        ...(POINTED.includes(written('penalty')) && { points: Number(written('points')) }),
        ...noted(written),
      },
    }) as EventDraft,
}

/** The moves counted and the time used, where a game is adjourned. */
const used = (side: Side): FormField => ({
  name: `used-${side}`,
  label: side === 'white' ? 'used-white' : 'used-black',
  kind: 'text',
  pattern: '(\\d{1,2}:)?\\d{1,3}:[0-5]\\d',
})

/** Every act with which a form begins comes first. */
export const FORM_ACTS: readonly FormAct[] = [
  PENALTY,
  {
    ...{ id: 'time', group: 'lane-rulings' },
    text: () => t('e-time-granted', { time: '…' }),
    fields: ({ verdict }) => [sideField(other(verdict?.against ?? 'black')), minutes, note()],
    draft: (written) => ({
      type: 'time-granted',
      by: 'arbiter',
      data: {
        ...(sideOf(written) === 'white' ? { white: msOf(written) } : { black: msOf(written) }),
        reason: written('note'),
      },
    }),
  },
  {
    ...{ id: 'result', group: 'lane-rulings', text: () => t('result') },
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
  decision('uphold', 'upheld'),
  decision('reject', 'rejected'),
  decision('defer', 'deferred'),
  ofVerdict('nothing-due'),
  ofVerdict('done'),
  act(
    'irregularity',
    'lane-rulings',
    'irregularity-noticed',
    () => [choice('kind', 'k', IRREGULARITIES), seqs],
    (written) => ({ kind: written('kind'), ...seqsOf(written) }),
  ),
  act(
    'incident',
    'lane-rulings',
    'incident-recorded',
    ({ verdict }) => [choice('kind', 'k', INCIDENTS), sideField(verdict?.against ?? 'white'), note()],
    (written) => ({ kind: written('kind'), side: sideOf(written), ...noted(written) }),
  ),
  act(
    'setup',
    'lane-rulings',
    'setup-corrected',
    () => [choice('kind', 'k', SETUP_FAULTS), note()],
    (written) => ({ what: written('kind'), ...noted(written) }),
  ),
  {
    ...{ id: 'stop', group: 'lane-clock', text: () => t('do-stop') },
    fields: () => [note()],
    draft: (written) => ({
      type: 'clocks-stopped',
      by: 'arbiter',
      data: written('note') === '' ? {} : { reason: written('note') },
    }),
  },
  {
    ...{ id: 'start', group: 'lane-clock', text: () => t('start-clock', { side: '…' }) },
    fields: () => [sideField()],
    draft: (written) => ({ type: 'clocks-started', by: 'arbiter', data: { side: sideOf(written) } }),
  },
  {
    ...{ id: 'clocks', group: 'lane-clock', text: () => t('clocks-set') },
    fields: () => [{ name: 'clocks', label: 'clocks-set', kind: 'clocks' }, note()],
    // The form makes the event of both clocks itself.
    draft: (written) => ({ type: 'clock-set', by: 'arbiter', data: { reason: written('note') } }),
  },
  act(
    'flag',
    'lane-clock',
    'flag-noticed',
    () => [sideField()],
    (written) => ({ side: sideOf(written) }),
  ),
  act(
    'session',
    'lane-clock',
    'session-started',
    () => [],
    () => ({}),
  ),
  act(
    'arrived',
    'lane-record',
    'player-arrived',
    () => [sideField()],
    (written) => ({ side: sideOf(written) }),
  ),
  act(
    'claim',
    'lane-claims',
    'claim-made',
    () => [sideField(), choice('kind', 'k', CLAIM_SUBJECTS), seqs, note()],
    (written) => ({ about: written('kind'), ...seqsOf(written), ...noted(written) }),
    player,
  ),
  act(
    'draw-claim',
    'lane-claims',
    'draw-claimed',
    () => [
      sideField(),
      choice('kind', 'k', DRAW_BASES),
      { name: 'move', label: 'written-move-label', kind: 'text', optional: true },
    ],
    (written) => ({
      basis: written('kind'),
      ...(written('move') !== '' && { move: written('move') }),
    }),
    player,
  ),
  act(
    'increment',
    'lane-claims',
    'increment-requested',
    () => [sideField()],
    () => ({}),
    player,
  ),
  act(
    'appeal',
    'lane-claims',
    'appeal-lodged',
    () => [sideField(), note('note')],
    (written) => ({ note: written('note') }),
    player,
  ),
  act(
    'appeal-decided',
    'lane-claims',
    'appeal-decided',
    () => [resultField('10', true), note('note')],
    (written) => ({
      note: written('note'),
      ...(written('result') !== '' && { result: resultOf(written) }),
    }),
  ),
  act(
    'written',
    'moves',
    'move-recorded',
    () => [sideField(), number('ply', 'half-move', 1), { name: 'move', label: 'enter-move', kind: 'text' }],
    (written) => ({ ply: Number(written('ply')), text: written('move') }),
    player,
  ),
  act(
    'draw-sign',
    'moves',
    'draw-sign-recorded',
    () => [sideField(), number('ply', 'half-move', 1)],
    (written) => ({ ply: Number(written('ply')) }),
    player,
  ),
  act(
    'signed',
    'moves',
    'scoresheet-signed',
    () => [sideField(), resultField()],
    (written) => ({ result: resultOf(written) }),
    player,
  ),
  act(
    'shown',
    'moves',
    'scoresheet-shown',
    () => [sideField()],
    (written) => ({ side: sideOf(written) }),
  ),
  act(
    'reconstruction',
    'moves',
    'reconstruction-started',
    () => [],
    () => ({}),
  ),
  act(
    'reconstructed',
    'moves',
    'reconstruction-ended',
    () => [{ ...number('plies', 'half-moves', 0, 0), start: '', optional: true }],
    (written) => (written('plies') === '' ? {} : { plies: Number(written('plies')) }),
  ),
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
    () => [
      used('white'),
      used('black'),
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
  act(
    'lost',
    'adjournment',
    'envelope-lost',
    () => [],
    () => ({}),
  ),
  act(
    'resumed',
    'adjournment',
    'play-resumed',
    () => [],
    () => ({}),
  ),
  act(
    'assistant',
    'lane-record',
    'assistant-appointed',
    () => [sideField(), choice('duties', 'k', DUTIES)],
    (written) => ({ side: sideOf(written), duties: [written('kind')] }),
  ),
  act(
    'two-boards',
    'lane-record',
    'two-boards-agreed',
    () => [],
    () => ({}),
  ),
]

/** The acts in the order of the form; those that decide of a verdict only where there is one. */
export const actsFor = (verdict: Verdict | null): readonly FormAct[] =>
  FORM_ACTS.filter(({ needsVerdict = false }) => !needsVerdict || verdict !== null)
