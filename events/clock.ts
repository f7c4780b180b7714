/** Schemas of what happens at the clock: presses, stops, settings, readings and flags. Times are remaining milliseconds. */
import {
  eachSide,
  fields,
  freeText,
  millis,
  oneOf,
  shownMillis,
  side,
  wholeBetween,
  withRule,
} from './primitives.ts'
import { HANDS, SIDES } from './vocabulary.ts'

const clockSet = withRule(
  fields({
    white: millis.optional(),
    black: millis.optional(),
    /** The number of the period that the clocks are set to: one for both sides, or one for each. */
    period: eachSide(wholeBetween(1, 10), 'a period from 1 to 10, or one for white and for black').optional(),
    moveCounter: eachSide(
      wholeBetween(0, 10_000),
      'a count of moves, or one for white and for black',
    ).optional(),
    reason: freeText,
  }),
  (set) => [set.white, set.black, set.period, set.moveCounter].some((value) => value !== undefined),
  'a clock-set sets at least one of white, black, period, moveCounter',
)

export const clockSchemas = {
  'clock-pressed': fields({ hand: oneOf(HANDS).optional() }),
  'clocks-stopped': fields({ reason: freeText.optional() }),
  'clocks-started': fields({ side }),
  'clock-set': clockSet,
  /** `running` or `flag` null: the device shows that no clock runs or no flag is down; absent: it does not say. */
  'clock-read': fields({
    white: shownMillis,
    black: shownMillis,
    running: side.nullish(),
    flag: oneOf([...SIDES, 'both']).nullish(),
  }),
  'clock-replaced': fields({ white: millis, black: millis, reason: freeText }),
  'flag-fallen': fields({ side }),
  'flag-noticed': fields({ side }),
}
