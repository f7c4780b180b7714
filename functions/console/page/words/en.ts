/** The page in English, screen by screen: the list of all its texts, which every other language must have too. */
import { EN_RECORD } from './record/en.ts'
import { EN_ENTRY } from './screens/entry/en.ts'
import { EN_GAME } from './screens/game/en.ts'
import { EN_OFFICE } from './screens/office/en.ts'
import { EN_PAGE } from './screens/page/en.ts'
import { EN_REPORT } from './screens/report/en.ts'
import { EN_ROUND } from './screens/round/en.ts'
import { EN_RULINGS } from './screens/rulings/en.ts'

export const PAGE_EN = {
  ...EN_PAGE,
  ...EN_ROUND,
  ...EN_GAME,
  ...EN_ENTRY,
  ...EN_RULINGS,
  ...EN_REPORT,
  ...EN_OFFICE,
  ...EN_RECORD,
} as const

export type TextKey = keyof typeof PAGE_EN
export type PageTexts = Readonly<Record<TextKey, string>>
export type RecordTexts = Readonly<Record<keyof typeof EN_RECORD, string>>
