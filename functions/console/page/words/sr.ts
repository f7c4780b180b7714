/** The page in Serbian, in Latin letters. */
import type { PageTexts } from './en.ts'
import { SR_RECORD } from './record/sr.ts'
import { SR_ENTRY } from './screens/entry/sr.ts'
import { SR_GAME } from './screens/game/sr.ts'
import { SR_OFFICE } from './screens/office/sr.ts'
import { SR_PAGE } from './screens/page/sr.ts'
import { SR_REPORT } from './screens/report/sr.ts'
import { SR_ROUND } from './screens/round/sr.ts'
import { SR_RULINGS } from './screens/rulings/sr.ts'

export const PAGE_SR: PageTexts = {
  ...SR_PAGE,
  ...SR_ROUND,
  ...SR_GAME,
  ...SR_ENTRY,
  ...SR_RULINGS,
  ...SR_REPORT,
  ...SR_OFFICE,
  ...SR_RECORD,
}
