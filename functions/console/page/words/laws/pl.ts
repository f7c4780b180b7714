/** What the Laws say, in Polish. */
import { PL_FRAME } from '../../../../../domain/laws/text/frames/pl.ts'
import { PL } from '../../../../../domain/laws/text/pl.ts'
import { PL_REMARKS } from '../../../../../domain/laws/text/remarks/pl.ts'
import type { LawWords } from './law-words.ts'

export const LAWS: LawWords = { phrases: PL, frame: PL_FRAME, remarks: PL_REMARKS }
