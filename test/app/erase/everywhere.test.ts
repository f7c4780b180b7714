import { gunzipSync } from 'node:zlib'
/** An erased person is shown nowhere: not in a view, not in a feed, not to a reader who was following. */
import { expect, test } from 'vitest'
import { createChangeNotifier } from '../../../functions/app/change-notifier.ts'
import { consumersOf } from '../../../functions/consumers.ts'
import { verifyStream } from '../../../functions/integrity/verify-stream.ts'
import { createProjector } from '../../../functions/projections/projector.ts'
import { createViewRebuilder } from '../../../functions/projections/rebuild.ts'
import { VIEW_FORMAT, viewKey } from '../../../functions/projections/view.ts'
import { follow, heldRound } from '../../feeds/sse-kit.ts'
import { indexText } from '../../kit/archive-index.ts'
import { openService } from '../../kit/compose.ts'
import { move, report } from '../../kit/reports.ts'
import { openClient, type ServiceClient, type TestPorts, TIMED, testPorts } from '../../kit/service.ts'

const NAMES = { white: 'Anderssen', black: 'Kieseritzky' } as const

const FEEDS = [
  '/games/g1',
  '/games/g1.pgn',
  '/games/g1.pgn?view=text',
  '/games/g1.pgn?view=split',
  '/games/g1.pgn?seq=1',
  '/games/g1/events',
  '/games/g1/scoresheet',
  '/tournaments/T/rounds/1.pgn',
  '/tournaments/T/rounds/1/game-1.pgn',
  '/tournaments/T/rounds/1/report',
  '/tournaments/T/rounds/1/scoresheets',
  '/tournaments/T.pgn',
  '/tournaments/T.trf?version=16',
  '/tournaments/T.trf?version=26',
  '/tournaments/T/standings',
  '/livechess/T/round-1/index.json',
  '/livechess/T/round-1/game-1.json',
  '/archive',
  '/archive?event=T',
]

async function played(ports: TestPorts, settled: () => Promise<void>) {
  const client = await openClient(ports)
  const token = await client.token('admin')
  const send = async (path: string, body: unknown) => {
    const answer = await client.ask('POST', path, { token, body })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  await send('/tournaments', { id: 'T', name: 'Open' })
  const games = [{ ...TIMED, id: 'g1', date: '2026-03-14' }]
  await send('/tournaments/T/rounds/1/games', { games })
  const events = [
    report('s', 'session-started', 'arbiter'),
    move('m', 'white', 'e2', 'e4', 1000),
    report('r', 'resigned', 'black', {}, 2000),
  ]
  await send('/games/g1/events', { events })
  await settled()
  return { client, token }
}

async function personIdFor(ports: TestPorts, side: 'white' | 'black'): Promise<string> {
  const [first] = await ports.log.load('game#g1', 0)
  return JSON.parse(first!.body).events[0].data[side].person
}

async function read(client: ServiceClient, token: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const path of FEEDS) {
    const { status, text } = await client.ask('GET', path, { token })
    expect(status, path).toBe(200)
    texts.set(path, text)
  }
  return texts
}

async function everyView(ports: TestPorts): Promise<string> {
  const all: unknown[] = []
  const live = `${VIEW_FORMAT}-1`
  for (const stream of [`view@${live}#game#g1`, `view@${live}#round#T/1`])
    for await (const { value } of ports.views.query(stream)) all.push(unpacked(value))
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  return JSON.stringify(all) + (await indexText(ports.views, ['g1'], letters))
}

/** States and their histories are packed in views. */
function unpacked(value: unknown): unknown {
  const { state, steps } = value as { state?: unknown; steps?: unknown }
  const packed = [state, steps].find((each) => typeof each === 'string')
  return packed === undefined ? value : gunzipSync(Buffer.from(packed as string, 'base64')).toString()
}

for (const where of ['in one process', 'in the cloud'] as const)
  test(`${where}, two players erased one after the other leave every feed, view and stream; the chain verifies`, async () => {
    const alone = where === 'in one process'
    const faults: unknown[] = []
    const notifier = createChangeNotifier({ intervalMs: 1, onFault: (error) => faults.push(error) })
    const ports = testPorts(alone ? { singleWriter: true, notify: notifier.notify } : { useReadModels: true })
    // In the cloud the table's stream rings in a process of its own, and requests are answered by several.
    const projecting = openService(ports)
    const consumers = consumersOf(projecting)
    const settled = async () => {
      if (alone) return notifier.drained()
      for (const each of consumers) for (const stream of ['round#T/1', 'game#g1']) await each.onChange(stream)
    }
    const { client, token } = await played(ports, async () => {
      if (!alone) await settled()
    })
    if (alone) {
      notifier.subscribe([client.service.liveStreams.consumer, ...consumersOf(client.service)])
      for (const stream of ['round#T/1', 'game#g1']) notifier.notify(stream)
      await settled()
    }
    const other = alone ? client : await openClient(ports)
    const before = await verifyStream(ports, 'game#g1')
    expect((await read(other, token)).get('/games/g1.pgn')).toContain('Anderssen')
    expect(await everyView(ports)).toContain('Anderssen')
    const following = await follow(client, '/tournaments/T/rounds/1/stream', { token })
    const one = await follow(client, '/games/g1/stream', { token })
    const away = ['/games/g1/stream', '/tournaments/T/rounds/1/stream'].map((path) => ({
      path,
      lastId: (path.startsWith('/games') ? one : following).lastId(),
    }))
    const tags = new Map<string, string | undefined>()
    let gone: string[] = []
    for (const side of ['white', 'black'] as const) {
      for (const path of FEEDS) tags.set(path, (await other.ask('GET', path, { token })).headers.etag)
      const person = await personIdFor(ports, side)
      const answer = await client.ask('POST', `/persons/${person}/erase`, { token })
      expect(answer.status).toBe(200)
      gone = [...gone, NAMES[side]]
      // Before any notification: the answer is not given until the views are without the erased person.
      const views = await everyView(ports)
      for (const name of gone) expect(views, name).not.toMatch(new RegExp(name, 'i'))
      await settled()
      for (const each of [client, other])
        for (const [path, text] of await read(each, token))
          for (const name of gone) expect(text, path).not.toContain(name)
      const path = '/games/g1.pgn'
      const held = { 'if-none-match': tags.get(path)! }
      expect((await other.ask('GET', path, { token, headers: held })).status).toBe(200)
      const whole = await follow(client, '/tournaments/T/rounds/1/stream', { token })
      for (const name of gone) expect(JSON.stringify(whole.received), name).not.toContain(name)
      // Who was away holds the name, and an erasure is no event that they have missed.
      for (const { path, lastId } of away)
        expect((await follow(client, path, { token, lastId })).received[0]?.name, path).toBe('snapshot')
      const archive = await other.ask('GET', `/archive?name=${NAMES[side]}`, { token })
      expect(archive.json.games).toEqual([])
    }
    if (alone) {
      const shown = [...heldRound(following.received).games.values()]
      expect(JSON.stringify(shown)).toMatch(/"white":\{"name":"erased"\},"black":\{"name":"erased"\}/)
      expect(one.received.map(({ name }) => name).lastIndexOf('snapshot')).toBeGreaterThan(0)
    }
    expect((await read(other, token)).get('/games/g1.pgn')).toMatch(/White "erased"[\s\S]*Black "erased"/)
    expect(await verifyStream(ports, 'game#g1')).toMatchObject({ fault: null, head: before.head })
    expect(faults).toEqual([])
  })

test('views made anew after an erasure know nobody who was erased', async () => {
  const ports = testPorts()
  const { client, token } = await played(ports, async () => {})
  const projector = createProjector(client.service)
  for (const stream of ['round#T/1', 'game#g1']) await projector.onChange(stream)
  await client.ask('POST', `/persons/${await personIdFor(ports, 'white')}/erase`, { token })
  const { to } = await createViewRebuilder(client.service, client.service, {
    wait: async (ms) => client.ports.clock.pass(ms),
  }).rebuild()
  const all: unknown[] = []
  for await (const { value } of ports.views.query(viewKey(to, 'round#T/1'))) all.push(unpacked(value))
  expect(JSON.stringify(all)).toMatch(/erased.*Kieseritzky/)
  expect(JSON.stringify(all)).not.toContain('Anderssen')
})
