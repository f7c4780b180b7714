/** What a time control makes of play: standard, rapid or blitz (A.1, B.1). */
import type { Edition, Play, TimeControl } from '../../events/index.ts'
import { EDITION_PARAMETERS } from '../editions/editions.ts'
import type { LawParameters } from '../editions/parameters.ts'

const HOUR_MS = 3_600_000
const MEASURED_MOVES = 60

/** The main time of all periods, and what each of sixty moves adds to it or is not charged, ms. */
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

/** A.1, B.1: an hour or more is neither; what lies below the edition's limit is blitz. */
export function playByLength(ms: number, { rapidFrom }: Pick<LawParameters, 'rapidFrom'>): Play {
  if (ms >= HOUR_MS) return 'standard'
  const rapid = rapidFrom.inclusive ? ms >= rapidFrom.ms : ms > rapidFrom.ms
  return rapid ? 'rapid' : 'blitz'
}

/** What an edition calls play at a time control (A.1, B.1). */
export const playByTimeControl = (control: TimeControl, edition: Edition): Play =>
  playByLength(timeForSixtyMoves(control), EDITION_PARAMETERS[edition])
