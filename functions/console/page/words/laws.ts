/** What the Laws say, in the page's language: its words are loaded when the first verdict is to be told. */
import { effect, signal } from '@preact/signals-core'
import type { Verdict } from '../../../../domain/game/index.ts'
import type { ExplainedIn } from '../../../../domain/laws/text/phrase.ts'
import { remarkIn } from '../../../../domain/laws/text/remark.ts'
import { sentenceOf } from '../../../../domain/laws/text/sentence.ts'
import { PENALTIES } from '../../../../events/vocabulary.ts'
import { loaded } from '../ui/load.ts'
import type { LawWords } from './laws/law-words.ts'
import { notationOf } from './notation.ts'
import { localSan } from './san.ts'
import { language, tx } from './words.ts'

const LOADERS: Readonly<Record<ExplainedIn, () => Promise<{ readonly LAWS: LawWords }>>> = {
  en: () => import('./laws/en.ts'),
  sl: () => import('./laws/sl.ts'),
  sk: () => import('./laws/sk.ts'),
  sr: () => import('./laws/sr.ts'),
  pl: () => import('./laws/pl.ts'),
}

const known = signal<{ readonly code: ExplainedIn; readonly words: LawWords } | null>(null)

effect(() => {
  const code = language.value
  void loaded(LOADERS[code]).then(({ LAWS }) => {
    if (language.peek() === code) known.value = { code, words: LAWS }
  })
})

/** The verdict in one sentence; the rule's name until its language is there. */
export function explained(verdict: Verdict): string {
  const now = known.value
  return now === null ? verdict.rule : sentenceOf(verdict, now.code, now.words.phrases, now.words.frame)
}

/** What stands beside the sentence: an option, a note, a reason. What nobody has translated stays English. */
export function remarkText(text: string): { readonly text: string; readonly lang: string } {
  if (PENALTIES.some((penalty) => penalty === text)) return { text: tx(`p-${text}`), lang: language.value }
  const remarks = known.value?.words.remarks
  if (remarks == null) return { text, lang: 'en' }
  const told = remarkIn(text, remarks, (slot, value) =>
    slot === 'san' ? localSan(value) : slot === 'penalty' ? tx(`p-${value}`) : value,
  )
  return told === null ? { text, lang: 'en' } : { text: told, lang: language.value }
}

/** Moves that a text names as machines write them (`g1f3`), in the notation of the page's language. */
export const movesIn = (text: string, fen: () => string | undefined): string =>
  text.replaceAll(/\b[a-h][1-8][a-h][1-8][qrbn]?\b/g, (uci) => notationOf(fen() ?? '', uci))
