/** What the Laws say, in English. */
import { EN_PHRASES } from '../../../../../domain/laws/text/en.ts'
import { EN_FRAME } from '../../../../../domain/laws/text/frames/en.ts'
import { EN_REMARKS } from '../../../../../domain/laws/text/remarks/en.ts'
import type { LawTexts } from './law-words.ts'

const LAW_TEXTS: LawTexts = { phrases: EN_PHRASES, frame: EN_FRAME, remarks: EN_REMARKS }

export default LAW_TEXTS
