/** Faults of pairings in the page's language: the texts are loaded with the office. */
import type { PairingFault } from '../../../../domain/formats/pairings/index.ts'
import { loadWords } from './load-words.ts'
import type { PairingWords } from './pairings/pairing-words.ts'
import { chosenLanguage, inChosenScript, type LocalText, t } from './texts.ts'

const known = loadWords<PairingWords>({
  en: () => import('./pairings/en.ts'),
  sl: () => import('./pairings/sl.ts'),
  sk: () => import('./pairings/sk.ts'),
  sr: () => import('./pairings/sr.ts'),
  pl: () => import('./pairings/pl.ts'),
})

/** What a reader of files says of a side, as the page calls it. */
const slotText = (name: string, value: string | number): string =>
  name === 'who' && (value === 'white' || value === 'black') ? t(value) : String(value)

/** The fault in the page's language; the service's own words where it has no code. */
export function faultInPageLanguage({ reason, code, slots = {} }: Omit<PairingFault, 'line'>): LocalText {
  const sentence = code === undefined ? undefined : known.value?.words[code]
  if (sentence === undefined) return { text: reason, lang: 'en' }
  // What somebody wrote stays in the letters in which it was written.
  const text = inChosenScript(sentence).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    slotText(name, slots[name] ?? ''),
  )
  return { text, lang: chosenLanguage.value }
}
