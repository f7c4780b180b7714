/**
 * The values of `by` (who did it) that each event type accepts. A type whose actor the vocabulary leaves open accepts every
 * actor.
 */
import type { Actor } from './vocabulary.ts'

const PLAYERS = ['white', 'black'] as const
const ARBITER = ['arbiter'] as const
const CLOCK = ['clock'] as const
const OFFICIALS = ['arbiter', 'assistant', 'operator'] as const
const NOT_PLAYERS = ['arbiter', 'assistant', 'operator', 'board', 'clock'] as const
const PEOPLE = ['white', 'black', 'arbiter', 'assistant', 'operator'] as const
const ANY_ACTOR = ['white', 'black', 'arbiter', 'assistant', 'operator', 'board', 'clock'] as const

export const ACTORS_OF = {
  'game-opened': ANY_ACTOR,
  'player-arrived': ANY_ACTOR,
  'session-started': NOT_PLAYERS,
  'setup-corrected': PEOPLE,
  'details-corrected': OFFICIALS,
  'assistant-appointed': PEOPLE,
  'two-boards-agreed': PEOPLE,

  'report-corrected': ['arbiter', 'operator'],

  'adjust-announced': PLAYERS,
  'piece-touched': PLAYERS,
  'piece-lifted': ANY_ACTOR,
  'piece-placed': ANY_ACTOR,
  'piece-released': ANY_ACTOR,
  'move-made': ['white', 'black', 'board', 'operator', 'arbiter', 'assistant'],
  'castling-announced': PLAYERS,
  'pieces-displaced': ANY_ACTOR,
  'pieces-restored': ANY_ACTOR,

  'clock-pressed': PLAYERS,
  'clocks-stopped': ANY_ACTOR,
  'clocks-started': ANY_ACTOR,
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
  /** By an operator: as an import tells it, or as it was typed in where there was none. */
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

/** The values of `by` that an event of this type accepts. */
export type ActorOf<T extends keyof typeof ACTORS_OF> = (typeof ACTORS_OF)[T][number]
