/** What the Laws say, in Slovene. */
import { SL_FRAME } from '../../../../../domain/laws/text/frames/sl.ts'
import { SL_REMARKS } from '../../../../../domain/laws/text/remarks/sl.ts'
import { SL } from '../../../../../domain/laws/text/sl.ts'
import type { LawWords } from './law-words.ts'

export const LAWS: LawWords = { phrases: SL, frame: SL_FRAME, remarks: SL_REMARKS }
