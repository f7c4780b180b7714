/** What the Laws say, in English: options and notes are English as they come. */
import { EN } from '../../../../../domain/laws/text/en.ts'
import { EN_FRAME } from '../../../../../domain/laws/text/frames/en.ts'
import type { LawWords } from './law-words.ts'

export const LAWS: LawWords = { phrases: EN, frame: EN_FRAME, remarks: null }
