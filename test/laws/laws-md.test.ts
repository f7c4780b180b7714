import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { articlesOf, standsUnder } from '../../domain/editions/citations.ts'
import { CLASS_EXCEPTIONS, classOf, RULE_IDS } from '../../domain/editions/rules.ts'
import { EDITIONS } from '../../events/index.ts'
import { ARTICLES, coverage, LAWS_MD, lawsMd } from './laws-md.ts'

const found = coverage()
const written = lawsMd()
const HERE = import.meta.dirname

const decided = RULE_IDS.filter((rule) => classOf(rule) !== 'definitional')

test('docs/laws.md says what the code and the cases say', () => {
  const same = readFileSync(LAWS_MD, 'utf8') === written
  expect(same, 'run npm run docs:laws and commit docs/laws.md').toBe(true)
})

test('every rule that decides or records is in the code', () => {
  expect(decided.filter((rule) => found.files.get(rule)?.length === 0)).toEqual([])
})

test('every rule that decides or records has cases of its own', () => {
  expect(decided.filter((rule) => !found.own.has(rule))).toEqual([])
})

test('no row of docs/laws.md is empty', () => {
  const empty = written.split('\n').filter((line) => line.startsWith('|') && /\|\s*\|/.test(line))
  expect(empty, 'each row names a file that has the rule and cases that try it').toEqual([])
})

test('every definitional rule is documented', () => {
  const text = readFileSync(join(HERE, '../../docs/definitions.md'), 'utf8')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(RULE_IDS.filter((rule) => classOf(rule) === 'definitional'))
})

test('of the 184 rules 128 decide, 46 record and 10 define', () => {
  const count = (kind: string) => RULE_IDS.filter((rule) => classOf(rule) === kind).length
  expect(
    [count('executable'), count('recordable'), count('definitional')],
    'a rule is new or of another class: read its row in domain/editions/rules.ts once more, then change the figures here',
  ).toEqual([128, 46, 10])
})

test('each of the 343 numbered articles of 2018 belongs to a rule that cites it, or heads one that does', () => {
  expect(ARTICLES.length).toBe(343)
  // The manual's rules stand beside an article; the blitz rule stands in A.4.2 by way of B.4.
  const beside = [
    'promotion-inverted-rook',
    'irregularity-after-end',
    'two-faults-one-move',
    'cumulative-fischer',
  ]
  const strange = ARTICLES.flatMap(([article, , rules]) =>
    rules
      .filter((rule) => !standsUnder(rule, article, '2018-01-01') && !beside.includes(rule))
      .filter((rule) => !articlesOf(rule, '2018-01-01').some((cited) => cited.startsWith(`${article}.`)))
      .map((rule) => `${article} ${rule}`),
  )
  expect(strange).toEqual(['3.9.2 king-step', 'A.4.2 blitz-illegal-move-unsupervised'])
  const listed = new Set(ARTICLES.flatMap(([, , rules]) => rules))
  const cited = RULE_IDS.filter((rule) => articlesOf(rule, '2018-01-01').length > 0)
  // They stand in the Preface, and in Appendix C as a whole.
  expect(cited.filter((rule) => !listed.has(rule))).toEqual([
    'federation-questions',
    'unregulated-case',
    'algebraic-required',
  ])
})

test('an executable article has a rule that is in the code', () => {
  const bare = ARTICLES.filter(
    ([, kind, rules]) => kind === 'executable' && rules.every((rule) => found.files.get(rule)?.length === 0),
  )
  expect(bare).toEqual([])
})

test('articles of another class than their rule are articles of that rule', () => {
  for (const rule of RULE_IDS) {
    for (const article of Object.keys(CLASS_EXCEPTIONS[rule] ?? {}).flatMap((text) => text.split(/, |-/))) {
      expect(standsUnder(rule, article, '2018-01-01'), `${rule} ${article}`).toBe(true)
    }
  }
})

test('every edition has its section', () => {
  for (const edition of EDITIONS) expect(written).toContain(`\n## ${edition}`)
})
