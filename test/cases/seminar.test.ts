/**
 * Cases as an arbiters' seminar sets them: `seminar.jsonl` from the digest of the Laws (its variants with the code known),
 * `texts.jsonl` from the printed texts of 2009 and 2018, with an extract of 2014, before the code was looked at, and
 * `mutants.jsonl` for wrong verdicts that changed sources gave and no other case noticed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Case, parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'

function casesOf(name: string): Case[] {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const read = parseCase(line)
      if (!read.ok) throw new Error(read.error.message)
      return read.value
    })
}

test.each(['seminar.jsonl', 'texts.jsonl', 'mutants.jsonl'])(
  'the cases of %s come out as the Laws say',
  (name) => {
    const cases = casesOf(name)
    expect(cases.length).toBeGreaterThan(0)
    const failed = cases.map((each) => {
      const difference = caseDifference(each)
      return difference === null ? null : `${each.id}: ${difference}`
    })
    expect(failed.filter((each) => each !== null)).toEqual([])
  },
)
