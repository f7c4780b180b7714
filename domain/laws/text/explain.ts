/** A verdict as one sentence: what happened, under which articles, what is due, and its status. */
import type { Verdict } from '../../state/state.ts'
import { EN_PHRASES } from './en.ts'
import { FRAMES } from './frames.ts'
import type { ExplanationLanguage, Phrasebook } from './phrase.ts'
import { PL_PHRASES } from './pl.ts'
import { verdictSentence } from './sentence.ts'
import { SK_PHRASES } from './sk.ts'
import { SL_PHRASES } from './sl.ts'
import { SR_PHRASES } from './sr.ts'

const PHRASES: Readonly<Record<ExplanationLanguage, Phrasebook>> = {
  en: EN_PHRASES,
  sl: SL_PHRASES,
  sk: SK_PHRASES,
  sr: SR_PHRASES,
  pl: PL_PHRASES,
}

/** The sentence of a verdict. Times are in minutes and seconds, results as on the scoresheet (`1–0`, `+/−`). */
export const explainVerdict = (verdict: Verdict, language: ExplanationLanguage): string =>
  verdictSentence(verdict, language, PHRASES[language], FRAMES[language])
