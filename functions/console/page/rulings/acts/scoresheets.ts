/** Acts about scoresheets: moves, draw signs, signatures and reconstructions. */
import { act, type FormAct, number, player, resultField, resultOf, sideAct, sideField } from './form-act.ts'

export const SCORESHEET_ACTS: readonly FormAct[] = [
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
  sideAct('shown', 'moves', 'scoresheet-shown'),
  act('reconstruction', 'moves', 'reconstruction-started'),
  act(
    'reconstructed',
    'moves',
    'reconstruction-ended',
    () => [{ ...number('plies', 'half-moves', 0, 0), start: '', optional: true }],
    (written) => (written('plies') === '' ? {} : { plies: Number(written('plies')) }),
  ),
]
