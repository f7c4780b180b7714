/** What a language brings along to tell verdicts. */
import type { Frame, Phrasebook } from '../../../../../domain/laws/text/phrase.ts'
import type { Remarks } from '../../../../../domain/laws/text/remarks/en.ts'

export interface LawWords {
  readonly phrases: Phrasebook
  readonly frame: Frame
  /** Options, notes and reasons; null: the language in which the Laws here write them. */
  readonly remarks: Remarks | null
}
