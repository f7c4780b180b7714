/** Loads the texts of a part of the page with the part, and again when another language is chosen. */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { ExplanationLanguage } from '../../../../domain/laws/text/phrase.ts'
import { loadPart } from '../ui/load.ts'
import { pageLanguage } from './texts.ts'

export type WordLoaders<Words> = Readonly<
  Record<ExplanationLanguage, () => Promise<{ readonly default: Words }>>
>

export interface LoadedWords<Words> {
  readonly code: ExplanationLanguage
  readonly words: Words
}

/** Null until the first texts are there. Texts of a language that is no longer chosen when they arrive are ignored. */
export function loadWords<Words>(loaders: WordLoaders<Words>): ReadonlySignal<LoadedWords<Words> | null> {
  const loaded = signal<LoadedWords<Words> | null>(null)
  effect(() => {
    const code = pageLanguage.value
    void loadPart(loaders[code]).then(({ default: words }) => {
      if (pageLanguage.peek() === code) loaded.value = { code, words }
    })
  })
  return loaded
}
