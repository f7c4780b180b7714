/** All that happens in a game and at its table: everything a correction may put in place of a wrong report. */
import type * as z from 'zod'
import { adjournment } from './adjournment.ts'
import { arbiter } from './arbiter.ts'
import { board } from './board.ts'
import { claims } from './claims.ts'
import { clock } from './clock.ts'
import { opening } from './opening.ts'
import { scoresheet } from './scoresheet.ts'

export const HAPPENINGS = {
  ...opening,
  ...board,
  ...clock,
  ...claims,
  ...arbiter,
  ...scoresheet,
  ...adjournment,
}

export type HappeningType = keyof typeof HAPPENINGS

export type HappeningData<T extends HappeningType> = z.output<(typeof HAPPENINGS)[T]>
