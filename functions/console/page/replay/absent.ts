/** Which players have not come, as far as arrivals are recorded. */
import type { PublicState } from '../../../../domain/game/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'

const SIDES: readonly Side[] = ['white', 'black']

interface Attendance extends Pick<PublicState, 'arrived' | 'status' | 'turn'> {
  /** Moves that were made. */
  readonly plies: number
}

/**
 * The players whose arrival is not recorded and who have made no move. `isRecorded`: whether arrivals are recorded here; where they are
 * not, after the end, and in an adjourned game, nobody counts as absent.
 */
export function absentSides(
  { arrived, status, turn, plies }: Attendance,
  isRecorded: boolean,
): readonly Side[] {
  if (!isRecorded || status === 'ended' || status === 'adjourned') return []
  const hasMoved = (side: Side) => plies > 1 || (plies === 1 && turn !== side)
  return SIDES.filter((side) => (arrived?.[side] ?? null) === null && !hasMoved(side))
}
