/** What the Laws say, in Polish. */
import { PL_FRAME } from '../../../../../domain/laws/text/frames/pl.ts'
import { PL_PHRASES } from '../../../../../domain/laws/text/pl.ts'
import { PL_REMARKS } from '../../../../../domain/laws/text/remarks/pl.ts'
import type { LawTexts } from './law-words.ts'

const LAW_TEXTS: LawTexts = { phrases: PL_PHRASES, frame: PL_FRAME, remarks: PL_REMARKS }

export default LAW_TEXTS
