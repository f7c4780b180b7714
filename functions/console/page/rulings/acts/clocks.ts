/** Acts about the clocks, their flags, and the start of play. */
import { t } from '../../words/texts.ts'
import { act, type FormAct, note, sideAct, sideField, writtenSide } from './form-act.ts'

export const CLOCK_ACTS: readonly FormAct[] = [
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
    ...{ id: 'start', group: 'lane-clock', text: () => t('act-start') },
    fields: () => [sideField()],
    draft: (written) => ({ type: 'clocks-started', by: 'arbiter', data: { side: writtenSide(written) } }),
  },
  {
    ...{ id: 'clocks', group: 'lane-clock', text: () => t('clocks-set') },
    fields: () => [{ name: 'clocks', label: 'clocks-set', kind: 'clocks' }, note()],
    // ruling-form.ts makes the event with both clocks itself.
    draft: (written) => ({ type: 'clock-set', by: 'arbiter', data: { reason: written('note') } }),
  },
  sideAct('flag', 'lane-clock', 'flag-noticed'),
  act('session', 'lane-clock', 'session-started'),
]
