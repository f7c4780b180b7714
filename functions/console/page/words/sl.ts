/** The page in Slovene. */
import type { PageTexts } from './en.ts'
import { SL_RECORD } from './record/sl.ts'
import { SL_ENTRY } from './screens/entry/sl.ts'
import { SL_GAME } from './screens/game/sl.ts'
import { SL_OFFICE } from './screens/office/sl.ts'
import { SL_PAGE } from './screens/page/sl.ts'
import { SL_REPORT } from './screens/report/sl.ts'
import { SL_ROUND } from './screens/round/sl.ts'
import { SL_RULINGS } from './screens/rulings/sl.ts'

export const PAGE_SL: PageTexts = {
  ...SL_PAGE,
  ...SL_ROUND,
  ...SL_GAME,
  ...SL_ENTRY,
  ...SL_RULINGS,
  ...SL_REPORT,
  ...SL_OFFICE,
  ...SL_RECORD,
}
