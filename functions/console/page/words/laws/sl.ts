/** What the Laws say, in Slovene. */
import { SL_FRAME } from '../../../../../domain/laws/phrases/frames/sl.ts'
import { SL_REMARKS } from '../../../../../domain/laws/phrases/remarks/sl.ts'
import { SL } from '../../../../../domain/laws/phrases/sl.ts'
import type { LawWords } from './law-words.ts'

export const LAWS: LawWords = { phrases: SL, frame: SL_FRAME, remarks: SL_REMARKS }
