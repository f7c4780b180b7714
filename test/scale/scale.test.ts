import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILE, tablesOf } from './page.ts'
import { scaleTables } from './report.ts'

test('docs/scale.md quotes what the simulation prints: npm run sim:scale -- --write', async () => {
  expect(tablesOf(readFileSync(FILE, 'utf8'))).toBe(await scaleTables())
}, 30_000)
