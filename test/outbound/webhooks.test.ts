import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { metricsRegistry } from '../../functions/observability/metrics-registry.ts'
import { webhookDeliverer } from '../../functions/outbound/deliver.ts'
import type { Post } from '../../functions/outbound/post.ts'
import { MAX_ACTIVE_WEBHOOKS } from '../../functions/outbound/webhooks.ts'
import type { Ports } from '../../functions/ports.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { openService } from '../kit/compose.ts'
import { openClient, START, TIMED, testPorts } from '../kit/service.ts'

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a delivery is what it expects there
  readonly body: any
}

const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='

/** A tournament with a game and a webhook, a receiver that accepts or refuses, and a clock that the test moves. */
async function openHook({
  reading = 'all',
  delay = 0,
  ports = {},
}: {
  reading?: string
  delay?: number
  ports?: Partial<Ports>
} = {}) {
  const client = await openClient(testPorts(ports))
  const admin = await client.token('admin')
  const ask = (method: string, path: string, body?: unknown) =>
    client.ask(method, path, { token: admin, body })
  await ask('POST', '/tournaments', { id: 'T', name: 'Open', delay })
  await ask('POST', '/tournaments/T/rounds/1/games', {
    games: [
      { ...TIMED, id: 'g1' },
      { ...TIMED, id: 'g2' },
    ],
  })
  const entered = await ask('POST', '/tournaments/T/webhooks', {
    ...{ id: 'w', url: 'https://example.org/hook', secret: SECRET, reading },
  })
  const sent: Sent[] = []
  const answers: number[] = []
  const timers: { ms: number; call: () => void }[] = []
  const log: string[] = []
  const post: Post = async (url, headers, body) => {
    sent.push({ url, headers, body: JSON.parse(body) })
    const status = answers.shift() ?? 204
    // Below 100: nobody answers, after so many seconds.
    if (status >= 100) return { status, text: '', retryAfter: null }
    client.ports.clock.pass(status * 1000)
    throw new Error('no answer')
  }
  const start = (service = client.service) =>
    webhookDeliverer(service, {
      post,
      later: (ms, call) => timers.push({ ms, call }),
      log: (line) => log.push(line),
    })
  let events = 0
  return {
    ...{ client, ask, entered, sent, answers, timers, log, start },
    report: (game: string, type: string, by: string, data: object = {}) =>
      ask('POST', `/games/${game}/events`, {
        events: [
          { id: `e${++events}`, at: new Date(client.ports.clock.now()).toISOString(), type, by, data },
        ],
      }),
  }
}

test('a webhook is told what happened, signed so that its receiver can tell who sent it', async () => {
  const { sent, start, report } = await openHook()
  await report('g1', 'session-started', 'arbiter')
  await start().onChange('game#g1')
  expect(sent).toHaveLength(1)
  const [{ headers, body }] = sent as [Sent]
  expect(body).toMatchObject({ tournament: 'T', round: '1', game: 'g1', after: 0, seq: 2 })
  // docs/feeds.md describes each of these.
  const names = ['type', 'tournament', 'round', 'game', 'after', 'seq', 'at', 'state', 'events']
  expect(Object.keys(body)).toEqual(names)
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['game-opened', 'session-started'])
  expect(body.state.status).toBe('running')
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${JSON.stringify(body)}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(headers['webhook-timestamp']).toBe(String(START / 1000))
})

test('what was told is not told again, and what came since is told from there', async () => {
  const { sent, start, report } = await openHook()
  const deliverer = start()
  await deliverer.onChange('game#g1')
  await deliverer.onChange('game#g1')
  await report('g1', 'session-started', 'arbiter')
  await Promise.all([deliverer.onChange('game#g1'), deliverer.onChange('game#g1')])
  expect(sent.map(({ body }) => [body.after, body.seq])).toEqual([
    [0, 1],
    [1, 2],
  ])
})

test('a receiver that fails is tried again, later each time, and then gets everything in order', async () => {
  const { sent, answers, timers, log, start, report } = await openHook()
  const deliverer = start()
  answers.push(500, 302)
  await deliverer.onChange('game#g1')
  await report('g1', 'session-started', 'arbiter')
  await deliverer.onChange('game#g1')
  expect(sent).toHaveLength(1)
  timers[0]!.call()
  await expect.poll(() => timers.length).toBe(2)
  timers[1]!.call()
  await expect.poll(() => sent.length).toBe(3)
  expect(timers.map(({ ms }) => ms)).toEqual([1000, 2000])
  expect(sent.map(({ body }) => [body.after, body.seq])).toEqual([
    [0, 1],
    [0, 2],
    [0, 2],
  ])
  expect(log).toHaveLength(2)
  expect(log.join()).not.toContain('MDEy')
})

test('what is not taken is counted, and no more once it was, or its webhook was switched off', async () => {
  const metrics = metricsRegistry()
  const failing = async () =>
    /^touchmove_webhook_deliveries_failing (\d+)$/m.exec(await metrics.render())?.[1]
  const { ask, answers, timers, start } = await openHook({ ports: { metrics } })
  const deliverer = start()
  answers.push(500, 500, 204, 500)
  await deliverer.onChange('game#g1')
  await deliverer.onChange('game#g2')
  expect(await failing()).toBe('2')
  timers[0]!.call()
  await expect.poll(failing).toBe('1')
  timers[1]!.call()
  await expect.poll(() => timers.length).toBe(3)
  expect(await failing()).toBe('1')
  await ask('PATCH', '/tournaments/T/webhooks/w', { active: false })
  timers[2]!.call()
  await expect.poll(failing).toBe('0')
})

test('what another host has delivered meanwhile is no failure of this one any more', async () => {
  const metrics = metricsRegistry()
  const { answers, timers, start } = await openHook({ ports: { metrics } })
  const [one, other] = [start(), start()]
  answers.push(500)
  await one.onChange('game#g1')
  await other.onChange('game#g1')
  timers[0]!.call()
  await expect
    .poll(async () => /^touchmove_webhook_deliveries_failing (\d+)$/m.exec(await metrics.render())?.[1])
    .toBe('0')
})

test('one game that is not taken holds up no other', async () => {
  const { sent, answers, start } = await openHook()
  const deliverer = start()
  answers.push(500)
  await deliverer.onChange('game#g1')
  await deliverer.onChange('game#g2')
  expect(sent.map(({ body }) => body.game)).toEqual(['g1', 'g2'])
})

test('after a restart it goes on where it ended: what was taken is not sent, what was not is', async () => {
  const { client, sent, answers, start, report } = await openHook()
  const before = start()
  await before.onChange('game#g1')
  await report('g1', 'session-started', 'arbiter')
  answers.push(503)
  await before.onChange('game#g1')
  const after = start(openService(client.ports))
  await after.resume()
  expect(sent.slice(2).map(({ body }) => [body.game, body.after, body.seq])).toEqual([
    ['g1', 1, 2],
    ['g2', 0, 1],
  ])
})

test('views are thrown away without a receiver being told again what it was told', async () => {
  const { client, sent, start, report } = await openHook()
  const before = start()
  await before.deliverDue()
  await report('g1', 'session-started', 'arbiter')
  await before.onChange('game#g1')
  const reported = seqs(sent)
  const withoutViews = openService({ ...client.ports, views: memoryDocuments() })
  const after = start(withoutViews)
  expect(await after.deliverDue()).toBe(0)
  await after.resume()
  expect(seqs(sent)).toEqual(reported)
})

test('what an earlier release stored of deliveries among the views is read there once, and goes on from there', async () => {
  const { client, sent, start, report } = await openHook()
  await start().deliverDue()
  sent.length = 0
  // As that release left it.
  const { registry, views } = client.ports
  for await (const { pk, sk } of registry.query('delivered#T/w')) await registry.delete(pk, sk)
  await views.putIfNewer('webhook#T/w', 'g1', 1, { seq: 1, at: new Date(START).toISOString(), erased: 0 })
  await views.put('webhooks-due', 'T/w g2', { tournament: 'T', webhook: 'w', game: 'g2' })
  const asked: string[] = []
  const counting: Ports['views'] = {
    ...views,
    get: (pk, sk) => {
      if (pk.startsWith('webhook')) asked.push(`${pk} ${sk}`)
      return views.get(pk, sk)
    },
  }
  const deliverer = start(openService({ ...client.ports, views: counting }))
  await deliverer.onChange('game#g1')
  await report('g1', 'session-started', 'arbiter')
  await deliverer.onChange('game#g1')
  expect(await deliverer.deliverDue()).toBe(1)
  expect(await deliverer.deliverDue()).toBe(0)
  expect(seqs(sent)).toEqual([
    ['g1', 1, 2],
    ['g2', 0, 1],
  ])
  expect(asked).toEqual(['webhook#T/w g1', 'webhook#T/w g2'])
})

test('a public webhook is told neither offers nor verdicts nor events, and as late as the tournament says', async () => {
  const { client, sent, timers, start, report } = await openHook({ reading: 'public', delay: 15 })
  const deliverer = start()
  await report('g1', 'session-started', 'arbiter')
  await deliverer.onChange('game#g1')
  expect(sent).toEqual([])
  expect(timers).toHaveLength(1)
  client.ports.clock.pass(15 * 60_000)
  timers[0]!.call()
  await expect.poll(() => sent.length).toBe(1)
  const { body } = sent[0]!
  expect(body.state).not.toHaveProperty('verdicts')
  expect(body.state).not.toHaveProperty('offer')
  expect(body).not.toHaveProperty('events')
})

test('a webhook that is switched off is told nothing, and on again all it missed', async () => {
  const { client, ask, sent, start, report } = await openHook()
  const deliverer = start()
  await ask('PATCH', '/tournaments/T/webhooks/w', { active: false })
  await report('g1', 'session-started', 'arbiter')
  await deliverer.onChange('game#g1')
  expect(sent).toEqual([])
  await ask('PATCH', '/tournaments/T/webhooks/w', { active: true })
  client.ports.clock.pass(5000)
  await deliverer.onChange('game#g1')
  expect(sent.map(({ body }) => [body.after, body.seq])).toEqual([[0, 2]])
})

test.each(['whsec_====================', 'whsec_!!!!!!!!!!!!!!!!!!!!', 'whsec_MDEyMw=='])(
  'the secret %s, which leaves no key or a short one, is refused',
  async (secret) => {
    const { ask } = await openHook()
    const answer = await ask('POST', '/tournaments/T/webhooks', { url: 'https://example.org/2', secret })
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('at least 24 signs')])
  },
)

test('the secret is shown once, in the answer to its entering, and one is made where none is given', async () => {
  const { ask, entered } = await openHook()
  expect(entered).toMatchObject({ status: 201, json: { id: 'w', secret: SECRET, active: true } })
  const listed = await ask('GET', '/tournaments/T/webhooks')
  expect(listed.text).not.toContain('secret')
  const made = await ask('POST', '/tournaments/T/webhooks', { url: 'https://example.org/2' })
  expect(made.json.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(
    (await ask('POST', '/tournaments/T/webhooks', { id: 'w', url: 'https://example.org/3' })).status,
  ).toBe(422)
})

test('a tournament has a number of webhooks that are switched on, and no more', async () => {
  const { ask } = await openHook()
  const enter = (id: string) =>
    ask('POST', '/tournaments/T/webhooks', { id, url: `https://example.org/${id}` })
  for (let n = 1; n < MAX_ACTIVE_WEBHOOKS; n++) expect((await enter(`w${n}`)).status).toBe(201)
  const refused = await enter('more')
  expect(refused.status).toBe(422)
  expect(refused.json.detail).toMatch(/32 webhooks that are switched on.*switch one off/)
  await ask('PATCH', '/tournaments/T/webhooks/w1', { active: false })
  expect((await enter('more')).status).toBe(201)
  expect((await ask('PATCH', '/tournaments/T/webhooks/w1', { active: true })).status).toBe(422)
  expect((await ask('PATCH', '/tournaments/T/webhooks/w2', { active: true })).status).toBe(200)
})

test('webhooks that are entered or switched on at one time are no more than that number either', async () => {
  const { ask } = await openHook()
  const active = async () =>
    (await ask('GET', '/tournaments/T/webhooks')).json.webhooks.filter(
      (each: { active: boolean }) => each.active,
    ).length
  const ids = Array.from({ length: MAX_ACTIVE_WEBHOOKS + 20 }, (_, n) => `w${n}`)
  const enter = (id: string) =>
    ask('POST', '/tournaments/T/webhooks', { id, url: `https://example.org/${id}` })
  await Promise.all(ids.map(enter))
  expect(await active()).toBeLessThanOrEqual(MAX_ACTIVE_WEBHOOKS)
  const set = (id: string, to: boolean) => ask('PATCH', `/tournaments/T/webhooks/${id}`, { active: to })
  for (const id of ['w', ...ids]) {
    await set(id, false)
    await enter(id)
    await set(id, false)
  }
  expect(await active()).toBe(0)
  await Promise.all(ids.map((id) => set(id, true)))
  expect(await active()).toBeLessThanOrEqual(MAX_ACTIVE_WEBHOOKS)
})

test('webhooks are for those who manage the tournament', async () => {
  const { client } = await openHook()
  const operator = await client.token('operator')
  const elsewhere = await client.token('arbiter', 'tournament:U')
  for (const token of [operator, elsewhere]) {
    const wish = { token, body: { url: 'https://example.org/x' } }
    expect((await client.ask('POST', '/tournaments/T/webhooks', wish)).status).toBe(403)
    expect((await client.ask('GET', '/tournaments/T/webhooks', { token })).status).toBe(403)
  }
  expect((await client.ask('GET', '/tournaments/T/webhooks')).status).toBe(401)
})

test('in the cloud a webhook goes to https addresses only, and nowhere with a user in the address', async () => {
  const { ask } = await openHook()
  for (const url of ['http://example.org/x', 'ftp://example.org', 'https://u:p@example.org', 'example.org'])
    expect((await ask('POST', '/tournaments/T/webhooks', { url })).status).toBe(422)
})

test('a webhook that there is not is unknown, as a game would be', async () => {
  const { ask } = await openHook()
  const answer = await ask('PATCH', '/tournaments/T/webhooks/nobody', { active: false })
  expect(answer.status).toBe(404)
  expect(answer.json).toMatchObject({
    type: 'urn:touchmove:problem:unknown-webhook',
    detail: 'tournament T has no webhook nobody',
  })
})

const seqs = (sent: readonly Sent[]) => sent.map(({ body }) => [body.game, body.after, body.seq])

test('where processes are frozen between two tries, what was not taken is taken up by another', async () => {
  const { client, sent, answers, start, report } = await openHook()
  const projecting = start()
  await projecting.onChange('game#g1')
  await projecting.onChange('game#g2')
  await report('g1', 'session-started', 'arbiter')
  answers.push(500)
  await projecting.onChange('game#g1')
  sent.length = 0
  // Its timers never ring.
  const reconciling = start(openService(client.ports))
  answers.push(503)
  expect(await reconciling.deliverDue()).toBeGreaterThan(0)
  const next = start(openService(client.ports))
  await next.deliverDue()
  expect(seqs(sent)).toEqual([
    ['g1', 1, 2],
    ['g1', 1, 2],
  ])
  expect(await next.deliverDue()).toBe(0)
})

test('a webhook that is entered, or switched on again, hears also of games in which nothing happens any more', async () => {
  const { client, ask, sent, start } = await openHook()
  await start().deliverDue()
  expect(seqs(sent)).toEqual([
    ['g1', 0, 1],
    ['g2', 0, 1],
  ])
  await ask('PATCH', '/tournaments/T/webhooks/w', { active: false })
  await ask('PATCH', '/tournaments/T/webhooks/w', { active: true })
  expect(await start(openService(client.ports)).deliverDue()).toBe(1)
  expect(sent).toHaveLength(2)
})

test('on a host of one’s own a webhook that is entered rings for every game at once', async () => {
  const rung: string[] = []
  await openHook({ ports: { singleWriter: true, notify: (stream) => rung.push(stream) } })
  expect(rung.slice(-2)).toEqual(['game#g1', 'game#g2'])
})

test('a receiver that does not answer costs the function that others wait for one patience, and loses nothing', async () => {
  const { client, sent, answers, start } = await openHook()
  await start().deliverDue()
  sent.length = 0
  const admin = await client.token('admin')
  const body = { games: Array.from({ length: 20 }, (_, k) => ({ ...TIMED, id: `h${k}` })) }
  await client.ask('POST', '/tournaments/T/rounds/2/games', { token: admin, body })
  const projecting = start()
  answers.push(10)
  for (const { id } of body.games) await projecting.onChange(`game#${id}`)
  expect(sent).toHaveLength(1)
  client.ports.clock.pass(600_000)
  await start(openService(client.ports)).deliverDue()
  expect(new Set(sent.map(({ body }) => body.game)).size).toBe(20)
})

test('what fails within the service is tried again by itself: the last move of a game is the last ring', async () => {
  const { client, sent, timers, start } = await openHook({ ports: { singleWriter: true } })
  let broken = true
  const { registry } = client.ports
  const service = openService({
    ...client.ports,
    registry: {
      ...registry,
      get: async (pk, sk) => {
        if (broken && pk.startsWith('delivered#')) throw new Error('the disk is full')
        return registry.get(pk, sk)
      },
    },
  })
  const deliverer = start(service)
  await expect(deliverer.onChange('game#g1')).rejects.toThrow('the disk is full')
  expect(sent).toEqual([])
  broken = false
  timers.at(-1)!.call()
  await expect.poll(() => seqs(sent)).toEqual([['g1', 0, 1]])
})

/** A service that cannot read how far a webhook was sent a game, as long as `broken` says so. */
const withoutCheckpoints = (ports: Ports, broken: (game: string) => boolean) =>
  openService({
    ...ports,
    registry: {
      ...ports.registry,
      get: async (pk, sk) => {
        if (pk.startsWith('delivered#') && broken(sk)) throw new Error('the database is away')
        return ports.registry.get(pk, sk)
      },
    },
  })

test('where processes are frozen, what failed within the service is due, and sent by another', async () => {
  const { client, sent, start, report } = await openHook()
  await start().deliverDue()
  await report('g1', 'session-started', 'arbiter')
  sent.length = 0
  const projecting = start(withoutCheckpoints(client.ports, () => true))
  await expect(projecting.onChange('game#g1')).rejects.toThrow('the database is away')
  expect(sent).toEqual([])
  // Its timers never ring.
  const reconciling = start(openService(client.ports))
  expect(await reconciling.deliverDue()).toBe(1)
  expect(seqs(sent)).toEqual([['g1', 1, 2]])
  expect(await reconciling.deliverDue()).toBe(0)
})

test('a game that fails while a new webhook is sent all of them stays due, and no other', async () => {
  const { client, sent, start } = await openHook()
  await start(withoutCheckpoints(client.ports, (game) => game === 'g1')).deliverDue()
  expect(seqs(sent)).toEqual([['g2', 0, 1]])
  expect(await start(openService(client.ports)).deliverDue()).toBe(1)
  expect(seqs(sent)).toEqual([
    ['g2', 0, 1],
    ['g1', 0, 1],
  ])
  expect(await start(openService(client.ports)).deliverDue()).toBe(0)
})

test('the public is told the newest state at once, however many events there were', async () => {
  const { sent, start, report } = await openHook({ reading: 'public' })
  await report('g1', 'session-started', 'arbiter')
  for (let k = 0; k < 120; k++) await report('g1', 'clocks-stopped', 'arbiter')
  await start().onChange('game#g1')
  expect(sent).toHaveLength(1)
  expect(sent[0]!.body.seq).toBeGreaterThan(100)
})

test('a receiver that was told a name hears that it was erased, once', async () => {
  const { client, sent, start, report } = await openHook()
  const admin = await client.token('admin')
  const deliverer = start()
  await deliverer.onChange('game#g1')
  await deliverer.onChange('game#g2')
  const audit = await client.ask('GET', '/games/g1/audit', { token: admin })
  const person = /"(P[0-9A-Z]+|ID\d+)"/.exec(audit.text.match(/"person":"[^"]+"/)?.[0] ?? '')?.[1]
  expect(person).toBeDefined()
  sent.length = 0
  expect((await client.ask('POST', `/persons/${person}/erase`, { token: admin })).status).toBe(200)
  await deliverer.onChange('game#g1')
  await deliverer.onChange('game#g1')
  expect(sent.map(({ body }) => body.type)).toEqual(['game.erased'])
  expect(Object.keys(sent[0]!.body)).toEqual(['type', 'tournament', 'round', 'game', 'seq', 'at', 'state'])
  expect(sent[0]!.body.seq).toBe(1)
  expect(JSON.stringify(sent[0]!.body)).not.toContain('Anderssen')
  await report('g1', 'session-started', 'arbiter')
  await deliverer.onChange('game#g1')
  expect(sent.at(-1)!.body).toMatchObject({ type: 'game.changed', after: 1, seq: 2 })
})
