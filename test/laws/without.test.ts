import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Case, parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'
import { classOf, RULE_IDS, type RuleId } from '../../domain/editions/rules.ts'

const CASES = join(import.meta.dirname, '../cases/laws')

function casesByRule(): Map<RuleId, Case[]> {
  const cases = new Map<RuleId, Case[]>()
  for (const name of readdirSync(CASES)) {
    if (!name.endsWith('.jsonl')) continue
    for (const line of readFileSync(join(CASES, name), 'utf8').split('\n')) {
      if (line === '') continue
      const parsed = parseCase(line)
      if (!parsed.ok) throw new Error(`${name}: ${parsed.error.message}`)
      const { rule } = JSON.parse(line) as { rule?: RuleId }
      if (rule === undefined) continue
      cases.set(rule, [...(cases.get(rule) ?? []), parsed.value])
    }
  }
  return cases
}

const cases = casesByRule()

/** Does one of the rule's own cases, which holds with it, fail once it is out of force? */
const isNoticed = (rule: RuleId): boolean =>
  (cases.get(rule) ?? []).some(
    (given) => caseDifference(given, { without: [rule] }) !== null && caseDifference(given) === null,
  )

test('switching a rule off makes one of its own cases fail', () => {
  const silent = RULE_IDS.filter((rule) => classOf(rule) !== 'definitional' && !isNoticed(rule))
  expect(silent).toEqual([])
})
