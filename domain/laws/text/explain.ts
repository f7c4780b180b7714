/** A verdict in one sentence: what happened, under which articles, what is due, and what has become of it. */
import type { Verdict } from '../../game/state.ts'
import { EN } from './en.ts'
import { FRAMES } from './frames.ts'
import type { ExplainedIn, Phrasebook } from './phrase.ts'
import { PL } from './pl.ts'
import { sentenceOf } from './sentence.ts'
import { SK } from './sk.ts'
import { SL } from './sl.ts'
import { SR } from './sr.ts'

const PHRASES: Readonly<Record<ExplainedIn, Phrasebook>> = { en: EN, sl: SL, sk: SK, sr: SR, pl: PL }

/** One sentence. Times are written in minutes and seconds, results as on the scoresheet (`1–0`, `+/−`). */
export const explain = (verdict: Verdict, language: ExplainedIn): string =>
  sentenceOf(verdict, language, PHRASES[language], FRAMES[language])
