/** What the Laws say, in Polish. */
import { PL_FRAME } from '../../../../../domain/laws/phrases/frames/pl.ts'
import { PL } from '../../../../../domain/laws/phrases/pl.ts'
import { remarkIn } from '../../../../../domain/laws/phrases/remark.ts'
import { PL_REMARKS } from '../../../../../domain/laws/phrases/remarks/pl.ts'
import type { LawWords } from '../laws.ts'

export const LAWS: LawWords = {
  phrases: PL,
  frame: PL_FRAME,
  remark: (text, told) => remarkIn(text, PL_REMARKS, told),
}
