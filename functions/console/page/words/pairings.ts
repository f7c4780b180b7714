/** Faults of pairings in the page's language: the texts are loaded with the office. */
import type { PairingFault, PairingFaultSlots } from '../../../../domain/formats/pairings/index.ts'
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

/** The value of a slot: a side or a player of a report in the page's words, any other as it is. */
function slotText(name: string, slots: PairingFaultSlots, words: PairingWords): string {
  const value = slots[name] ?? ''
  if (name === 'who' && slots['rank'] !== undefined)
    return inChosenScript(words['player-of-rank']).replace('{rank}', String(slots['rank']))
  const isSide = (name === 'who' || name === 'side') && (value === 'white' || value === 'black')
  return isSide ? t(value) : String(value)
}

/** The fault in the page's language; the service's own words where it has no code. */
export function faultInPageLanguage({ reason, code, slots = {} }: Omit<PairingFault, 'line'>): LocalText {
  const words = known.value?.words
  if (words === undefined || code === undefined || code === 'refused') return { text: reason, lang: 'en' }
  // What somebody wrote stays in the letters in which it was written.
  const text = inChosenScript(words[code]).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    slotText(name, slots, words),
  )
  return { text, lang: chosenLanguage.value }
}
