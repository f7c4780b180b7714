/** What each function weighs and how long it takes to start: in CI a bound against growth, in docs/performance.md the figures. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFunctions, type FunctionName } from '../../infra/bundles.ts'
import { importCpu, VARIABLES } from './starting.ts'

const out = mkdtempSync(join(tmpdir(), 'touchmove-budgets-'))
let folders: Readonly<Record<FunctionName, string>>

beforeAll(async () => {
  folders = await bundleFunctions(out)
}, 60_000)
afterAll(() => rmSync(out, { recursive: true }))

const kilobytes = (name: FunctionName): number => statSync(join(folders[name], 'index.js')).size / 1024

/** The least of some: what others do at the time counts too. */
const leastImport = (name: FunctionName): number => Math.min(...importCpu(join(folders[name], 'index.js'), 3))

test.each<[FunctionName, number]>([
  ['commands', 600],
  ['administration', 640],
  ['reads', 680],
  ['authorizer', 320],
  ['winnable', 60],
])('the function %s has at most %i KB', (name, most) => {
  expect(kilobytes(name)).toBeLessThan(most)
})

test('a function without a database starts in a fraction of the time', () => {
  expect(leastImport('winnable')).toBeLessThan(leastImport('commands') / 4)
})

test('a function whose environment is not complete says in one line what is missing', () => {
  const { TABLE_VIEWS: _, ...incomplete } = VARIABLES
  expect(() =>
    execFileSync(process.execPath, ['-e', `require(${JSON.stringify(join(folders.reads, 'index.js'))})`], {
      env: { ...incomplete, TOKEN_KEYS: 'none' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  ).toThrow(/environment is not complete: TABLE_VIEWS: .*; TOKEN_KEYS: no JSON/)
})
