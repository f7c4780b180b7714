/** What stands beside a verdict's sentence: every option and note that the Laws' cases bring up is told in every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import { illegalityOf, parseFen, requireLegal, squareOf } from '../../domain/chess/index.ts'
import { remark } from '../../domain/laws/remark.ts'
import type { ExplanationLanguage } from '../../domain/laws/text/phrase.ts'
import { remarkInWords } from '../../domain/laws/text/remark.ts'
import { EN_REMARKS, type Remarks } from '../../domain/laws/text/remarks/en.ts'
import { PL_REMARKS } from '../../domain/laws/text/remarks/pl.ts'
import { SK_REMARKS } from '../../domain/laws/text/remarks/sk.ts'
import { SL_REMARKS } from '../../domain/laws/text/remarks/sl.ts'
import { SR_REMARKS } from '../../domain/laws/text/remarks/sr.ts'
import { type Remark, reason } from '../../domain/reasons.ts'
import { reportOfText } from '../../domain/reports/move-made.ts'
import type { Problem } from '../../domain/result.ts'
import { PENALTIES } from '../../events/vocabulary.ts'

const LANGUAGES: Readonly<Record<Exclude<ExplanationLanguage, 'en'>, Remarks>> = {
  sl: SL_REMARKS,
  sk: SK_REMARKS,
  sr: SR_REMARKS,
  pl: PL_REMARKS,
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

test('every option and note of the Laws’ cases is told in every language', () => {
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

test('a translation fills no slot that the English has not, and none is left in English', () => {
  for (const remarks of Object.values(LANGUAGES))
    for (const [id, text] of Object.entries(remarks)) {
      const english = EN_REMARKS[id as keyof typeof EN_REMARKS]
      expect([id, slots(text).filter((slot) => !slots(english).includes(slot))]).toEqual([id, []])
      if (id !== 'san-why') expect([id, text]).not.toEqual([id, english])
    }
})

/** A problem in the words of a language: complete, or null. */
function toldIn(problem: Problem, remarks: Remarks): string | null {
  const reported = problem.reason === undefined ? null : remarkInWords(problem.reason, remarks)
  return reported === null || /[{}]|undefined/.test(reported) ? null : reported
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

test('why a move is not legal is told with the pieces and squares it names', () => {
  const position = parseFen(START)
  if (!position.ok) throw new Error(position.error.message)
  const why = illegalityOf(position.value, squareOf('f1'), squareOf('c4'), null).why
  expect(Object.values(LANGUAGES).map((remarks) => remarkInWords(why, remarks))).toEqual([
    'lovec na f1 ne gre na c4 (3.2 do 3.8)',
    'strelec na f1 nejde na c4 (3.2 až 3.8)',
    'lovac na f1 ne ide na c4 (3.2 do 3.8)',
    'goniec na f1 nie idzie na c4 (3.2 do 3.8)',
  ])
})

test('a move text that cannot be taken is refused in the language of who wrote it', () => {
  const position = parseFen('4k3/8/8/8/8/8/3N1N2/R3K2R w KQ - 0 1')
  if (!position.ok) throw new Error(position.error.message)
  for (const text of ['hello', 'Ne4', 'Nb8', 'O-O-O-O', 'Bc4', 'exd5', 'Kxe8', 'Ra9', 'e9']) {
    const read = reportOfText(position.value, text)
    if (read.ok) continue
    for (const remarks of Object.values(LANGUAGES))
      expect([read.error.message, toldIn(read.error, remarks)]).not.toContain(null)
  }
})

test('what makes a position illegal is told', () => {
  for (const fen of ['4k3/8/8/8/8/8/8/4K2P w - - 0 1', '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1']) {
    const position = parseFen(fen)
    const checked = position.ok ? requireLegal(position.value) : position
    if (checked.ok) throw new Error(`${fen} is legal`)
    for (const remarks of Object.values(LANGUAGES))
      expect([checked.error.message, toldIn(checked.error, remarks)]).not.toContain(null)
  }
})

test('what somebody has written is quoted as it is, and what nobody has heard of is told by no table', () => {
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
    'Bf1-c4: strelec na f1 nejde na c4 (3.2 až 3.8)',
  )
})
