/** What is uploaded is what is tested: the sample round played through the bundles, beside the host. */
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { loadSample } from '../../functions/host/simulate/sample/load.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import type { Reply } from '../../functions/http/reply.ts'
import { createRouter } from '../../functions/http/router.ts'
import { parsePublicKey } from '../../functions/integrity/anchors/signer.ts'
import { logKeyOf } from '../../functions/integrity/transparency/checkpoint.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { dynamoClient } from '../../functions/store/dynamodb-client.ts'
import { dynamoDocuments } from '../../functions/store/dynamodb-documents.ts'
import { FUNCTIONS, type FunctionName } from '../../infra/bundles.ts'
import {
  auditPath,
  entriesFromBundles,
  hashesFromTiles,
  hashOfLeaf,
  inclusionHolds,
  openNote,
  readCheckpointBody,
  readVerifierKey,
} from '../integrity/transparency/independent-verifier.ts'
import { removeBundle, touchmove } from '../kit/command.ts'
import { openService } from '../kit/compose.ts'
import { ADMIN, httpEvent, testPorts } from '../kit/service.ts'
import { type Deployment, deploy, type Restored, recordsOf } from './deployed.ts'
import { doEverything } from './everything.ts'
import { alarmedLines, devStage, type Synthesised } from './kit.ts'
import { compare, type Statement, statementsOf } from './rights.ts'

const AT = '2026-03-14T20:00:00.000Z'

let deployed: Deployment
let dev: Synthesised
let host: ApiClient

beforeAll(async () => {
  dev = devStage()
  deployed = await deploy(dev.templates.data)
  // Both record after the sample was played: nothing has effect later than it was recorded.
  const service = openService({ ...testPorts(), clock: { now: () => Date.now() } })
  const authenticate = async () => ({ ok: true, value: { ...ADMIN, id: 'host' } }) as const
  host = inProcessClient(createRouter({ deps: service, authenticate, onFault: console.error }, ROUTES))
  const now = Date.UTC(2026, 2, 14, 16, 0, 0)
  await loadSample(deployed.client, now)
  await loadSample(host, now)
}, 300_000)

/** What the functions wrote to stdout, as the platform would keep it. */
const printed: string[] = []
vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
  printed.push(...String(text).split('\n'))
  return true
})

afterAll(async () => {
  await deployed.close()
  removeBundle()
})

const games = async (client: ApiClient): Promise<string[]> =>
  (
    JSON.parse((await client.request('GET', '/tournaments/sample/rounds/1/games')).text) as {
      games: { game: string }[]
    }
  ).games.map(({ game }) => game)

test('each game of the sample round stands as in the host, verdict for verdict', async () => {
  const ids = await games(host)
  expect(ids.length).toBeGreaterThanOrEqual(8)
  expect(await games(deployed.client)).toEqual(ids)
  for (const id of ids) {
    const path = `/games/${id}/state`
    const [there, here] = [await deployed.client.request('GET', path), await host.request('GET', path)]
    expect([id, there.status]).toEqual([id, 200])
    expect(JSON.parse(there.text)).toEqual(JSON.parse(here.text))
  }
}, 60_000)

test.each([
  '/tournaments/sample/rounds/1.pgn',
  '/tournaments/sample/rounds/1.pgn?view=text',
  '/tournaments/sample/standings',
  '/livechess/sample/tournament.json',
  '/livechess/sample/round-1/index.json',
])('%s is the same bytes, and has a validator that holds', async (path) => {
  const [there, here] = [await deployed.client.request('GET', path), await host.request('GET', path)]
  expect([there.status, there.text]).toEqual([200, here.text])
  const again = await deployed.client.request('GET', path, {
    headers: { 'if-none-match': there.headers['etag']! },
  })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a page of another site is let read the feeds as by the host, and nothing else', async () => {
  const [id] = await games(host)
  const headers = { origin: 'https://broadcast.example', 'access-control-request-method': 'GET' }
  for (const [path, status] of [
    [`/games/${id}.pgn`, 204],
    ['/delayed/15/tournaments/sample/rounds/1.pgn', 204],
    ['/livechess/sample/tournament.json', 204],
    ['/healthz', 405],
  ] as const) {
    const [there, here] = await Promise.all(
      [deployed.client, host].map((client) => client.request('OPTIONS', path, { headers })),
    )
    const { 'x-request-id': _, ...same } = here!.headers
    expect([path, there!.status, there!.headers]).toEqual([path, status, expect.objectContaining(same)])
    expect('access-control-allow-origin' in there!.headers).toBe(status === 204)
  }
})

test('a notification is processed, and one for a stream that is not there does no harm', async () => {
  const streams = ['round#sample/1', ...(await games(host)).map((id) => `game#${id}`)]
  expect(await deployed.notify([...streams, ...streams, 'game#nobody'])).toEqual({ batchItemFailures: [] })
})

test.each([
  '/tournaments/sample/rounds/1.pgn',
  '/tournaments/sample/standings',
  '/tournaments/sample.trf',
  '/livechess/sample/tournament.json',
  '/livechess/sample/round-1/index.json',
])('%s is the same bytes once it is read from projections', async (path) => {
  const [there, here] = [await deployed.client.request('GET', path), await host.request('GET', path)]
  expect([there.status, there.text]).toEqual([200, here.text])
})

test('the reconciler finds nothing behind once the notifications were processed', async () => {
  expect(await deployed.reconcile()).toMatchObject({ behind: [] })
})

test('ended games are anchored as they ring, the others by the minute, signed by the key and locked away', async () => {
  const streams = (await games(host)).map((id) => `game#${id}`)
  expect(await deployed.anchor([...streams, 'round#sample/1'])).toEqual({ batchItemFailures: [] })
  const stored = [...deployed.aws.objects]
  expect(stored.map(([path]) => path)).toContain('/anchors/anchors/0000000001.json')
  expect(new Set(stored.map(([, { lock }]) => lock))).toEqual(new Set(['COMPLIANCE']))
  const key = parsePublicKey(deployed.aws.publicKey)
  const { anchors } = JSON.parse(
    (await deployed.client.request('GET', `/games/${streams[0]!.slice(5)}/audit`)).text,
  )
  expect(anchors.map(({ anchor }: { anchor: { key: string } }) => anchor.key)).toContain(
    key.ok && key.value.id,
  )
})

test('the log of appends is signed by the same key and shown as tiles, which an independent verifier reads', async () => {
  const reported = JSON.parse((await deployed.client.request('GET', '/anchors/key')).text) as { key: string }
  const key = parsePublicKey(reported.key)
  if (!key.ok) throw new Error(key.error.message)
  const own = parsePublicKey(deployed.aws.publicKey)
  expect(own.ok && own.value.text).toBe(reported.key)
  const { text: note } = await deployed.client.request('GET', '/log/checkpoint')
  const keys = [logKeyOf(key.value).text, deployed.witness.vkey].map(readVerifierKey)
  const checkpoint = readCheckpointBody(openNote(note, keys).text)
  const fetchTile = async (path: string): Promise<Buffer> => {
    const { status, text } = await deployed.client.request('GET', `/log/${path}`)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return Buffer.from(text, 'base64')
  }
  const hash = hashesFromTiles(checkpoint.size, fetchTile)
  expect((await hash(0, checkpoint.size)).equals(checkpoint.root)).toBe(true)
  const entries = await entriesFromBundles(checkpoint.size, fetchTile)
  const named = entries.map((entry) => (JSON.parse(entry.toString('utf8')) as { stream: string }).stream)
  for (const id of await games(host)) expect(named).toContain(`game#${id}`)
  expect(named).toEqual(expect.arrayContaining(['anchors', 'tournament#sample', 'round#sample/1']))
  for (const [index, entry] of entries.entries()) {
    const path = await auditPath(index, checkpoint.size, hash)
    expect(inclusionHolds(hashOfLeaf(entry), index, checkpoint, path)).toBe(true)
  }
  const seen = printed.flatMap((line) => (line.includes('checkpoint-signed') ? [JSON.parse(line)] : []))
  const { size } = checkpoint
  expect(seen.at(-1)).toMatchObject({ entries: size, witnessed: size, unwitnessedSeconds: 0 })
})

test('followers of a game or a round are given increments, as the host gives them', async () => {
  const [id] = await games(host)
  for (const path of [`/games/${id}/changes`, '/tournaments/sample/rounds/1/changes']) {
    const whole = JSON.parse((await deployed.client.request('GET', path)).text)
    expect(whole.messages[0]).toMatchObject({ event: 'snapshot' })
    const more = await deployed.client.request('GET', `${path}?after=${whole.id}`)
    expect(JSON.parse(more.text)).toMatchObject({ id: whole.id })
    expect(JSON.parse(more.text).messages.map(({ event }: { event: string }) => event)).not.toContain(
      'snapshot',
    )
  }
  // Streams are the host's.
  expect((await deployed.client.request('GET', `/games/${id}/stream`)).status).toBe(404)
})

test('the search for a mate answers without any table', async () => {
  const fen = encodeURIComponent('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')
  const answer = await deployed.client.request('GET', `/winnable?fen=${fen}`)
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    200,
    { white: { answer: 'yes' }, black: { answer: 'no' } },
  ])
})

test('tokens are minted by the key in KMS, open what they say, are listed, and open nothing once they are revoked', async () => {
  const [g] = await games(host)
  const minted = await deployed.client.request('POST', '/tokens', {
    body: { role: 'reader', scope: `game:${g}`, days: 1 },
  })
  expect(minted.status).toBe(201)
  const { token, entry } = JSON.parse(minted.text) as { token: string; entry: { id: string; kid: string } }
  expect(entry.kid).toBe('kms')
  const audit = async () =>
    (
      await deployed.client.request('GET', `/games/${g}/audit`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  expect(await audit()).toBe(200)
  const listed = await deployed.client.request('GET', '/tokens')
  expect(JSON.parse(listed.text).tokens).toContainEqual(entry)
  expect(listed.text).not.toContain(token)
  // What an administrator may, nobody else does.
  const grasped = await deployed.client.request('POST', '/tokens', {
    body: { role: 'admin', scope: '*' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(grasped.status).toBe(403)
  const revoked = await deployed.client.request('POST', `/tokens/${entry.id}/revoke`)
  expect([revoked.status, JSON.parse(revoked.text)]).toMatchObject([
    200,
    { ...entry, revokedAt: expect.any(String) },
  ])
  await vi.waitFor(async () => expect(await audit()).toBe(401), { timeout: 5_000, interval: 250 })
}, 30_000)

test('a token that was minted in a folder is revoked in the cloud by its id and its expiry', async () => {
  const { token, entry } = await deployed.mintInFolder({ role: 'reader', scope: '*', days: 1 })
  const asks = async () =>
    (await deployed.client.request('GET', '/archive', { headers: { authorization: `Bearer ${token}` } }))
      .status
  expect(await asks()).toBe(200)
  const revoke = (query: string) => deployed.client.request('POST', `/tokens/${entry.id}/revoke${query}`)
  expect((await revoke('')).status).toBe(404)
  expect((await revoke('?expires=2020-01-01T00:00:00.000Z')).status).toBe(422)
  expect((await revoke(`?expires=${entry.expires}`)).status).toBe(200)
  await vi.waitFor(async () => expect(await asks()).toBe(401), { timeout: 5_000, interval: 250 })
}, 30_000)

test('nobody writes without a token', async () => {
  const answer = await deployed.client.request('POST', '/games', { body: {}, headers: { authorization: '' } })
  expect(answer.status).toBe(401)
})

/** What API Gateway sends, as far as it differs from a usual request. */
type Odd = Partial<ReturnType<typeof httpEvent>> & { readonly cookies?: string[] }

const oddly = async (name: FunctionName, method: string, path: string, odd: Odd): Promise<Reply> =>
  (await deployed.handler(name)({ ...httpEvent(method, path, {}), ...odd })) as Reply

test('requests as API Gateway sends them once in a while are answered like others, and none is a fault', async () => {
  const [g] = await games(host)
  const state = `/games/${g}/state`
  for (const [name, method, path, odd, status] of [
    ['reads', 'GET', state, { headers: undefined }, 200],
    ['reads', 'GET', state, { cookies: ['a=1', 'b=2'], headers: { cookie: 'a=1; b=2' } }, 200],
    ['reads', 'GET', state, { rawQueryString: undefined }, 200],
    ['reads', 'GET', state, { body: 'bm90aGluZw==', isBase64Encoded: true }, 200],
    ['reads', 'HEAD', state, {}, 200],
    ['reads', 'GET', `/games/${g}.pgn`, { rawQueryString: 'view=text&view=strict' }, 400],
    ['reads', 'GET', `/games/${g}.pgn`, { rawQueryString: 'view=%E0%A4%A' }, 400],
    ['reads', 'GET', '/games/%E0%A4%A/state', {}, 404],
    ['reads', 'GET', '/nowhere', {}, 404],
    ['reads', 'TRACE', state, {}, 405],
    ['commands', 'POST', '/nowhere', {}, 404],
    ['commands', 'POST', '/games', {}, 401],
    ['commands', 'POST', '/games', { headers: undefined }, 401],
    ['administration', 'GET', '/persons/P1', {}, 401],
    ['winnable', 'GET', '/winnable', { rawQueryString: undefined, headers: undefined }, 400],
    ['winnable', 'HEAD', `/winnable?fen=${encodeURIComponent('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')}`, {}, 200],
  ] as const) {
    const reply = await oddly(name, method, path, odd as unknown as Odd)
    expect([name, method, path, odd, reply.statusCode]).toEqual([name, method, path, odd, status])
    if (status >= 400 && method !== 'HEAD')
      expect(JSON.parse(reply.body!)).toMatchObject({ status, type: expect.stringMatching(/^urn:/) })
  }
}, 60_000)

test('each function answers HEAD as its route without a body, and refuses what it does not take by status and body', async () => {
  const token = { authorization: deployed.authorization }
  const mate = { rawQueryString: 'fen=8/8/8/4k3/8/8/4P3/4K3%20w%20-%20-%200%201' }
  for (const [name, method, path, odd, status, allow] of [
    ['reads', 'HEAD', '/games/none', {}, 404, undefined],
    ['reads', 'OPTIONS', '/healthz', {}, 405, 'GET, HEAD'],
    ['reads', 'DELETE', '/healthz', {}, 405, 'GET, HEAD'],
    ['commands', 'HEAD', '/games', {}, 405, 'POST'],
    ['commands', 'OPTIONS', '/games', {}, 405, 'POST'],
    ['commands', 'POST', '/games', {}, 401, undefined],
    ['administration', 'HEAD', '/tokens', {}, 401, undefined],
    ['administration', 'HEAD', '/tokens', { headers: token }, 200, undefined],
    ['administration', 'OPTIONS', '/tokens', {}, 405, 'GET, HEAD, POST'],
    ['administration', 'DELETE', '/tokens', { headers: token }, 405, 'GET, HEAD, POST'],
    ['winnable', 'HEAD', '/winnable', {}, 400, undefined],
    ['winnable', 'HEAD', '/winnable', mate, 200, undefined],
    ['winnable', 'OPTIONS', '/winnable', mate, 405, 'GET, HEAD'],
    ['winnable', 'POST', '/winnable', {}, 405, 'GET, HEAD'],
  ] as const) {
    const { statusCode, headers, body } = await oddly(name, method, path, odd)
    expect([name, method, path, statusCode, headers?.['allow']]).toEqual([name, method, path, status, allow])
    if (method === 'HEAD') expect(body).toBeUndefined()
    else expect(JSON.parse(body!)).toMatchObject({ status })
    if (status >= 400) expect(headers).toMatchObject({ 'content-type': 'application/problem+json' })
  }
})

test('the authorizer admits nobody who goes past the edge, whatever token they have', async () => {
  const decide = deployed.handler('authorizer')
  const ask = (more: object) => decide({ headers: { authorization: deployed.authorization, ...more } })
  vi.stubEnv('ORIGIN_SECRET', 's3cret')
  expect(await ask({})).toEqual({ isAuthorized: false })
  expect(await ask({ 'x-touchmove-origin': 'guess' })).toEqual({ isAuthorized: false })
  expect(await ask({ 'x-touchmove-origin': 's3cret' })).toMatchObject({ isAuthorized: true })
  vi.unstubAllEnvs()
  expect(await ask({})).toMatchObject({ isAuthorized: true })
})

test('a body in base64 is the body', async () => {
  const headers = { authorization: deployed.authorization, 'content-type': 'application/json' }
  const body = Buffer.from(JSON.stringify({ id: 'base64', name: 'Zug, Grüße' })).toString('base64')
  const send = (odd: Odd) => oddly('commands', 'POST', '/tournaments', { headers, ...odd })
  expect((await send({ body, isBase64Encoded: true })).statusCode).toBe(201)
  expect((await send({ body: 'no base64 at all!', isBase64Encoded: true })).statusCode).toBe(400)
  expect((await send({ body: '' })).statusCode).toBe(400)
  const known = await deployed.client.request('GET', '/tournaments/base64')
  expect(JSON.parse(known.text)).toMatchObject({ name: 'Zug, Grüße' })
})

test('of a batch with odd records only those that could not be handled come again', async () => {
  const { Records } = recordsOf([`game#${(await games(host))[0]}`])
  const odd = [
    {},
    { eventName: 'REMOVE' },
    { eventName: 'INSERT', dynamodb: {} },
    { eventName: 'MODIFY', dynamodb: { Keys: { pk: { N: '7' } }, SequenceNumber: '1' } },
    ...recordsOf(['unknown#1', 'game#', 'round#sample', 'game#nobody']).Records,
  ]
  for (const name of ['projector', 'anchorer'] as const) {
    const hear = deployed.handler(name)
    expect(await hear({ Records: [] })).toEqual({ batchItemFailures: [] })
    expect(await hear({ Records: [...odd, ...Records] })).toEqual({ batchItemFailures: [] })
    // A key longer than a table takes is refused by the database itself.
    const [poison] = recordsOf([`game#${'x'.repeat(3000)}`]).Records
    const after = { ...poison!, dynamodb: { ...poison!.dynamodb, SequenceNumber: 'poison' } }
    expect(await hear({ Records: [...Records, after] })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'poison' }],
    })
  }
})

test('a game of which no notification came is found by the reconciler for the archive’s index and for webhooks', async () => {
  const { client } = deployed
  const send = async (path: string, body: object) => {
    const { status, text } = await client.request('POST', path, { body })
    expect([path, status, text]).toEqual([path, 201, text])
    return JSON.parse(text) as { id: string }
  }
  await send('/tournaments', { id: 'unheard', name: 'Unheard' })
  const { id } = await send('/tournaments/unheard/webhooks', { url: 'https://results.invalid/' })
  // The webhook is new and there is no game: nothing is due.
  await deployed.reconcile()
  const game = { id: 'unheard-1', white: { name: 'Unheard, Una' }, black: { name: 'Black' } }
  await send('/tournaments/unheard/rounds/1/games', {
    games: [{ ...game, edition: '2023-01-01', play: 'standard' }],
  })
  const found = async () =>
    JSON.parse((await client.request('GET', '/archive?name=unheard%20una')).text).games as object[]
  expect(await found()).toEqual([])
  const before = printed.length
  expect(await deployed.reconcile()).toMatchObject({ behind: expect.arrayContaining(['game#unheard-1']) })
  expect(await found()).toMatchObject([{ game: 'unheard-1' }])
  const since = printed.slice(before).join('\n')
  expect(since).toContain('webhook-not-taken')
  expect(since).toContain('unheard-1')
  expect(since).not.toContain('not-heard"')
  await client.request('PATCH', `/tournaments/unheard/webhooks/${id}`, { body: { active: false } })
})

test('a function’s role allows all that the function does and nothing else, and each right that it lacked would be missed', async () => {
  const [g] = await games(host)
  // What an earlier release stored of webhooks is moved.
  const views = dynamoDocuments(
    dynamoClient(deployed.variables['DYNAMODB_ENDPOINT']!),
    deployed.variables['TABLE_VIEWS']!,
    async () => {},
  )
  await views.put('webhooks-due', 'sample/gone *', { tournament: 'sample', webhook: 'gone', game: null })
  await doEverything(deployed, host, g!)
  for (const name of FUNCTIONS) {
    const uses = deployed.uses(name)
    const statements = statementsOf(dev, name)
    const held = (over: readonly Statement[]) => ({ name, ...compare(uses, over, deployed.names) })
    expect(held(statements)).toEqual({ name, missing: [], superfluous: [] })
    expect([name, uses.length > 0]).toEqual([name, name !== 'winnable'])
    for (const { action, on } of uses) {
      const without = statements.map((statement) => ({
        ...statement,
        Action: [statement.Action].flat().filter((each) => each !== action),
      }))
      expect(held(without).missing).toContain(`${action} ${on}`)
    }
    const [more] = statements
    expect(
      held([...statements, { ...more!, Effect: 'Allow', Action: 'dynamodb:Scan' }]).superfluous,
    ).toHaveLength(1)
  }
}, 240_000)

test('somebody with an administrator’s rights changed a commit: it is reported, and the restored tables give all of it again', async () => {
  const [g, ...others] = await games(host)
  const pgn = async ({ client }: Pick<Deployment, 'client'>) =>
    (await client.request('GET', '/tournaments/sample/rounds/1.pgn')).text
  const before = await pgn(deployed)
  const copy = await deployed.restored()
  const verify = async (of?: Restored) => {
    const { url, close } = await deployed.listen(of)
    const env = { TOUCHMOVE_TOKEN: deployed.authorization.slice('Bearer '.length) }
    const ran = await touchmove(['verify', '--all', '--server', url, '--key', deployed.aws.publicKey], {
      env,
    })
    await close()
    return ran
  }
  const client = dynamoClient(deployed.variables['DYNAMODB_ENDPOINT']!)
  const key = {
    TableName: deployed.variables['TABLE_COMMITS'],
    Key: { pk: { S: `game#${g}` }, sk: { N: '2' } },
  }
  const { Item } = await client.retrying.send(new GetItemCommand(key))
  const body = { S: Item!['body']!.S!.replace(/"at":"\d{4}/, '"at":"1999') }
  expect(body.S).not.toBe(Item!['body']!.S)
  await client.retrying.send(new PutItemCommand({ TableName: key.TableName, Item: { ...Item, body } }))
  const harmed = await verify()
  expect([harmed.code, harmed.stdout + harmed.stderr]).toEqual([1, expect.stringContaining(`game#${g}`)])
  const whole = await verify(copy)
  expect([whole.code, whole.stderr]).toEqual([0, expect.stringMatching(/ rounds and games, 0 broken\n/)])
  // Before its views are made, and after.
  expect(await pgn(copy)).toBe(before)
  await copy.rebuildViews()
  expect(await pgn(copy)).toBe(before)
  for (const id of others) {
    const path = `/games/${id}/state`
    expect((await copy.client.request('GET', path)).text).toBe(
      (await deployed.client.request('GET', path)).text,
    )
  }
  await client.retrying.send(new PutItemCommand({ TableName: key.TableName, Item }))
  client.destroy()
}, 120_000)

/** Makes each line happen that an alarm waits for. */
async function goWrong(g: string): Promise<void> {
  const client = dynamoClient(deployed.variables['DYNAMODB_ENDPOINT']!)
  const put = (TableName: string | undefined, Item: PutItemCommand['input']['Item']) =>
    client.retrying.send(new PutItemCommand({ TableName, Item }))
  const { TABLE_COMMITS, TABLE_REGISTRY } = deployed.variables
  await put(TABLE_COMMITS, { pk: { S: 'game#torn' }, sk: { N: '1' }, body: { S: '{' }, hash: { S: 'f' } })
  await deployed.notify(['game#torn'])
  await put(TABLE_REGISTRY, { pk: { S: 'tournament' }, sk: { S: 'torn' }, doc: { S: '{}' }, sum: { S: 'f' } })
  for (const name of ['reads', 'commands'] as const)
    await oddly(name, name === 'reads' ? 'GET' : 'POST', '/tournaments/torn/standings', {})
  const [poison] = recordsOf([`game#${'x'.repeat(3000)}`]).Records
  for (const name of ['projector', 'anchorer'] as const) await deployed.handler(name)({ Records: [poison] })
  // Something new to be signed, which the witness says contradicts what it saw.
  deployed.witness.contradict()
  await deployed.client.request('POST', '/tournaments', { body: { id: 'seen-otherwise', name: 'Open' } })
  await deployed.handler('anchorer')({})
  const sentAt = new Date(Date.now() - 60_000).toISOString()
  const data = { fields: { site: 'Hall 9' }, reason: 'slip' }
  const report = { id: 'late', type: 'details-corrected', at: AT, by: 'arbiter', data }
  await deployed.client.request('POST', `/games/${g}/events`, { body: { sentAt, events: [report] } })
  for (const [name, method, path, body] of [
    ['reads', 'GET', `/games/${g}/state`, undefined],
    ['commands', 'POST', `/games/${g}/events`, { events: [{ ...report, id: 'away' }] }],
  ] as const) {
    deployed.setDatabaseAway(name, true)
    const answer = await deployed.client.request(method, path, body === undefined ? {} : { body })
    expect([path, answer.status]).toEqual([path, 503])
    deployed.setDatabaseAway(name, false)
  }
  client.destroy()
}

test('each line that an alarm waits for is written, as its metric filter reads it', async () => {
  const [g] = await games(host)
  await goWrong(g!)
  const lines = printed.flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>]
    } catch {
      return []
    }
  })
  const alarmed = alarmedLines(dev)
  expect(alarmed.length).toBeGreaterThan(10)
  for (const { event, field } of alarmed) {
    const found = lines.filter((line) => line['event'] === event)
    expect([event, found.length > 0]).toEqual([event, true])
    if (field !== null) expect(found.at(-1)![field]).toEqual(expect.any(Number))
  }
}, 120_000)
