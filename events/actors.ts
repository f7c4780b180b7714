/**
 * Who may have done it: the values of `by` that each type takes.
 * Where the vocabulary names nobody, everybody is taken; the reducer weighs what an odd actor's report is worth.
 */
import type { Actor } from './vocabulary.ts'

const PLAYERS = ['white', 'black'] as const
const ARBITER = ['arbiter'] as const
const CLOCK = ['clock'] as const
const OFFICIALS = ['arbiter', 'assistant', 'operator'] as const
const NOT_PLAYERS = ['arbiter', 'assistant', 'operator', 'board', 'clock'] as const
const PEOPLE = ['white', 'black', 'arbiter', 'assistant', 'operator'] as const
const ANYBODY = ['white', 'black', 'arbiter', 'assistant', 'operator', 'board', 'clock'] as const

export const ACTORS_OF = {
  'game-opened': ANYBODY,
  'player-arrived': ANYBODY,
  'session-started': NOT_PLAYERS,
  'setup-corrected': PEOPLE,
  'details-corrected': OFFICIALS,
  'assistant-appointed': PEOPLE,
  'two-boards-agreed': PEOPLE,

  'report-corrected': ['arbiter', 'operator'],

  'adjust-announced': PLAYERS,
  'piece-touched': PLAYERS,
  'piece-lifted': ANYBODY,
  'piece-placed': ANYBODY,
  'piece-released': ANYBODY,
  'move-made': ['white', 'black', 'board', 'operator', 'arbiter', 'assistant'],
  'castling-announced': PLAYERS,
  'pieces-displaced': ANYBODY,
  'pieces-restored': ANYBODY,

  'clock-pressed': PLAYERS,
  'clocks-stopped': ANYBODY,
  'clocks-started': ANYBODY,
  'clock-set': ARBITER,
  'clock-read': CLOCK,
  'clock-replaced': OFFICIALS,
  'flag-fallen': CLOCK,
  'flag-noticed': ['white', 'black', 'arbiter', 'assistant'],

  'draw-offered': PLAYERS,
  'draw-accepted': PLAYERS,
  'draw-declined': PLAYERS,
  'draw-claimed': PLAYERS,
  'increment-requested': PLAYERS,
  'claim-made': ['white', 'black', 'assistant'],
  'claim-decided': ARBITER,
  resigned: PLAYERS,

  'irregularity-noticed': OFFICIALS,
  'position-restored': ARBITER,
  'penalty-imposed': ARBITER,
  'verdict-decided': ARBITER,
  'time-granted': ARBITER,
  'incident-recorded': PEOPLE,
  /** The operator's is an imported game's result. */
  'result-set': ['arbiter', 'operator'],
  'appeal-lodged': PEOPLE,
  'appeal-decided': OFFICIALS,

  'move-recorded': PEOPLE,
  'draw-sign-recorded': PEOPLE,
  'scoresheet-signed': PEOPLE,
  'scoresheet-shown': PEOPLE,
  'reconstruction-started': PEOPLE,
  'reconstruction-ended': PEOPLE,

  'sealing-requested': PEOPLE,
  'move-sealed': PLAYERS,
  'game-adjourned': PEOPLE,
  'envelope-opened': PEOPLE,
  'envelope-lost': PEOPLE,
  'play-resumed': PEOPLE,
  'move-announced': PLAYERS,
  'announcement-corrected': PLAYERS,

  'round-opened': OFFICIALS,
  'board-assigned': OFFICIALS,
  'board-vacated': OFFICIALS,
  'round-published': OFFICIALS,
  'round-closed': OFFICIALS,
} as const satisfies Record<string, readonly [Actor, ...Actor[]]>

/** Who may have done an event of this type. */
export type ActorOf<T extends keyof typeof ACTORS_OF> = (typeof ACTORS_OF)[T][number]
