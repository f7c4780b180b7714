/** What each function says at its start of an environment that is not complete, or wrong. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FUNCTIONS, type FunctionName, NODE_OPTIONS } from '../../infra/bundles.ts'
import { functionBundles, removeBundle } from '../kit/command.ts'
import { VARIABLES } from './starting.ts'

let folders: Readonly<Record<FunctionName, string>>

beforeAll(async () => {
  folders = await functionBundles()
}, 60_000)
afterAll(removeBundle)

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

// Nothing is traced to the sources here: reading a map takes as long as loading the function.
const UNTRACED = { NODE_OPTIONS: '' }

test.each(KNOWING)('the function %s without an environment names every variable in one line', (name) => {
  const [line] = startedWith(name, UNTRACED).split('\n')
  expect(line).toMatch(
    /environment is not complete: AWS_REGION: .*; TABLE_COMMITS: .*; TABLE_PERSONS: .*; TABLE_REGISTRY: .*; TABLE_VIEWS: .*; TOKEN_KEYS: /,
  )
})

test('Node traces the bundle’s line and column to the sources', () => {
  const [, place] = startedWith('commands', { NODE_OPTIONS }).split('\n')
  expect(place).toMatch(/^ {4}at readSettings \(\S*functions\/lambda\/environment\.ts:\d+:\d+\)$/)
})

test('a function that knows no table needs no environment', () => {
  expect(startedWith('winnable', UNTRACED)).toBe('')
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
  ['commands', { DIVIDED_OPENINGS: 'no' }, /DIVIDED_OPENINGS: /],
  ['projector', { WEBHOOKS_TO: 'http://' }, /WEBHOOKS_TO: /],
  [
    'anchorer',
    { ANCHOR_KEY: 'k', ANCHOR_BUCKET: 'b', ANCHOR_DAYS: '1', WITNESSES: 'w@https://w.example' },
    /complete: WITNESSES: .*NAME\+8 digits\+base64/,
  ],
  ['anchorer', {}, /ANCHOR_KEY: .*; ANCHOR_BUCKET: .*; ANCHOR_DAYS: /],
  ['anchorer', { ANCHOR_KEY: 'k', ANCHOR_BUCKET: 'b', ANCHOR_DAYS: 'many' }, /complete: ANCHOR_DAYS: /],
] as const)('the function %s with %j says what is wrong', (name, wrong, message) => {
  const variables = { ...VARIABLES, ...UNTRACED, ...wrong }
  expect(startedWith(name, variables).split('\n')[0]).toMatch(message)
})
