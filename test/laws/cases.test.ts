import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Case, parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'
import { RULE_IDS } from '../../domain/laws/citations.ts'

const FOLDER = join(import.meta.dirname, '..', 'cases', 'laws')
const CHAPTERS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))

/** Cases that do not come out yet, and what is missing for them. The list can only shrink. */
const expected = JSON.parse(readFileSync(join(FOLDER, 'expected-failures.json'), 'utf8')) as Record<
  string,
  string
>

interface LawCase {
  readonly rule: unknown
  readonly case: Case
}

function read(line: string): LawCase {
  const parsed = parseCase(line)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return { rule: (JSON.parse(line) as { rule?: unknown }).rule, case: parsed.value }
}

const chapters = new Map(
  CHAPTERS.map((name) => {
    const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n')
    return [name, lines.filter((line) => line !== '').map(read)]
  }),
)

const cases = [...chapters.values()].flat()
const ids = cases.map((each) => each.case.id)
const differences = new Map<string, string | null>()

test.each(CHAPTERS)('the cases of %s come out as the Laws have it, save those listed', (name) => {
  for (const each of chapters.get(name) ?? []) differences.set(each.case.id, caseDifference(each.case))
  const wrong = (chapters.get(name) ?? [])
    .map(({ case: { id } }) => ({ id, difference: differences.get(id) ?? null }))
    .filter(({ id, difference }) => difference !== null && !(id in expected))
  expect(wrong.map(({ id, difference }) => `${id}: ${difference}`)).toEqual([])
})

test('a listed case that comes out right is taken off the list', () => {
  const holding = Object.keys(expected).filter((id) => differences.get(id) === null)
  expect(holding, 'these hold now: remove them from expected-failures.json').toEqual([])
})

test('the list names cases that there are', () => {
  expect(Object.keys(expected).filter((id) => !ids.includes(id))).toEqual([])
})

test('no two cases have the same id', () => {
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})

test('each case belongs to a rule of the Laws, by which it is named', () => {
  const rules = new Set<unknown>(RULE_IDS)
  const astray = cases.filter(({ rule, case: { id } }) => !rules.has(rule) || !id.startsWith(`${rule}/`))
  expect(astray.map((each) => each.case.id)).toEqual([])
})
