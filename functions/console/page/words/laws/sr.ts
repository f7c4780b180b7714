/** What the Laws say, in Serbian. */
import { SR_FRAME } from '../../../../../domain/laws/text/frames/sr.ts'
import { SR_REMARKS } from '../../../../../domain/laws/text/remarks/sr.ts'
import { SR_PHRASES } from '../../../../../domain/laws/text/sr.ts'
import type { LawTexts } from './law-words.ts'

const LAW_TEXTS: LawTexts = { phrases: SR_PHRASES, frame: SR_FRAME, remarks: SR_REMARKS }

export default LAW_TEXTS
