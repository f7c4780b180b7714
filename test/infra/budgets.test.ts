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

/** What a function says in a fresh process that has these variables and no others. */
function startedWith(name: FunctionName, variables: Readonly<Record<string, string>>): string {
  const program = `globalThis.awslambda = { streamifyResponse: (handler) => handler }
    const say = (fault) => { console.log(fault.stack); process.exit(0) }
    process.on('unhandledRejection', say)
    try { require(${JSON.stringify(join(folders[name], 'index.js'))}) } catch (fault) { say(fault) }`
  return execFileSync(process.execPath, ['-e', program], {
    env: variables,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const KNOWING = FUNCTIONS.filter((name) => name !== 'winnable')

test.each(KNOWING)('the function %s without an environment names every variable in one line', (name) => {
  const [line, place] = startedWith(name, {}).split('\n')
  expect(line).toMatch(
    /environment is not complete: AWS_REGION: .*; TABLE_COMMITS: .*; TABLE_PERSONS: .*; TABLE_REGISTRY: .*; TABLE_VIEWS: .*; TOKEN_KEYS: /,
  )
  // The bundle's own line and column are traced to the sources, though nothing was read for that at the start.
  expect(place).toMatch(/^ {4}at \S*functions\/lambda\/environment\.ts:\d+:\d+$/)
})

test('a function that knows no table needs no environment', () => {
  expect(startedWith('winnable', {})).toBe('')
})

test.each([
  ['reads', { TABLE_VIEWS: '', TOKEN_KEYS: 'none' }, /TABLE_VIEWS: .*; TOKEN_KEYS: no JSON$/],
  ['reads', { TOKEN_KEYS: '[]' }, /TOKEN_KEYS: /],
  [
    'authorizer',
    { TOKEN_KEYS: '[{"kid":"k","kty":"OKP","crv":"Ed25519","alg":"EdDSA","x":"short"}]' },
    /TOKEN_KEYS: /,
  ],
  ['commands', { DYNAMODB_ENDPOINT: 'nowhere' }, /DYNAMODB_ENDPOINT: /],
  ['projector', { WEBHOOKS_TO: 'http://' }, /WEBHOOKS_TO: /],
  ['anchorer', {}, /ANCHOR_KEY: .*; ANCHOR_BUCKET: .*; ANCHOR_DAYS: /],
  ['anchorer', { ANCHOR_KEY: 'k', ANCHOR_BUCKET: 'b', ANCHOR_DAYS: 'many' }, /complete: ANCHOR_DAYS: /],
] as const)('the function %s with %j says what is wrong', (name, wrong, message) => {
  expect(startedWith(name, { ...VARIABLES, ...wrong }).split('\n')[0]).toMatch(message)
})
