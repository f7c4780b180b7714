import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Case, parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'
import { RULE_IDS } from '../../domain/editions/rules.ts'

const FOLDER = join(import.meta.dirname, '..', 'cases', 'laws')
const CHAPTERS = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))

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
test.each(CHAPTERS)('the cases of %s come out as the Laws have it', (name) => {
  const differences = (chapters.get(name) ?? [])
    .map(({ case: each }) => ({ id: each.id, difference: caseDifference(each) }))
    .filter(({ difference }) => difference !== null)
  expect(differences).toEqual([])
})

test('no two cases have the same id', () => {
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})

test('each case belongs to a rule of the Laws, by which it is named', () => {
  const rules = new Set<unknown>(RULE_IDS)
  const astray = cases.filter(({ rule, case: { id } }) => !rules.has(rule) || !id.startsWith(`${rule}/`))
  expect(astray.map((each) => each.case.id)).toEqual([])
})
