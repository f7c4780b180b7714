/** What sources and imports say, in the page's language: the texts are loaded with the office. */
import type { Remark, RemarkParam } from '../../../../domain/reasons.ts'
import { remarkInPageLanguage } from './laws.ts'
import { loadWords } from './load-words.ts'
import type { SourceWords } from './sources/source-words.ts'
import { chosenLanguage, inChosenScript, type LocalText, t } from './texts.ts'

const known = loadWords<SourceWords>({
  en: () => import('./sources/en.ts'),
  sl: () => import('./sources/sl.ts'),
  sk: () => import('./sources/sk.ts'),
  sr: () => import('./sources/sr.ts'),
  pl: () => import('./sources/pl.ts'),
})

const SIDE_SLOTS = ['side', 'running', 'turn']

function slotInWords(slot: string, value: RemarkParam, words: SourceWords): string {
  if (typeof value === 'string' || typeof value === 'number')
    return SIDE_SLOTS.includes(slot) && (value === 'white' || value === 'black') ? t(value) : String(value)
  return 'code' in value ? inWords(value, words) : value.join(', ')
}

/** A remark in words; reasons of the Laws and of notation have theirs in `laws.ts`. */
function inWords(remark: Remark, words: SourceWords): string {
  const { code, params } = remark
  if (!Object.hasOwn(words, code)) return remarkInPageLanguage(remark).text
  // What somebody wrote stays in the letters in which it was written.
  return inChosenScript(words[code as keyof SourceWords]).replaceAll(/\{(\w+)\}/g, (_, slot: string) =>
    slotInWords(slot, params[slot] ?? '', words),
  )
}

/** The remark in the page's language; `english` until its words are there, and for what another service answered. */
export function sourceRemarkInPageLanguage(remark: Remark | undefined, english: string): LocalText {
  const words = known.value?.words
  return words === undefined || remark === undefined || remark.code === 'service-says'
    ? { text: english, lang: 'en' }
    : { text: inWords(remark, words), lang: chosenLanguage.value }
}
