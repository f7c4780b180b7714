/**
 * Verdicts, and why a text was not understood, in the page's language; refusals of the service: api/refusal.ts. The texts are
 * loaded with the first part of the page that needs them.
 */
import type { Verdict } from '../../../../domain/game/index.ts'
import { remarkInWords } from '../../../../domain/laws/text/remark.ts'
import { verdictSentence } from '../../../../domain/laws/text/sentence.ts'
import type { Remark } from '../../../../domain/reasons.ts'
import type { Problem } from '../../../../domain/result.ts'
import { PENALTIES } from '../../../../events/vocabulary.ts'
import type { LawTexts } from './laws/law-words.ts'
import { loadWords } from './load-words.ts'
import { moveNotation } from './notation.ts'
import { localSan } from './san.ts'
import { chosenLanguage, inChosenScript, type LocalText, tDynamic } from './texts.ts'

const known = loadWords<LawTexts>({
  en: () => import('./laws/en.ts'),
  sl: () => import('./laws/sl.ts'),
  sk: () => import('./laws/sk.ts'),
  sr: () => import('./laws/sr.ts'),
  pl: () => import('./laws/pl.ts'),
})

/** The verdict in one sentence; the rule's name until its language is there. */
export function verdictInPageLanguage(verdict: Verdict): string {
  const now = known.value
  if (now === null) return verdict.rule
  return inChosenScript(verdictSentence(verdict, now.code, now.words.phrases, now.words.frame))
}

const slotInWords = (slot: string, value: string): string => {
  if (slot === 'san') return localSan(value)
  return slot === 'penalty' ? tDynamic(`p-${value}`) : value
}

/** An option or a note of a verdict; its code until the words of the Laws are there. */
export function remarkInPageLanguage(remark: Remark): LocalText {
  if (PENALTIES.some((penalty) => penalty === remark.code))
    return { text: tDynamic(`p-${remark.code}`), lang: chosenLanguage.value }
  const words = known.value?.words.remarks
  const text = words === undefined ? null : remarkInWords(remark, words, slotInWords)
  return text === null
    ? { text: remark.code, lang: 'en' }
    : { text: inChosenScript(text), lang: chosenLanguage.value }
}

/** Why the page could not read a text that somebody entered; in English where the fault has no code. */
export const parseFaultText = ({ message, reason }: Problem): string =>
  reason === undefined || known.value === null ? message : remarkInPageLanguage(reason).text

/** Moves that a text names as machines write them (`g1f3`), in the notation of the page's language. */
export const localizeMovesIn = (text: string, fen: () => string | undefined): string =>
  text.replaceAll(/\b[a-h][1-8][a-h][1-8][qrbn]?\b/g, (uci) => moveNotation(fen() ?? '', uci))
