/** The page in Polish. */
import type { PageTexts } from './en.ts'
import { PL_RECORD } from './record/pl.ts'
import { PL_ENTRY } from './screens/entry/pl.ts'
import { PL_GAME } from './screens/game/pl.ts'
import { PL_OFFICE } from './screens/office/pl.ts'
import { PL_PAGE } from './screens/page/pl.ts'
import { PL_REPORT } from './screens/report/pl.ts'
import { PL_ROUND } from './screens/round/pl.ts'
import { PL_RULINGS } from './screens/rulings/pl.ts'

export const PAGE_PL: PageTexts = {
  ...PL_PAGE,
  ...PL_ROUND,
  ...PL_GAME,
  ...PL_ENTRY,
  ...PL_RULINGS,
  ...PL_REPORT,
  ...PL_OFFICE,
  ...PL_RECORD,
}
