/** What the Laws say, in English: options and notes are English as they come. */
import { EN_PHRASES } from '../../../../../domain/laws/text/en.ts'
import { EN_FRAME } from '../../../../../domain/laws/text/frames/en.ts'
import type { LawTexts } from './law-words.ts'

const LAW_TEXTS: LawTexts = { phrases: EN_PHRASES, frame: EN_FRAME, remarks: null }

export default LAW_TEXTS
