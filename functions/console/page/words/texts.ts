/** The language of the page: chosen, remembered, and its texts with their slots filled. */
import { signal } from '@preact/signals-core'
import { EXPLANATION_LANGUAGES, type ExplanationLanguage } from '../../../../domain/laws/text/phrase.ts'
import { loadPart } from '../ui/load.ts'
import type { PageTexts, TextKey } from './en.ts'

export type { TextKey }

export const LANGUAGE_NAMES: Readonly<Record<ExplanationLanguage, string>> = {
  en: 'English',
  sl: 'Slovenščina',
  sk: 'Slovenčina',
  sr: 'Srpski',
  pl: 'Polski',
}

const LOADERS: Readonly<Record<ExplanationLanguage, () => Promise<PageTexts>>> = {
  en: () => import('./en.ts').then(({ PAGE_EN: EN }) => EN),
  sl: () => import('./sl.ts').then(({ PAGE_SL: SL }) => SL),
  sk: () => import('./sk.ts').then(({ PAGE_SK: SK }) => SK),
  sr: () => import('./sr.ts').then(({ PAGE_SR: SR }) => SR),
  pl: () => import('./pl.ts').then(({ PAGE_PL: PL }) => PL),
}

const STORAGE_KEY = 'touchmove.language'

export const pageLanguage = signal<ExplanationLanguage>('en')
/** Empty until the first language has come: the page is drawn after that. */
const words = signal<Readonly<Record<string, string>>>({})

const isKnown = (code: string | null | undefined): code is ExplanationLanguage =>
  (EXPLANATION_LANGUAGES as readonly (string | null | undefined)[]).includes(code)

/** The chosen language, else the first of the browser's that the page speaks. */
export function preferredLanguage(): ExplanationLanguage {
  const chosen = localStorage.getItem(STORAGE_KEY)
  if (isKnown(chosen)) return chosen
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isKnown) ?? 'en'
}

export async function loadLanguage(code: ExplanationLanguage): Promise<void> {
  words.value = await loadPart(LOADERS[code])
  pageLanguage.value = code
  document.documentElement.lang = code === 'sr' ? 'sr-Latn' : code
}

export function setPageLanguage(code: ExplanationLanguage): void {
  localStorage.setItem(STORAGE_KEY, code)
  void loadLanguage(code)
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
