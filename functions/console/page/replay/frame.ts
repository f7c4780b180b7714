/** A game at one instant, as the page shows it: from the record itself, or from what the public may see. */
import type { ClockFace } from '../../../../domain/clock/index.ts'
import type { GameState, PublicState } from '../../../../domain/game/index.ts'

export type Touches = readonly { readonly square: string; readonly own: boolean; readonly seq: number }[]

export interface GameFrame {
  /** Of the last event. */
  readonly seq: number
  /** Its effective time, ms since 1970. */
  readonly at: number
  readonly state: Omit<PublicState, 'verdicts' | 'mustPlay' | 'offer' | 'counters'> & {
    readonly verdicts: PublicState['verdicts']
    readonly mustPlay: PublicState['mustPlay']
    readonly offer: PublicState['offer']
    readonly counters: Partial<PublicState['counters']>
  }
  readonly touches: Touches
  /** The whole fold, where the record is open to the reader. */
  readonly gameState: GameState | null
  /** Both clocks at an instant not before `at`; null: no clock. */
  clockAt(ms: number): ClockFace | null
}
