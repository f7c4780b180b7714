/** What each function may weigh and how long it may take to load; docs/performance.md has the figures. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFunctions, FUNCTIONS, type FunctionName } from '../../infra/bundles.ts'
import { importCpu, VARIABLES } from './starting.ts'

const out = mkdtempSync(join(tmpdir(), 'touchmove-budgets-'))
let folders: Readonly<Record<FunctionName, string>>

beforeAll(async () => {
  folders = await bundleFunctions(out)
}, 60_000)
afterAll(() => rmSync(out, { recursive: true }))

const kilobytes = (name: FunctionName): number => statSync(join(folders[name], 'index.js')).size / 1024

/** KB of the bundle and milliseconds of CPU to load it on a quiet machine: the functions that write, read and reach no table. */
const WRITING = [480, 80] as const
const READING = [420, 70] as const
const ALONE = [60, 6] as const

/** Beside the other tests the same work takes up to twice its CPU: caches and cores are shared (docs/deploy.md). */
const BUSY = 2

const BUDGETS: readonly (readonly [FunctionName, number, number])[] = [
  ['commands', ...WRITING],
  ['administration', ...WRITING],
  ['projector', ...WRITING],
  ['sweeper', ...WRITING],
  ['reads', ...READING],
  ['authorizer', ...READING],
  ['live', ...READING],
  ['winnable', ...ALONE],
]

test.each(BUDGETS)('the function %s has at most %i KB', (name, most) => {
  expect(kilobytes(name)).toBeLessThanOrEqual(most)
})

test.each(BUDGETS)('the function %s, at most %i KB, loads within %i ms of CPU', (name, _kilobytes, most) => {
  const runs = importCpu(join(folders[name], 'index.js'), 5).sort((one, other) => one - other)
  expect(runs[2]).toBeLessThanOrEqual(BUSY * most)
})

test('the anchorer alone carries whole clients of the SDK, for the signing key and the bucket', () => {
  expect(FUNCTIONS.filter((name) => !BUDGETS.some(([budgeted]) => budgeted === name))).toEqual(['anchorer'])
  expect(kilobytes('anchorer')).toBeLessThanOrEqual(640)
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
