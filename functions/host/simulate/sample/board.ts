/** The type of a sample board, and the reports with which each begins. */
import type { EventData } from '../../../../events/index.ts'
import type { SampleGameWriter } from './game-writer.ts'

export type SampleOpening = EventData<'game-opened'>

export interface SampleBoard {
  readonly about: string
  readonly opened?: Partial<SampleOpening>
  /** Writes the game from the start of play. */
  write(score: SampleGameWriter): void
}

export const SECOND_MS = 1000
export const ONE_MINUTE_MS = 60 * SECOND_MS

export function beginSampleGame(score: SampleGameWriter): void {
  score.tell('player-arrived', 'arbiter', { side: 'white' })
  score.tell('player-arrived', 'arbiter', { side: 'black' })
  score.tell('session-started', 'arbiter', {})
}
