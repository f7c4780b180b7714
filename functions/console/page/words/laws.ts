/** What the Laws say, in the page's language: its phrases are loaded when the first verdict is to be told. */
import { effect, signal } from '@preact/signals-core'
import type { Verdict } from '../../../../domain/game/index.ts'
import type { ExplainedIn, Phrasebook } from '../../../../domain/laws/phrases/phrase.ts'
import { sentenceOf } from '../../../../domain/laws/phrases/sentence.ts'
import { language } from './words.ts'

const LOADERS: Readonly<Record<ExplainedIn, () => Promise<Phrasebook>>> = {
  en: () => import('../../../../domain/laws/phrases/en.ts').then(({ EN }) => EN),
  sl: () => import('../../../../domain/laws/phrases/sl.ts').then(({ SL }) => SL),
  sk: () => import('../../../../domain/laws/phrases/sk.ts').then(({ SK }) => SK),
  sr: () => import('../../../../domain/laws/phrases/sr.ts').then(({ SR }) => SR),
  pl: () => import('../../../../domain/laws/phrases/pl.ts').then(({ PL }) => PL),
}

const book = signal<{ readonly code: ExplainedIn; readonly phrases: Phrasebook } | null>(null)

effect(() => {
  const code = language.value
  void LOADERS[code]().then((phrases) => {
    if (language.peek() === code) book.value = { code, phrases }
  })
})

/** The verdict in one sentence; the rule's name until its language is there. */
export function explained(verdict: Verdict): string {
  const now = book.value
  return now === null ? verdict.rule : sentenceOf(verdict, now.code, now.phrases)
}
