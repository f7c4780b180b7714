/** What is uploaded is what is tested: the sample round played through the bundles, beside the host. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePublicKey } from '../../functions/anchors/signer.ts'
import { ownDesk } from '../../functions/host/own-desk.ts'
import { loadSample } from '../../functions/host/sample/load.ts'
import { createRouter } from '../../functions/http/router.ts'
import { ROUTES } from '../../functions/http/routes.ts'
import type { Desk } from '../../functions/ingest/desk.ts'
import { openService } from '../../functions/record/service.ts'
import { FUNCTIONS } from '../../infra/bundles.ts'
import { ADMIN, testPorts } from '../kit/service.ts'
import { type Deployment, deploy } from './deployed.ts'
import { doEverything } from './everything.ts'
import { type Synthesised, synthesise } from './kit.ts'
import { compare, type Statement, statementsOf } from './rights.ts'

let deployed: Deployment
let dev: Synthesised
let host: Desk

beforeAll(async () => {
  dev = synthesise({ stage: 'dev' })
  deployed = await deploy(dev.templates.data)
  const service = openService(testPorts())
  const authenticate = async () => ({ ok: true, value: { ...ADMIN, id: 'host' } }) as const
  host = ownDesk(createRouter({ service, authenticate, onFault: console.error }, ROUTES))
  const now = Date.UTC(2026, 2, 14, 16, 0, 0)
  await loadSample(deployed.desk, now)
  await loadSample(host, now)
}, 300_000)

afterAll(() => deployed.close())

const games = async (desk: Desk): Promise<string[]> =>
  (
    JSON.parse((await desk.ask('GET', '/tournaments/sample/rounds/1/games')).text) as {
      games: { game: string }[]
    }
  ).games.map(({ game }) => game)

test('each game of the sample round stands as in the host, verdict for verdict', async () => {
  const ids = await games(host)
  expect(ids.length).toBeGreaterThanOrEqual(8)
  expect(await games(deployed.desk)).toEqual(ids)
  for (const id of ids) {
    const path = `/games/${id}/state`
    const [there, here] = [await deployed.desk.ask('GET', path), await host.ask('GET', path)]
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
  const [there, here] = [await deployed.desk.ask('GET', path), await host.ask('GET', path)]
  expect([there.status, there.text]).toEqual([200, here.text])
  const again = await deployed.desk.ask('GET', path, { headers: { 'if-none-match': there.headers['etag']! } })
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
      [deployed.desk, host].map((desk) => desk.ask('OPTIONS', path, { headers })),
    )
    const { 'x-request-id': _, ...same } = here!.headers
    expect([path, there!.status, there!.headers]).toEqual([path, status, expect.objectContaining(same)])
    expect('access-control-allow-origin' in there!.headers).toBe(status === 204)
  }
})

test('a bell is answered, and one for a stream that is not there does no harm', async () => {
  const streams = (await games(host)).map((id) => `game#${id}`)
  expect(await deployed.ring([...streams, ...streams, 'game#nobody'])).toEqual({ batchItemFailures: [] })
})

test('the sweeper finds nothing behind once the bells have rung', async () => {
  expect(await deployed.sweep()).toMatchObject({ behind: [] })
})

test('ended games are anchored as they ring, the others by the minute, signed by the key and locked away', async () => {
  const streams = (await games(host)).map((id) => `game#${id}`)
  expect(await deployed.anchor([...streams, 'round#sample/1'])).toEqual({ batchItemFailures: [] })
  const kept = [...deployed.aws.objects]
  expect(kept.map(([path]) => path)).toContain('/anchors/anchors/0000000001.json')
  expect(new Set(kept.map(([, { lock }]) => lock))).toEqual(new Set(['COMPLIANCE']))
  const key = parsePublicKey(deployed.aws.publicKey)
  const { anchors } = JSON.parse(
    (await deployed.desk.ask('GET', `/games/${streams[0]!.slice(5)}/audit`)).text,
  )
  expect(anchors.map(({ anchor }: { anchor: { key: string } }) => anchor.key)).toContain(
    key.ok && key.value.id,
  )
})

test('a stream opens with the whole', async () => {
  const [id] = await games(host)
  const stream = deployed.follow(`/games/${id}/stream`)
  await expect.poll(stream.text, { timeout: 10_000 }).toMatch(/^HTTP 200\n\n(?:.*\n)*event: snapshot\n/)
  stream.close()
})

test('the search for a mate answers without any table', async () => {
  const fen = encodeURIComponent('8/8/8/4k3/8/8/4P3/4K3 w - - 0 1')
  const answer = await deployed.desk.ask('GET', `/winnable?fen=${fen}`)
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    200,
    { white: { answer: 'yes' }, black: { answer: 'no' } },
  ])
})

test('nobody writes without a token', async () => {
  const answer = await deployed.desk.ask('POST', '/games', { body: {}, headers: { authorization: '' } })
  expect(answer.status).toBe(401)
})

test('a function’s role allows all that the function does and nothing else, and each right that it lacked would be missed', async () => {
  const [g] = await games(host)
  const round = deployed.follow('/tournaments/sample/rounds/1/stream')
  await expect.poll(round.text, { timeout: 10_000 }).toMatch(/^HTTP 200/)
  round.close()
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
