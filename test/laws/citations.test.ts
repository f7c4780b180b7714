import { expect, test } from 'vitest'
import { articlesOf, standsUnder } from '../../domain/editions/citations.ts'
import { RULE_IDS } from '../../domain/editions/rules.ts'

test('a rule stands under its articles, their parts, and all between the ends of a range', () => {
  expect(standsUnder('leaving-areas', '11.2.3.2', '2018-01-01')).toBe(true)
  expect(standsUnder('leaving-areas', '11.2.5', '2018-01-01')).toBe(false)
  expect(standsUnder('leaving-areas', '11.20', '2018-01-01')).toBe(false)
  expect(standsUnder('arbiter-general-duties', '12.2.7', '2018-01-01')).toBe(true)
  expect(standsUnder('aim-and-king-safety', '1.4.1', '2018-01-01')).toBe(true)
  expect(standsUnder('slider-and-leaper-moves', '3.7.1', '2018-01-01')).toBe(false)
  expect(standsUnder('notation-form', 'C.10.3.4', '2018-01-01')).toBe(true)
  expect(standsUnder('chess960-castling', 'II.3.2.7.5', '2023-01-01')).toBe(true)
})

test('ranges by letters and in brackets end with their last step', () => {
  expect(standsUnder('pawn-moves', '3.7.b', '2009-07-01')).toBe(true)
  expect(standsUnder('pawn-moves', '3.7.d', '2009-07-01')).toBe(false)
  expect(standsUnder('move-completed-implicitly', '6.2.a(2)', '2014-07-01')).toBe(true)
  expect(standsUnder('move-completed-implicitly', '6.2.b', '2014-07-01')).toBe(false)
  expect(standsUnder('leaving-areas', '11.2.c', '2014-07-01')).toBe(true)
  expect(standsUnder('penalty-list', '13.4.g', '2009-07-01')).toBe(true)
  expect(standsUnder('resume-setup', '6', '2009-07-01')).toBe(true)
})

test('a whole article does not stand for one of its parts', () => {
  expect(standsUnder('touch-own', '4.3', '2018-01-01')).toBe(false)
  expect(standsUnder('touch-own', '4.3.1', '2018-01-01')).toBe(true)
})

test('a rule that an edition has not stands under nothing there', () => {
  for (const rule of RULE_IDS) {
    if (articlesOf(rule, '2009-07-01').length > 0) continue
    expect(standsUnder(rule, '7.5', '2009-07-01'), rule).toBe(false)
  }
})
