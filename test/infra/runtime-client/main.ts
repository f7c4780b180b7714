/**
 * `npm run runtime-client`: every function's bundle under AWS's own runtime interface client (aws-lambda-ric), of which only the
 * HTTP client in C++ is stood in for, over the tables of the template: what each answers through it, and that its log lines come out
 * as the metric filters read them. Not part of `npm test`, since the package is fetched when it runs.
 */
import assert from 'node:assert/strict'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { dynamoClient } from '../../../functions/store/dynamodb-client.ts'
import { FUNCTIONS, type FunctionName } from '../../../infra/bundles.ts'
import { removeBundle } from '../../kit/command.ts'
import { httpEvent } from '../../kit/service.ts'
import { deploy, recordsOf } from '../deployed.ts'
import { alarmedLines, devStage } from '../kit.ts'
import { type StartedFunction, startFunction } from './started-function.ts'

const client = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'aws-lambda-ric'))
  .find((file) => existsSync(file))
if (client === undefined) throw new Error('aws-lambda-ric is not on PATH: npm run runtime-client fetches it')

const deployed = await deploy(devStage().templates.data)
const started: { readonly name: FunctionName; readonly process: StartedFunction }[] = []
const start = async (name: FunctionName, over: Readonly<Record<string, string>> = {}) => {
  const variables = { ...deployed.variables, AWS_LAMBDA_FUNCTION_NAME: name, ...over }
  const process = await startFunction(realpathSync(client), deployed.folders[name], variables)
  started.push({ name, process })
  return process
}
const functions = new Map<FunctionName, StartedFunction>()
for (const name of FUNCTIONS) functions.set(name, await start(name))
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

const alarmed = alarmedLines(devStage())

/** The functions whose lines `goWrong` makes happen, by event. */
const WRITTEN_BY: Readonly<Record<string, readonly FunctionName[]>> = {
  fault: ['reads', 'commands', 'administration'],
  'store-unavailable': ['reads', 'commands', 'administration'],
  'not-heard': ['projector', 'anchorer'],
}

/** Makes each line happen that an alarm waits for. */
async function goWrong(): Promise<void> {
  const tables = dynamoClient(deployed.variables['DYNAMODB_ENDPOINT']!)
  const put = (TableName: string | undefined, Item: PutItemCommand['input']['Item']) =>
    tables.retrying.send(new PutItemCommand({ TableName, Item }))
  const { TABLE_COMMITS, TABLE_REGISTRY } = deployed.variables
  await put(TABLE_COMMITS, { pk: { S: 'game#torn' }, sk: { N: '1' }, body: { S: '{' }, hash: { S: 'f' } })
  await invoke('projector', recordsOf(['game#torn']))
  await put(TABLE_REGISTRY, { pk: { S: 'tournament' }, sk: { S: 'torn' }, doc: { S: '{}' }, sum: { S: 'f' } })
  const round = { games: [{ ...game, id: 'g2' }] }
  for (const [name, method, path, body] of [
    ['reads', 'GET', '/tournaments/torn/standings', undefined],
    ['commands', 'POST', '/tournaments/torn/rounds/1/games', round],
    ['administration', 'GET', '/tournaments/torn/webhooks', undefined],
  ] as const) {
    const { statusCode } = await ask(name, method, path, { headers: token, body })
    same(statusCode, 500, `${name}: ${path}`)
    // Its database is away: nothing listens there.
    const away = await start(name, { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = (await away.invoke(httpEvent(method, path, token, text))) as Answer
    same(answer.statusCode, 503, `${name} without its database`)
  }
  await invoke('anchorer', recordsOf([`game#${'x'.repeat(3_000)}`]))
  const at = '2026-03-14T20:00:00.000Z'
  const report = {
    id: 'e1',
    type: 'details-corrected',
    at,
    by: 'arbiter',
    data: { fields: { site: 'Hall' }, reason: 'slip' },
  }
  const late = { sentAt: new Date(Date.now() - 60_000).toISOString(), events: [report] }
  same(
    (await ask('commands', 'POST', '/games/g1/events', { headers: token, body: late })).statusCode,
    200,
    'late',
  )
  deployed.witness.contradict()
  await ask('commands', 'POST', '/tournaments', {
    headers: token,
    body: { id: 'seen-otherwise', name: 'Open' },
  })
  await invoke('anchorer', {})
  tables.destroy()
}

const game = { id: 'g1', edition: '2023-01-01', play: 'rapid', white: { name: 'W' }, black: { name: 'B' } }
try {
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
    ['administration', 'HEAD', '/tokens', {}, 401],
    ['administration', 'OPTIONS', '/tokens', {}, 405],
    ['commands', 'HEAD', '/games', {}, 405],
    ['commands', 'OPTIONS', '/games', {}, 405],
    ['winnable', 'HEAD', '/winnable', {}, 400],
    ['winnable', 'OPTIONS', '/winnable', {}, 405],
    ['winnable', 'GET', '/winnable', {}, 400],
    ['winnable', 'GET', `/winnable?fen=${encodeURIComponent('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')}`, {}, 200],
  ] as const) {
    const { statusCode, headers, body = '' } = await ask(name, method, path, asked)
    same(statusCode, status, `${name}: ${method} ${path}: ${body}`)
    if (status < 400) continue
    same(headers?.['content-type'], 'application/problem+json', path)
    if (method === 'HEAD') same(body, '', path)
    else same(JSON.parse(body).status, status, path)
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

  await goWrong()

  const events = new Map<string, Set<string>>()
  for (const { name, process } of started)
    for (const line of process.lines()) {
      const fields = JSON.parse(line) as Record<string, unknown>
      const { level, time, event, timestamp, message } = fields
      // The runtime's own, as warnings of Node: a line of ours in one of these is found by no metric filter.
      if (timestamp !== undefined) {
        same(JSON.stringify(message ?? null).includes('\\"event\\"'), false, `${name}: ${line}`)
        continue
      }
      same([typeof level, typeof time, typeof event], ['string', 'string', 'string'], `${name}: ${line}`)
      const by = events.get(String(event)) ?? new Set()
      events.set(String(event), by.add(name))
      const filter = alarmed.find((each) => each.event === event)
      if (filter === undefined) continue
      const isRead = alarmed.some((each) => each.event === event && each.by === name)
      same(isRead, true, `${name}: no metric filter reads ${line}`)
      if (filter.field !== null) same(typeof fields[filter.field], 'number', `${name}: ${line}`)
    }
  for (const event of ['request', 'anchored', ...alarmed.map((each) => each.event)])
    same(events.has(event), true, `a line of ${event}`)
  for (const [event, by] of Object.entries(WRITTEN_BY))
    same([event, ...by.filter((name) => !events.get(event)?.has(name))], [event], 'functions without a line')
  console.log(
    `${FUNCTIONS.length} functions under aws-lambda-ric, ${checks} checks hold; log events: ${[...events.keys()].sort().join(', ')}`,
  )
} finally {
  for (const { process } of started) await process.stop()
  await deployed.close()
  removeBundle()
}
