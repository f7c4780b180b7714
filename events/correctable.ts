/** The schemas of all types that a correction may put in place of a wrong report: a game's types save `report-corrected`. */
import type * as z from 'zod'
import { adjournmentSchemas } from './adjournment.ts'
import { arbiterSchemas } from './arbiter.ts'
import { boardSchemas } from './board.ts'
import { claimSchemas } from './claims.ts'
import { clockSchemas } from './clock.ts'
import { openingSchemas } from './opening.ts'
import { scoresheetSchemas } from './scoresheet.ts'

export const CORRECTABLE_SCHEMAS = {
  ...openingSchemas,
  ...boardSchemas,
  ...clockSchemas,
  ...claimSchemas,
  ...arbiterSchemas,
  ...scoresheetSchemas,
  ...adjournmentSchemas,
}

export type CorrectableType = keyof typeof CORRECTABLE_SCHEMAS

export type CorrectableData<T extends CorrectableType> = z.output<(typeof CORRECTABLE_SCHEMAS)[T]>
