/** What the Laws say, in Slovene. */
import { SL_FRAME } from '../../../../../domain/laws/text/frames/sl.ts'
import { SL_REMARKS } from '../../../../../domain/laws/text/remarks/sl.ts'
import { SL_PHRASES } from '../../../../../domain/laws/text/sl.ts'
import type { LawTexts } from './law-words.ts'

const LAW_TEXTS: LawTexts = { phrases: SL_PHRASES, frame: SL_FRAME, remarks: SL_REMARKS }

export default LAW_TEXTS
