/** Cases as an arbiters' seminar sets them, from the digest of the Laws; the variants were written with the code known. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'

const lines = readFileSync(join(import.meta.dirname, 'seminar.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

test('the cases of the seminar come out as the Laws say', () => {
  expect(lines.length).toBeGreaterThanOrEqual(60)
  const failed = lines.map((line) => {
    const read = parseCase(line)
    if (!read.ok) throw new Error(read.error.message)
    const difference = caseDifference(read.value)
    return difference === null ? null : `${read.value.id}: ${difference}`
  })
  expect(failed.filter((each) => each !== null)).toEqual([])
})
