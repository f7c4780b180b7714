/** What the Laws say, in the page's language: its words are loaded when the first verdict is to be told. */
import { effect, signal } from '@preact/signals-core'
import type { Verdict } from '../../../../domain/game/index.ts'
import type { ExplanationLanguage } from '../../../../domain/laws/text/phrase.ts'
import { remarkIn } from '../../../../domain/laws/text/remark.ts'
import { verdictSentence } from '../../../../domain/laws/text/sentence.ts'
import { PENALTIES } from '../../../../events/vocabulary.ts'
import { loadPart } from '../ui/load.ts'
import type { LawTexts } from './laws/law-words.ts'
import { moveNotation } from './notation.ts'
import { localSan } from './san.ts'
import { pageLanguage, tDynamic } from './texts.ts'

const LOADERS: Readonly<Record<ExplanationLanguage, () => Promise<{ readonly default: LawTexts }>>> = {
  en: () => import('./laws/en.ts'),
  sl: () => import('./laws/sl.ts'),
  sk: () => import('./laws/sk.ts'),
  sr: () => import('./laws/sr.ts'),
  pl: () => import('./laws/pl.ts'),
}

const known = signal<{ readonly code: ExplanationLanguage; readonly words: LawTexts } | null>(null)

effect(() => {
  const code = pageLanguage.value
  void loadPart(LOADERS[code]).then(({ default: words }) => {
    if (pageLanguage.peek() === code) known.value = { code, words }
  })
})

/** The verdict in one sentence; the rule's name until its language is there. */
export function verdictInPageLanguage(verdict: Verdict): string {
  const now = known.value
  return now === null ? verdict.rule : verdictSentence(verdict, now.code, now.words.phrases, now.words.frame)
}

/** What stands beside the sentence: an option, a note, a reason. What nobody has translated stays English. */
export function remarkText(text: string): { readonly text: string; readonly lang: string } {
  if (PENALTIES.some((penalty) => penalty === text))
    return { text: tDynamic(`p-${text}`), lang: pageLanguage.value }
  const remarks = known.value?.words.remarks
  if (remarks == null) return { text, lang: 'en' }
  const told = remarkIn(text, remarks, (slot, value) =>
    slot === 'san' ? localSan(value) : slot === 'penalty' ? tDynamic(`p-${value}`) : value,
  )
  return told === null ? { text, lang: 'en' } : { text: told, lang: pageLanguage.value }
}

/** Moves that a text names as machines write them (`g1f3`), in the notation of the page's language. */
export const localizeMovesIn = (text: string, fen: () => string | undefined): string =>
  text.replaceAll(/\b[a-h][1-8][a-h][1-8][qrbn]?\b/g, (uci) => moveNotation(fen() ?? '', uci))
