/** The kind of play of a time control: standard, rapid or blitz (A.1, B.1). */
import type { Edition, Play, TimeControl } from '../../events/index.ts'
import { EDITION_PARAMETERS } from '../editions/editions.ts'
import type { LawParameters } from '../editions/parameters.ts'

const HOUR_MS = 3_600_000
const MEASURED_MOVES = 60

/** The time for sixty moves, in ms: the main time of all periods, and the bonus or delay of each of the moves. */
export function timeForSixtyMoves({ periods }: TimeControl): number {
  let total = 0
  let left = MEASURED_MOVES
  for (const { time, bonus = 0, moves = left } of periods) {
    const counted = Math.min(moves, left)
    total += time + counted * bonus
    left -= counted
  }
  return total
}

/** The kind of play by the time for sixty moves (A.1, B.1): an hour or more is standard; below the edition's limit is blitz. */
export function playByLength(ms: number, { rapidFrom }: Pick<LawParameters, 'rapidFrom'>): Play {
  if (ms >= HOUR_MS) return 'standard'
  const rapid = rapidFrom.inclusive ? ms >= rapidFrom.ms : ms > rapidFrom.ms
  return rapid ? 'rapid' : 'blitz'
}

/** The kind of play that an edition makes of a time control (A.1, B.1). */
export const playByTimeControl = (control: TimeControl, edition: Edition): Play =>
  playByLength(timeForSixtyMoves(control), EDITION_PARAMETERS[edition])
