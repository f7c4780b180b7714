/** The page in Slovak. */
import type { PageTexts } from './en.ts'
import { SK_RECORD } from './record/sk.ts'
import { SK_ENTRY } from './screens/entry/sk.ts'
import { SK_GAME } from './screens/game/sk.ts'
import { SK_OFFICE } from './screens/office/sk.ts'
import { SK_PAGE } from './screens/page/sk.ts'
import { SK_REPORT } from './screens/report/sk.ts'
import { SK_ROUND } from './screens/round/sk.ts'
import { SK_RULINGS } from './screens/rulings/sk.ts'

export const PAGE_SK: PageTexts = {
  ...SK_PAGE,
  ...SK_ROUND,
  ...SK_GAME,
  ...SK_ENTRY,
  ...SK_RULINGS,
  ...SK_REPORT,
  ...SK_OFFICE,
  ...SK_RECORD,
}
