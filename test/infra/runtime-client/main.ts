/**
 * `npm run runtime-client`: every function's bundle under AWS's own runtime interface client (aws-lambda-ric), of which only the
 * HTTP client in C++ is stood in for, over the tables of the template: what each answers through it, and that its log lines come out
 * as the metric filters read them. Not part of `npm test`, since the package is fetched when it runs.
 */
import assert from 'node:assert/strict'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { FUNCTIONS, type FunctionName } from '../../../infra/bundles.ts'
import { removeBundle } from '../../kit/command.ts'
import { httpEvent } from '../../kit/service.ts'
import { deploy, recordsOf } from '../deployed.ts'
import { devStage } from '../kit.ts'
import { type StartedFunction, startFunction } from './started-function.ts'

const client = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'aws-lambda-ric'))
  .find((file) => existsSync(file))
if (client === undefined) throw new Error('aws-lambda-ric is not on PATH: npm run runtime-client fetches it')

const deployed = await deploy(devStage().templates.data)
const functions = new Map<FunctionName, StartedFunction>()
for (const name of FUNCTIONS)
  functions.set(
    name,
    await startFunction(realpathSync(client), deployed.folders[name], {
      ...deployed.variables,
      AWS_LAMBDA_FUNCTION_NAME: name,
    }),
  )
const invoke = (name: FunctionName, event: unknown): Promise<unknown> => functions.get(name)!.invoke(event)

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Answer {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const token = { authorization: deployed.authorization, 'content-type': 'application/json' }
const ask = async (name: FunctionName, method: string, path: string, { headers = {}, body }: Asked = {}) =>
  (await invoke(
    name,
    httpEvent(method, path, headers, body === undefined ? undefined : JSON.stringify(body)),
  )) as Answer
let checks = 0
const same = (found: unknown, expected: unknown, about: string) => {
  assert.deepEqual(found, expected, about)
  checks++
}

try {
  const game = { id: 'g1', edition: '2023-01-01', play: 'rapid', white: { name: 'W' }, black: { name: 'B' } }
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'GET' }
  for (const [name, method, path, asked, status] of [
    ['commands', 'POST', '/games', { body: game }, 401],
    ['commands', 'POST', '/games', { headers: token, body: {} }, 422],
    ['commands', 'POST', '/games', { headers: token, body: game }, 201],
    ['reads', 'GET', '/games/g1', {}, 200],
    ['reads', 'HEAD', '/games/g1', {}, 200],
    ['reads', 'GET', '/games/g1.pgn?view=none', {}, 400],
    ['reads', 'GET', '/games/none', {}, 404],
    ['reads', 'DELETE', '/games/g1', {}, 405],
    ['reads', 'OPTIONS', '/games/g1.pgn', { headers: preflight }, 204],
    ['administration', 'GET', '/tokens', {}, 401],
    ['administration', 'GET', '/tokens', { headers: token }, 200],
    ['winnable', 'GET', '/winnable', {}, 400],
    ['winnable', 'GET', `/winnable?fen=${encodeURIComponent('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')}`, {}, 200],
  ] as const) {
    const { statusCode, headers, body = '' } = await ask(name, method, path, asked)
    same(statusCode, status, `${name}: ${method} ${path}: ${body}`)
    if (status < 400) continue
    same(headers?.['content-type'], 'application/problem+json', path)
    same(JSON.parse(body).status, status, path)
  }
  same(await invoke('projector', recordsOf(['game#g1'])), { batchItemFailures: [] }, 'projector')
  const poison = recordsOf([`game#${'x'.repeat(3_000)}`])
  same(
    await invoke('projector', poison),
    { batchItemFailures: [{ itemIdentifier: '0' }] },
    'a record that the projector cannot take',
  )
  await invoke('anchorer', recordsOf(['game#g1']))
  await invoke('anchorer', {})
  await invoke('reconciler', {})
  await invoke('rebuilder', { step: 'plan', leader: 'check', turn: 0 })
  same(
    await invoke('authorizer', { headers: { authorization: deployed.authorization } }).then(
      (decision) => (decision as { isAuthorized: boolean }).isAuthorized,
    ),
    true,
    'authorizer',
  )

  const events = new Set<string>()
  for (const [name, started] of functions)
    for (const line of started.lines()) {
      const { level, time, event, timestamp, message } = JSON.parse(line) as Record<string, unknown>
      // The runtime's own, as warnings of Node: a line of ours in one of these is found by no metric filter.
      if (timestamp !== undefined) {
        same(JSON.stringify(message ?? null).includes('\\"event\\"'), false, `${name}: ${line}`)
        continue
      }
      same([typeof level, typeof time, typeof event], ['string', 'string', 'string'], `${name}: ${line}`)
      events.add(String(event))
    }
  for (const event of ['request', 'not-heard', 'anchored'])
    same(events.has(event), true, `a line of ${event}`)
  console.log(
    `${FUNCTIONS.length} functions under aws-lambda-ric, ${checks} checks hold; log events: ${[...events].sort().join(', ')}`,
  )
} finally {
  for (const started of functions.values()) await started.stop()
  await deployed.close()
  removeBundle()
}
