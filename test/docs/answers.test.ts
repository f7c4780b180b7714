/** docs/answers.md says of every route how large its answer can be. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const ROUTE = /`((?:GET|POST|PATCH) \/[^`]*)`/g
const rows = read('docs/answers.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
const routesIn = (text: string): string[] => [...text.matchAll(ROUTE)].map(([, route = '']) => route)

test('each route of docs/roles.md has a row, and one only', () => {
  const known = read('docs/roles.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => routesIn(line))
  expect(known.length).toBeGreaterThan(80)
  const named = rows.flatMap((row) => routesIn(row.split(' | ')[0]!))
  expect([...named].sort()).toEqual([...known].sort())
})

test('each row says what ends the answer, and names a test that is there', () => {
  for (const row of rows) {
    const cells = row.slice(2, -2).split(' | ')
    expect(cells.length, row).toBeGreaterThanOrEqual(3)
    const [, path = ''] = /^`(test\/[\w./-]+\.test\.ts)`$/.exec(cells.at(-1)!) ?? []
    expect(path, row).not.toBe('')
    expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true)
    expect(cells.at(-2)!.length, row).toBeGreaterThan(5)
  }
})
