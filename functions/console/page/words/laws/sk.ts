/** What the Laws say, in Slovak. */
import { SK_FRAME } from '../../../../../domain/laws/text/frames/sk.ts'
import { SK_REMARKS } from '../../../../../domain/laws/text/remarks/sk.ts'
import { SK_PHRASES } from '../../../../../domain/laws/text/sk.ts'
import type { LawTexts } from './law-words.ts'

const LAW_TEXTS: LawTexts = { phrases: SK_PHRASES, frame: SK_FRAME, remarks: SK_REMARKS }

export default LAW_TEXTS
