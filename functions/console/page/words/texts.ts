/** The language of the page, which is chosen and remembered, and its texts with their slots filled. */
import { signal } from '@preact/signals-core'
import type { ExplanationLanguage } from '../../../../domain/laws/text/phrase.ts'
import { loadPart } from '../ui/load.ts'
import { toCyrillic } from './cyrillic.ts'
import type { PageTexts, TextKey } from './en.ts'

export type { TextKey }

export const LANGUAGE_NAMES: Readonly<Record<LanguageChoice, string>> = {
  en: 'English',
  sl: 'Slovenščina',
  sk: 'Slovenčina',
  sr: 'Srpski',
  'sr-Cyrl': 'Српски',
  pl: 'Polski',
}

const LOADERS: Readonly<Record<ExplanationLanguage, () => Promise<PageTexts>>> = {
  en: () => import('./en.ts').then(({ PAGE_EN }) => PAGE_EN),
  sl: () => import('./sl.ts').then(({ PAGE_SL }) => PAGE_SL),
  sk: () => import('./sk.ts').then(({ PAGE_SK }) => PAGE_SK),
  sr: () => import('./sr.ts').then(({ PAGE_SR }) => PAGE_SR),
  pl: () => import('./pl.ts').then(({ PAGE_PL }) => PAGE_PL),
}

const STORAGE_KEY = 'touchmove.language'

/** Languages to choose from: Serbian in both its alphabets. */
export type LanguageChoice = ExplanationLanguage | 'sr-Cyrl'
export const LANGUAGE_CHOICES = Object.keys(LANGUAGE_NAMES) as readonly LanguageChoice[]

/** The language of texts and notation, without the alphabet. */
export const pageLanguage = signal<ExplanationLanguage>('en')
/** The language as it was chosen, with the alphabet. */
export const chosenLanguage = signal<LanguageChoice>('en')
/** Empty until the first language has come: the page is drawn after that. */
const words = signal<Readonly<Record<string, string>>>({})

const isKnown = (code: string | null | undefined): code is LanguageChoice =>
  (LANGUAGE_CHOICES as readonly (string | null | undefined)[]).includes(code)

/** The chosen language, else the first of the browser's that the page has. */
export function preferredLanguage(): LanguageChoice {
  const chosen = localStorage.getItem(STORAGE_KEY)
  if (isKnown(chosen)) return chosen
  return languageOfTags(navigator.languages)
}

/** The first of the browser's languages that the page has. Serbian without an alphabet is in Cyrillic, as everywhere (CLDR). */
export function languageOfTags(tags: readonly string[]): LanguageChoice {
  for (const tag of tags) {
    const [language, ...rest] = tag.split('-')
    if (language === 'sr') return rest.includes('Latn') ? 'sr' : 'sr-Cyrl'
    if (isKnown(language)) return language
  }
  return 'en'
}

export async function loadLanguage(choice: LanguageChoice): Promise<void> {
  const code = choice === 'sr-Cyrl' ? 'sr' : choice
  const texts = await loadPart(LOADERS[code])
  chosenLanguage.value = choice
  words.value = choice === 'sr-Cyrl' ? inCyrillic(texts) : texts
  pageLanguage.value = code
  document.documentElement.lang = choice === 'sr' ? 'sr-Latn' : choice
}

/** The texts in Cyrillic; the help on shortcuts has the letters of the keyboard and remains in Latin ones. */
const inCyrillic = (texts: PageTexts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key === 'keys-help' ? text : toCyrillic(text)]),
  )

/** What comes in Serbian from elsewhere, such as the sentences of the Laws, in the alphabet that was chosen. */
export const inChosenScript = (text: string): string =>
  chosenLanguage.value === 'sr-Cyrl' ? toCyrillic(text) : text

export function setPageLanguage(code: LanguageChoice): void {
  localStorage.setItem(STORAGE_KEY, code)
  void loadLanguage(code)
}

/** A text in the page's language, or in that which `lang` names. */
export interface LocalText {
  readonly text: string
  readonly lang: string
}

export type TextSlots = Readonly<Record<string, string | number>>

/** What has to be said even where no language has come. */
const FALLBACK_TEXTS: Readonly<Partial<Record<TextKey, string>>> = {
  'load-failed': 'A part of the page could not be loaded.',
  retry: 'Try again',
}

/** A text of the page in its language. */
export function t(key: TextKey, slots: TextSlots = {}): string {
  return (words.value[key] ?? FALLBACK_TEXTS[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(slots[name] ?? ''),
  )
}

/** The same by a name made at run time; the name itself where there is no such text. */
export const tDynamic = (key: string, slots: TextSlots = {}): string =>
  key in words.value ? t(key as TextKey, slots) : key.replace(/^[a-z0-9]+-/, '').replaceAll('-', ' ')
