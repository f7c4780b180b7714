import { expect, test } from 'vitest'
import { legalMoves, play, writeFen } from '../../domain/chess/index.ts'
import { LANGUAGES, parseSan, writeSan } from '../../domain/notation/index.ts'
import { position, read, START } from './kit.ts'

/** Every piece has a move, and the pawn promotes. */
const ALL = '7k/P7/8/8/8/2N1B3/8/R2QK3 w - - 0 1'

test.each(LANGUAGES)('what is written in %s is read in it', (language) => {
  const p = position(ALL)
  for (const move of legalMoves(p)) {
    const text = writeSan(p, move, language)
    expect({ text, parsed: parseSan(p, text, language) }).toEqual({ text, parsed: { ok: true, value: move } })
  }
})

test.each([
  ['en', 'Na4 Bd2 Rb1 Qd2 Kf1 a8=Q+'],
  ['sl', 'Sa4 Ld2 Tb1 Dd2 Kf1 a8=D+'],
  ['sk', 'Ja4 Sd2 Vb1 Dd2 Kf1 a8=D+'],
  ['sr', 'Sa4 Ld2 Tb1 Dd2 Kf1 a8=D+'],
  ['pl', 'Sa4 Gd2 Wb1 Hd2 Kf1 a8=H+'],
  ['de', 'Sa4 Ld2 Tb1 Dd2 Kf1 a8=D+'],
  ['fr', 'Ca4 Fd2 Tb1 Dd2 Rf1 a8=D+'],
  ['es', 'Ca4 Ad2 Tb1 Dd2 Rf1 a8=D+'],
  ['nl', 'Pa4 Ld2 Tb1 Dd2 Kf1 a8=D+'],
  ['ru', 'Кa4 Сd2 Лb1 Фd2 Крf1 a8=Ф+'],
])('%s has its own letters', (language, texts) => {
  const p = position(ALL)
  const moves = ['c3a4', 'e3d2', 'a1b1', 'd1d2', 'e1f1', 'a7a8q']
  expect(texts.split(' ').map((text) => read(ALL, text, language))).toEqual(moves)
  const written = texts.split(' ').map((text) => {
    const parsed = parseSan(p, text, language)
    return parsed.ok ? writeSan(p, parsed.value, language) : text
  })
  expect(written.join(' ')).toBe(texts)
})

test('Serbian is read in Cyrillic too, and means the knight where Russian means the bishop', () => {
  expect(read(START, 'Сf3', 'sr')).toBe('g1f3')
  expect(read(ALL, 'Сd2', 'ru')).toBe('e3d2')
  expect(read(ALL, 'Сa4', 'sr')).toBe('c3a4')
})

test('the same letter is another piece in another language', () => {
  expect(read(ALL, 'Rf1', 'fr')).toBe('e1f1')
  expect(read(ALL, 'Rb1', 'en')).toBe('a1b1')
  expect(read(ALL, 'Sa4', 'sk')).toBe('illegal')
})

test('English letters are not read where the language has none of them', () => {
  expect(read(START, 'Nf3', 'de')).toBe('notation')
  expect(read(START, '♘f3', 'de')).toBe('g1f3')
})

function playAll(texts: readonly string[], language: string): string {
  const p = position(START)
  for (const text of texts) {
    const parsed = parseSan(p, text, language)
    if (!parsed.ok) return parsed.error.message
    play(p, parsed.value)
  }
  return writeFen(p)
}

const SAMPLE = 'r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11'

test('the sample game of Appendix C is read to its end in Serbian', () => {
  const text = 'e4 e5 Sf3 Sf6 d4 exd4 e5 Se4 Dxd4 d5 exd6e.p. Sxd6 Lg5 Sc6 De3+ Le7 Sbd2 0-0 0-0-0 Te8 Kb1(=)'
  expect(playAll(text.split(' '), 'sr')).toBe(SAMPLE)
})

test('the sample game of Appendix C is read to its end in Slovak', () => {
  const text =
    'e4|e5|Jf3|Jf6|d4|e×d4|e5|Je4|D×d4|d5|e×d6 e.p.|J×d6|Sg5|Jc6|De3+|Se7|Jbd2|0-0|0-0-0|Ve8|Kb1 (=)'
  expect(playAll(text.split('|'), 'sk')).toBe(SAMPLE)
})
