/** All acts that an arbiter may record, as data: the fields of each, and the event that is made of them. */
import type { Verdict } from '../../../../domain/game/index.ts'
import { ADJOURNMENT_ACTS } from './acts/adjournment.ts'
import { CLAIM_ACTS } from './acts/claims.ts'
import { CLOCK_ACTS } from './acts/clocks.ts'
import type { FormAct } from './acts/form-act.ts'
import { OPENING_ACTS } from './acts/opening.ts'
import { RULING_ACTS } from './acts/rulings.ts'
import { SCORESHEET_ACTS } from './acts/scoresheets.ts'

/** All acts, in the order of their groups. */
export const FORM_ACTS: readonly FormAct[] = [
  ...RULING_ACTS,
  ...CLAIM_ACTS,
  ...CLOCK_ACTS,
  ...OPENING_ACTS,
  ...SCORESHEET_ACTS,
  ...ADJOURNMENT_ACTS,
]

/** The acts in the order of the form; acts that settle a verdict only where there is one. */
export const actsFor = (verdict: Verdict | null): readonly FormAct[] =>
  FORM_ACTS.filter(({ needsVerdict = false }) => !needsVerdict || verdict !== null)
