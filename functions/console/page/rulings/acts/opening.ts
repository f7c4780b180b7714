/** Acts of the opening: arrivals, assistants and a second board. */
import { DUTIES } from '../../../../../events/vocabulary.ts'
import { act, choice, type FormAct, sideAct, sideField, writtenSide } from './form-act.ts'

export const OPENING_ACTS: readonly FormAct[] = [
  sideAct('arrived', 'lane-record', 'player-arrived'),
  act(
    'assistant',
    'lane-record',
    'assistant-appointed',
    () => [sideField(), choice('duties', 'k', DUTIES)],
    (written) => ({ side: writtenSide(written), duties: [written('kind')] }),
  ),
  act('two-boards', 'lane-record', 'two-boards-agreed'),
]
