/** What the Laws say, in Slovak. */
import { SK_FRAME } from '../../../../../domain/laws/phrases/frames/sk.ts'
import { SK_REMARKS } from '../../../../../domain/laws/phrases/remarks/sk.ts'
import { SK } from '../../../../../domain/laws/phrases/sk.ts'
import type { LawWords } from './law-words.ts'

export const LAWS: LawWords = { phrases: SK, frame: SK_FRAME, remarks: SK_REMARKS }
