import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const readings = readFileSync(join(ROOT, 'docs/readings.md'), 'utf8')

const sources = readdirSync(join(ROOT, 'domain'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(ROOT, 'domain', name), 'utf8'))

test('every reading that a comment or a note names by its number stands in docs/readings.md', () => {
  const named = new Set(sources.flatMap((text) => text.match(/\bD\d{1,2}\b(?=[:)])/g) ?? []))
  expect([...named].filter((number) => !readings.includes(`| ${number} |`))).toEqual([])
})

test('the file that is said to build a reading is there', () => {
  const places = [...readings.matchAll(/`(domain\/[^`]+)`/g)].map((match) => match[1] as string)
  const missing = places.filter(
    (place) => statSync(join(ROOT, place), { throwIfNoEntry: false }) === undefined,
  )
  expect(missing).toEqual([])
})
