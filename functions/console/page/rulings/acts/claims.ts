/** Acts about claims, their decisions, and appeals. */
import { CLAIM_SUBJECTS, DRAW_BASES } from '../../../../../events/vocabulary.ts'
import { t } from '../../words/texts.ts'
import {
  type ActContext,
  act,
  choice,
  type FormAct,
  type FormField,
  note,
  noted,
  number,
  player,
  resultField,
  resultOf,
  seqsField,
  seqsOf,
  sideField,
} from './form-act.ts'

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

export const CLAIM_ACTS: readonly FormAct[] = [
  decision('uphold', 'upheld'),
  decision('reject', 'rejected'),
  decision('defer', 'deferred'),
  act(
    'claim',
    'lane-claims',
    'claim-made',
    () => [sideField(), choice('kind', 'k', CLAIM_SUBJECTS), seqsField, note()],
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
]
