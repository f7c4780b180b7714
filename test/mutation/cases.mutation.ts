/** The judge of mutants: each case of the Laws is a test of its own, so that a mutant meets only the cases that come by it. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'

const CASES = join(import.meta.dirname, '..', 'cases')

const files = [CASES, join(CASES, 'laws')].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name)),
)

let number = 0
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const read = parseCase(line)
    // No name is the beginning of another: the runner looks for tests by what their names hold.
    test(`${String(++number).padStart(5, '0')} ${basename(file)}:${index + 1};`, () => {
      if (!read.ok) throw new Error(read.error.message)
      expect(caseDifference(read.value)).toBeNull()
    })
  }
}
