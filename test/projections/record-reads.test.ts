/**
 * Every route that reads, with what it asks of the record: nothing, but for those that show the record itself. Counted where feeds
 * are read from views, and on a host that has its database for itself, whose projection is the folded games in memory.
 */
import { expect, test } from 'vitest'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { createRouter } from '../../functions/http/router.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { openService } from '../kit/compose.ts'
import { counted } from '../kit/counted.ts'
import { pairing } from '../kit/hall.ts'
import { append, move, need, press, report } from '../kit/reports.ts'
import {
  ADMIN,
  ARBITER,
  httpEvent,
  openClient,
  START,
  type TestPorts,
  testKeyring,
  testPorts,
} from '../kit/service.ts'

/** Routes that may read the record, and why. */
const SHOW_THE_RECORD: Readonly<Record<string, string>> = {
  '/games/{g}/events': 'the events as they were recorded',
  '/games/{g}/audit': 'the commits as they are stored',
  '/store/streams': 'the heads of the record, for its copy',
  '/store/commits': 'the commits as they are stored',
}

/** Routes that read the record for a request with a token, and why. */
const WITH_TOKEN: Readonly<Record<string, string>> = {
  '/games/{g}': 'reporters see their reports at once',
  '/games/{g}/state': 'reporters see their reports at once',
  '/games/{g}/scoresheet': 'its foot has the commit that it was printed after',
  '/tournaments/{t}/rounds/{r}/scoresheets': 'the same',
}

const PARAMS: Readonly<Record<string, string>> = { t: 'T', r: '1', g: 'g1', n: '1', minutes: '15', p: 'P1' }
const QUERIES: Readonly<Record<string, string>> = {
  '/winnable': '?fen=8/8/8/4k3/8/8/4P3/4K3%20w%20-%20-%200%201',
  '/store/streams': '?category=game',
  '/store/commits': '?stream=game%23g1',
  '/store/kept': '?stream=game%23g1',
  '/store/proofs': '?stream=game%23g1',
}
/** Answers that do not end. */
const STREAM = /\/stream$/
const READS = ROUTES.filter(({ method, path }) => method === 'GET' && !STREAM.test(path))

async function played(): Promise<TestPorts> {
  const ports = testPorts()
  const service = openService(ports)
  const defaults = { edition: '2018-01-01', play: 'rapid', date: '2026-03-14' } as const
  need(await createTournament(ports, ARBITER, { name: 'Open', defaults }, 'T'))
  const ids = ['g1', 'g2', 'g3']
  const games = ids.map((id, k) => pairing(`W${k}`, `B${k}`, { id, board: k + 1 }))
  need(await openRoundGames(service, ADMIN, { tournament: 'T', round: '1' }, games, undefined, START))
  const [projector, indexer] = [createProjector(service), createArchiveIndexer(service)]
  for (const game of ids) {
    need(await append(service, [report('s', 'session-started', 'arbiter')], { game }))
    ports.clock.pass(1000)
    need(await append(service, [move('m', 'white', 'e2', 'e4', 1000), press('p', 'white', 1000)], { game }))
    await projector.onChange(`game#${game}`)
    await indexer.onChange(`game#${game}`)
  }
  await projector.onChange('round#T/1')
  ports.clock.pass(3_600_000)
  return ports
}

test.each([
  ['where feeds are read from views, from the first request on', { useReadModels: true }, 0],
  ['on a host that has its database for itself, once its games are in memory', { singleWriter: true }, 1],
] as const)(
  'no feed reads the record %s',
  async (_, kind, before) => {
    const of = await played()
    const token = await (await openClient(of)).token('admin')
    const authorization = `Bearer ${token}`
    const keyring = await testKeyring()
    const reading = new Set<string>()
    let answered = 0
    for (const route of READS)
      for (const headers of [{}, { authorization }]) {
        const { asked, ports } = counted({ ...of, ...kind })
        const faults: unknown[] = []
        const router = createRouter(
          {
            deps: openService(ports),
            authenticate: authenticator(ports, keyring),
            onFault: (error) => faults.push(error),
          },
          ROUTES,
        )
        const path = `${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? '1')}${QUERIES[route.path] ?? ''}`
        for (let k = 0; k < before; k++) await router(httpEvent('GET', path, headers))
        asked.length = 0
        const { statusCode = 200 } = await router(httpEvent('GET', path, headers))
        expect([path, faults]).toEqual([path, []])
        if (statusCode === 200) answered++
        const name = route.path.replace('/delayed/{minutes}', '')
        const allowed = name in SHOW_THE_RECORD || ('authorization' in headers && name in WITH_TOKEN)
        const commits = asked.filter((each) => each.startsWith('commits'))
        if (commits.length > 0) reading.add(name)
        expect([path, headers, allowed ? [] : commits]).toEqual([path, headers, []])
      }
    // Each exception is one, and most routes have answered.
    const exceptions = before === 0 ? { ...SHOW_THE_RECORD, ...WITH_TOKEN } : SHOW_THE_RECORD
    for (const name of Object.keys(exceptions)) expect([name, reading.has(name)]).toEqual([name, true])
    expect(answered).toBeGreaterThan(READS.length)
  },
  60_000,
)

test('a round that was opened a moment ago, and has no view yet, is listed with its tournament', async () => {
  const of = await played()
  const service = openService({ ...of, useReadModels: true })
  const round = { tournament: 'T', round: '2' }
  need(
    await openRoundGames(
      service,
      ADMIN,
      round,
      [pairing('W', 'B', { id: 'late', board: 1 })],
      undefined,
      of.clock.now(),
    ),
  )
  const client = await openClient({ ...of, useReadModels: true })
  expect((await client.ask('GET', '/tournaments/T')).json.rounds).toEqual(['1', '2'])
  expect((await client.ask('GET', '/delayed/15/tournaments/T')).json.rounds).toEqual(['1'])
  of.clock.pass(15 * 60_000)
  expect((await client.ask('GET', '/delayed/15/tournaments/T')).json.rounds).toEqual(['1', '2'])
  // From its view it is the same.
  of.clock.pass(-60_000)
  await createProjector(service).onChange('round#T/2')
  const viewed = await openClient({ ...of, useReadModels: true })
  expect((await viewed.ask('GET', '/delayed/15/tournaments/T')).json.rounds).toEqual(['1'])
  of.clock.pass(60_000)
  expect((await viewed.ask('GET', '/delayed/15/tournaments/T')).json.rounds).toEqual(['1', '2'])
})
