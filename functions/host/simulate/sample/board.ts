/** What a board of the sample round is made of, and how all of them begin. */
import type { EventData } from '../../../../events/index.ts'
import type { Score } from './score.ts'

export type Opened = EventData<'game-opened'>

export interface Board {
  readonly about: string
  readonly opened?: Partial<Opened>
  /** Writes the game from the start of play. */
  write(score: Score): void
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND

export function begin(score: Score): void {
  score.tell('player-arrived', 'arbiter', { side: 'white' })
  score.tell('player-arrived', 'arbiter', { side: 'black' })
  score.tell('session-started', 'arbiter', {})
}
