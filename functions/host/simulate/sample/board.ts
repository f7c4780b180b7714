/** The type of a board of the sample round, and the reports with which each game begins. */
import type { EventData } from '../../../../events/index.ts'
import type { SampleGameWriter } from './game-writer.ts'

export type SampleOpening = EventData<'game-opened'>

type SamplePlayer = SampleOpening['white']

export interface SampleBoard {
  /** What the game shows, in a line. */
  readonly about: string
  /** Invented. */
  readonly players: readonly [white: SamplePlayer, black: SamplePlayer]
  /** Fields of the opening in which the game differs from the others. */
  readonly opened?: Partial<SampleOpening>
  /** Writes the game from the start of play. */
  write(game: SampleGameWriter): void
}

export const SECOND_MS = 1000
export const ONE_MINUTE_MS = 60 * SECOND_MS

/** Both players arrive, and the arbiter starts the session. */
export function beginSampleGame(game: SampleGameWriter): void {
  game.report('player-arrived', 'arbiter', { side: 'white' })
  game.report('player-arrived', 'arbiter', { side: 'black' })
  game.report('session-started', 'arbiter', {})
}
