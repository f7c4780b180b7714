/** The language of the page: chosen, remembered, and its texts with their slots filled. */
import { signal } from '@preact/signals-core'
import { EXPLAINED_IN, type ExplainedIn } from '../../../../domain/laws/text/phrase.ts'
import { loaded } from '../ui/load.ts'
import type { WordKey, Words } from './en.ts'

export type { WordKey }

export const LANGUAGE_NAMES: Readonly<Record<ExplainedIn, string>> = {
  en: 'English',
  sl: 'Slovenščina',
  sk: 'Slovenčina',
  sr: 'Srpski',
  pl: 'Polski',
}

const LOADERS: Readonly<Record<ExplainedIn, () => Promise<Words>>> = {
  en: () => import('./en.ts').then(({ EN }) => EN),
  sl: () => import('./sl.ts').then(({ SL }) => SL),
  sk: () => import('./sk.ts').then(({ SK }) => SK),
  sr: () => import('./sr.ts').then(({ SR }) => SR),
  pl: () => import('./pl.ts').then(({ PL }) => PL),
}

const KEY = 'touchmove.language'

export const language = signal<ExplainedIn>('en')
/** Empty until the first language has come: the page is drawn after that. */
const words = signal<Readonly<Record<string, string>>>({})

const isKnown = (code: string | null | undefined): code is ExplainedIn =>
  (EXPLAINED_IN as readonly (string | null | undefined)[]).includes(code)

/** The chosen language, else the first of the browser's that the page speaks. */
export function firstLanguage(): ExplainedIn {
  const chosen = localStorage.getItem(KEY)
  if (isKnown(chosen)) return chosen
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isKnown) ?? 'en'
}

export async function speak(code: ExplainedIn): Promise<void> {
  words.value = await loaded(LOADERS[code])
  language.value = code
  document.documentElement.lang = code === 'sr' ? 'sr-Latn' : code
}

export function chooseLanguage(code: ExplainedIn): void {
  localStorage.setItem(KEY, code)
  void speak(code)
}

export type Slots = Readonly<Record<string, string | number>>

/** What has to be said even where no language has come. */
const FIRST: Readonly<Partial<Record<WordKey, string>>> = {
  'load-failed': 'A part of the page could not be loaded.',
  retry: 'Try again',
}

/** A text of the page in its language. */
export function t(key: WordKey, slots: Slots = {}): string {
  return (words.value[key] ?? FIRST[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(slots[name] ?? ''),
  )
}

/** The same by a name made at run time; the name itself where there is no such text. */
export const tx = (key: string, slots: Slots = {}): string =>
  key in words.value ? t(key as WordKey, slots) : key.replace(/^[a-z0-9]+-/, '').replaceAll('-', ' ')
