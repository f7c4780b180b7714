/** Faults of pairings in the page's language: the texts are loaded with the office. */
import { effect, signal } from '@preact/signals-core'
import type { PairingFault } from '../../../../domain/formats/pairings/index.ts'
import type { ExplanationLanguage } from '../../../../domain/laws/text/phrase.ts'
import { loadPart } from '../ui/load.ts'
import type { PairingWords } from './pairings/pairing-words.ts'
import { chosenLanguage, inChosenScript, type LocalText, pageLanguage, t } from './texts.ts'

const LOADERS: Readonly<Record<ExplanationLanguage, () => Promise<{ readonly default: PairingWords }>>> = {
  en: () => import('./pairings/en.ts'),
  sl: () => import('./pairings/sl.ts'),
  sk: () => import('./pairings/sk.ts'),
  sr: () => import('./pairings/sr.ts'),
  pl: () => import('./pairings/pl.ts'),
}

const known = signal<PairingWords | null>(null)

effect(() => {
  const code = pageLanguage.value
  void loadPart(LOADERS[code]).then(({ default: words }) => {
    if (pageLanguage.peek() === code) known.value = words
  })
})

/** What a reader of files says of a side, as the page calls it. */
const slotText = (name: string, value: string | number): string =>
  name === 'who' && (value === 'white' || value === 'black') ? t(value) : String(value)

/** The fault in the page's language; the service's own words where it has no code. */
export function faultInPageLanguage({ reason, code, slots = {} }: Omit<PairingFault, 'line'>): LocalText {
  const sentence = code === undefined ? undefined : known.value?.[code]
  if (sentence === undefined) return { text: reason, lang: 'en' }
  // What somebody wrote stays in the letters in which it was written.
  const text = inChosenScript(sentence).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    slotText(name, slots[name] ?? ''),
  )
  return { text, lang: chosenLanguage.value }
}
