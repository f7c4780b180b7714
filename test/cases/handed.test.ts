import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'

const HERE = import.meta.dirname

/** Cases that do not hold yet, and why. The list can only shrink. */
const expected = JSON.parse(readFileSync(join(HERE, 'expected-failures.json'), 'utf8')) as Record<
  string,
  string
>

const cases = readFileSync(join(HERE, 'handed.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const parsed = parseCase(line)
    if (!parsed.ok) throw new Error(parsed.error.message)
    return parsed.value
  })

const differences = new Map(cases.map((each) => [each.id, caseDifference(each)]))

test('the handed cases come out as they must, save those listed', () => {
  const failed = [...differences].filter(([id, difference]) => difference !== null && !(id in expected))
  expect(failed.map(([id, difference]) => `${id}: ${difference}`)).toEqual([])
})

test('a listed case that holds is taken off the list', () => {
  const holding = Object.keys(expected).filter((id) => differences.get(id) === null)
  expect(holding, 'these hold now: remove them from expected-failures.json').toEqual([])
})

test('the list names cases that there are', () => {
  expect(Object.keys(expected).filter((id) => !differences.has(id))).toEqual([])
})

test('all 350 cases are there', () => {
  expect(differences.size).toBe(350)
})
