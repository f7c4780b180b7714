/** What stands beside a verdict's sentence: every option and note of the Laws' cases has its words in every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import { illegalityOf, parseFen, requireLegal, squareOf } from '../../domain/chess/index.ts'
import { standsUnder } from '../../domain/editions/citations.ts'
import { RULE_IDS } from '../../domain/editions/rules.ts'
import { remark } from '../../domain/laws/remark.ts'
import { EN_PHRASES } from '../../domain/laws/text/en.ts'
import { FRAMES } from '../../domain/laws/text/frames.ts'
import type { ExplanationLanguage, Phrasebook } from '../../domain/laws/text/phrase.ts'
import { PL_PHRASES } from '../../domain/laws/text/pl.ts'
import { remarkInWords } from '../../domain/laws/text/remark.ts'
import { EN_REMARKS, type Remarks } from '../../domain/laws/text/remarks/en.ts'
import { PL_REMARKS } from '../../domain/laws/text/remarks/pl.ts'
import { SK_REMARKS } from '../../domain/laws/text/remarks/sk.ts'
import { SL_REMARKS } from '../../domain/laws/text/remarks/sl.ts'
import { SR_REMARKS } from '../../domain/laws/text/remarks/sr.ts'
import { SK_PHRASES } from '../../domain/laws/text/sk.ts'
import { SL_PHRASES } from '../../domain/laws/text/sl.ts'
import { SR_PHRASES } from '../../domain/laws/text/sr.ts'
import { EN_REASONS, type Remark, reason } from '../../domain/reasons.ts'
import { reportOfText } from '../../domain/reports/move-made.ts'
import type { Problem } from '../../domain/result.ts'
import { EDITIONS, type Edition } from '../../events/index.ts'
import { PENALTIES } from '../../events/vocabulary.ts'

const LANGUAGES: Readonly<Record<Exclude<ExplanationLanguage, 'en'>, Remarks>> = {
  sl: SL_REMARKS,
  sk: SK_REMARKS,
  sr: SR_REMARKS,
  pl: PL_REMARKS,
}

const PHRASES: Readonly<Record<ExplanationLanguage, Phrasebook>> = {
  en: EN_PHRASES,
  sl: SL_PHRASES,
  sk: SK_PHRASES,
  sr: SR_PHRASES,
  pl: PL_PHRASES,
}

const FOLDER = join(import.meta.dirname, '..', 'cases', 'laws')

/** Options and notes of all verdicts that the cases come by, at any of their events. */
function raised(): Map<string, Remark> {
  const found = new Map<string, Remark>()
  const lines = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
  for (const line of lines) {
    const parsed = line === '' ? null : parseCase(line)
    if (parsed === null || !parsed.ok || parsed.value.kind !== undefined) continue
    playScript(parsed.value, (_seq, { state }) => {
      for (const { options, notes } of state.verdicts)
        for (const remark of [...options, ...notes])
          if (!PENALTIES.some((penalty) => penalty === remark.code)) found.set(JSON.stringify(remark), remark)
    })
  }
  return found
}

const slots = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
]

test('every option and note of the Laws’ cases has its words in every language', () => {
  const remarks = [...raised().values()]
  expect(new Set(remarks.map(({ code }) => code)).size).toBeGreaterThan(70)
  for (const [language, table] of Object.entries({ en: EN_REMARKS, ...LANGUAGES })) {
    const untold = remarks.filter((remark) => {
      const text = remarkInWords(remark, table)
      return text === null || text === '' || /[{}]|undefined/.test(text)
    })
    expect([language, untold]).toEqual([language, []])
  }
})

/** `7.5.1`, `III.4`, `6.2.a`: what is written as a numbered article, of whatever edition; a day or an instant is none. */
const ARTICLE = /^(?:[A-I]\.|[IV]+\.)?\d{1,2}(?:\.(?:\d{1,2}|[a-f]))+$|^[A-I]\.\d{1,2}$|^[IV]+\.\d{1,2}$/

const articlesIn = (text: string): string[] =>
  (text.match(/[\w.:]+/g) ?? []).map((word) => word.replace(/\.$/, '')).filter((word) => ARTICLE.test(word))

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('a number that looks like an article is found in a text, and days, times and scores are not', () => {
  expect(articlesIn('one of (3.7.5), 8.7, D.2.1, III.4 or 6.2.a.')).toEqual([
    '3.7.5',
    '8.7',
    'D.2.1',
    'III.4',
    '6.2.a',
  ])
  expect(articlesIn('on 2024.03.09, 14.06.2017 at 14:02:05.250, #57, ½–½')).toEqual([])
})

test('a text of a game cites no article that an edition does not have: the verdict cites those of its own', () => {
  const standing = (edition: Edition, article: string) =>
    RULE_IDS.some((rule) => standsUnder(rule, article, edition))
  const texts = [
    ...Object.entries({ en: EN_REMARKS, ...LANGUAGES }),
    ...Object.entries(FRAMES),
    ...Object.entries(PHRASES),
    ['reasons', EN_REASONS] as const,
  ].flatMap(([language, table]) => textsIn(table).map((text) => ({ language, text })))
  expect(texts.length).toBeGreaterThan(1500)
  const wrong = texts.flatMap(({ language, text }) =>
    articlesIn(text).flatMap((article) =>
      EDITIONS.filter((edition) => !standing(edition, article)).map((edition) => [language, edition, text]),
    ),
  )
  expect(wrong).toEqual([])
})

test('a translation fills no slot that the English has not, and none is left in English', () => {
  for (const remarks of Object.values(LANGUAGES))
    for (const [id, text] of Object.entries(remarks)) {
      const english = EN_REMARKS[id as keyof typeof EN_REMARKS]
      expect([id, slots(text).filter((slot) => !slots(english).includes(slot))]).toEqual([id, []])
      if (id !== 'san-why') expect([id, text]).not.toEqual([id, english])
    }
})

/** A problem in the words of a language: complete, or null. */
function inWordsOf(problem: Problem, remarks: Remarks): string | null {
  const reported = problem.reason === undefined ? null : remarkInWords(problem.reason, remarks)
  return reported === null || /[{}]|undefined/.test(reported) ? null : reported
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

test('the reason why a move is not legal names the pieces and squares', () => {
  const position = parseFen(START)
  if (!position.ok) throw new Error(position.error.message)
  const why = illegalityOf(position.value, squareOf('f1'), squareOf('c4'), null).why
  expect(Object.values(LANGUAGES).map((remarks) => remarkInWords(why, remarks))).toEqual([
    'lovec na f1 ne gre na c4',
    'strelec na f1 nejde na c4',
    'lovac na f1 ne ide na c4',
    'goniec na f1 nie idzie na c4',
  ])
})

test('a move text that cannot be taken is refused in the language of its writer', () => {
  const position = parseFen('4k3/8/8/8/8/8/3N1N2/R3K2R w KQ - 0 1')
  if (!position.ok) throw new Error(position.error.message)
  for (const text of ['hello', 'Ne4', 'Nb8', 'O-O-O-O', 'Bc4', 'exd5', 'Kxe8', 'Ra9', 'e9']) {
    const read = reportOfText(position.value, text)
    if (read.ok) continue
    for (const remarks of Object.values(LANGUAGES))
      expect([read.error.message, inWordsOf(read.error, remarks)]).not.toContain(null)
  }
})

test('the reason why a position is illegal has its words', () => {
  for (const fen of ['4k3/8/8/8/8/8/8/4K2P w - - 0 1', '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1']) {
    const position = parseFen(fen)
    const checked = position.ok ? requireLegal(position.value) : position
    if (checked.ok) throw new Error(`${fen} is legal`)
    for (const remarks of Object.values(LANGUAGES))
      expect([checked.error.message, inWordsOf(checked.error, remarks)]).not.toContain(null)
  }
})

test('what somebody has written is quoted as it is, and an unknown code has words in no table', () => {
  expect(remarkInWords(remark('not-algebraic', { text: 'king' }), PL_REMARKS)).toBe(
    'zapis niealgebraiczny, więc nie jest dowodem: king',
  )
  expect(remarkInWords({ code: 'nobody-knows', params: {} }, PL_REMARKS)).toBe(null)
})

test('times are written as times and facts within facts in the same language', () => {
  expect(remarkInWords(remark('new-clock', { whiteMs: 3_930_000, blackMs: 45_000 }), EN_REMARKS)).toBe(
    'the new clock was set to White 1:05:30, Black 0:45',
  )
  const measured = remark('game-type', { lengthMs: 910_000, play: remark('rapid'), called: remark('blitz') })
  expect(remarkInWords(measured, EN_REMARKS)).toBe(
    '15:10 minutes a player, sixty moves counted, are rapid play; the event calls it blitz, and so it is judged',
  )
  const why = reason('not-there', { piece: reason('bishop'), square: 'f1', to: 'c4' })
  expect(remarkInWords(remark('san-why', { san: 'Bf1-c4', why }), SK_REMARKS)).toBe(
    'Bf1-c4: strelec na f1 nejde na c4',
  )
})
