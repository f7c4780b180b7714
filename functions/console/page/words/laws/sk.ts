/** What the Laws say, in Slovak. */
import { SK_FRAME } from '../../../../../domain/laws/phrases/frames/sk.ts'
import { remarkIn } from '../../../../../domain/laws/phrases/remark.ts'
import { SK_REMARKS } from '../../../../../domain/laws/phrases/remarks/sk.ts'
import { SK } from '../../../../../domain/laws/phrases/sk.ts'
import type { LawWords } from '../laws.ts'

export const LAWS: LawWords = {
  phrases: SK,
  frame: SK_FRAME,
  remark: (text, told) => remarkIn(text, SK_REMARKS, told),
}
