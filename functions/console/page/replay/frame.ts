/** A game at one instant, as the page shows it: from the record itself, or from what the public may see. */
import type { ClockFace } from '../../../../domain/clock/index.ts'
import type { GameState, PublicState } from '../../../../domain/game/index.ts'

export type Touches = readonly { readonly square: string; readonly own: boolean; readonly seq: number }[]

export interface GameFrame {
  /** Seq of the last event. */
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
  /** The whole folded state; null where the reader may not read the record. */
  readonly gameState: GameState | null
  /** Both clocks at an instant not before `at`; null where there is no clock. */
  clockAt(ms: number): ClockFace | null
}
