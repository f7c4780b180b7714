/** The words of a language in which verdicts are explained. */
import type { Phrasebook, SentenceFrame } from '../../../../../domain/laws/text/phrase.ts'
import type { Remarks } from '../../../../../domain/laws/text/remarks/en.ts'

export interface LawTexts {
  readonly phrases: Phrasebook
  readonly frame: SentenceFrame
  /** Options, notes and reasons. */
  readonly remarks: Remarks
}
