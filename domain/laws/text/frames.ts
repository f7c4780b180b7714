/** The frame of each language around the clause of a rule: sides in their cases, times, results, statuses. */
import { EN_FRAME } from './frames/en.ts'
import { PL_FRAME } from './frames/pl.ts'
import { SK_FRAME } from './frames/sk.ts'
import { SL_FRAME } from './frames/sl.ts'
import { SR_FRAME } from './frames/sr.ts'

export const FRAMES = { en: EN_FRAME, sl: SL_FRAME, sk: SK_FRAME, sr: SR_FRAME, pl: PL_FRAME } as const
