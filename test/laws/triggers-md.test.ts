/** docs/triggers.md beside the vocabulary: each event it names is one, and each event of a game is named. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../events/index.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/triggers.md'), 'utf8')
const rows = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (what happens|---)/.test(line))
const named = new Set(rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')))

/** What puts the record right carries nothing that happened at the board. */
const CARRY_NONE = ['report-corrected']

test('every event of a game is named as what carries something the Laws speak of', () => {
  expect(EVENT_TYPES.filter((type) => !named.has(type) && !CARRY_NONE.includes(type))).toEqual([])
})

test('what is named with two words or more is an event, a kind, a claim or a basis of the vocabulary', () => {
  const vocabulary = readFileSync(join(import.meta.dirname, '../../events/vocabulary.ts'), 'utf8')
  const known = (name: string) =>
    EVENT_TYPES.some((type) => type === name) || vocabulary.includes(`'${name}'`)
  expect([...named].filter((name) => name.includes('-') && !known(name))).toEqual([])
})
