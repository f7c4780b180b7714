import { expect, test, vi } from 'vitest'
import { openRoundGames } from '../../../functions/app/round-games.ts'
import { createTournament } from '../../../functions/app/tournaments.ts'
import type { ApiClient } from '../../../functions/http/api-client.ts'
import { listAllStreams, syncRecord } from '../../../functions/integrity/sync/run.ts'
import { verifyStream } from '../../../functions/integrity/verify-stream.ts'
import type { StoredCommit } from '../../../functions/store/commit.ts'
import { seeded } from '../../kit/faulty-client.ts'
import { append, move, need, press, report } from '../../kit/reports.ts'
import { ADMIN, ARBITER, GAME, openClient, type ServiceClient, START, testPorts } from '../../kit/service.ts'
import { trials } from '../../kit/trials.ts'

/** Ids of two hosts never meet by chance. */
async function host(name: string): Promise<ServiceClient> {
  let ids = 0
  return openClient(testPorts({ ids: { next: () => `${name}${String(++ids).padStart(8, '0')}` } }))
}

async function asApiClient(client: ServiceClient, token?: string): Promise<ApiClient> {
  const admin = token ?? (await client.token('admin'))
  return {
    request: (method, path, ask = {}) => client.ask(method, path, { token: admin, ...ask }),
  }
}

/** A round of three games, some with words in them. */
async function playedDay(name = 'V'): Promise<ServiceClient> {
  const venue = await host(name)
  const { service } = venue
  need(await createTournament(service, ADMIN, { name: 'Open', delay: 15 }, 'T'))
  const games = ['g1', 'g2', 'g3'].map((id, k) => ({
    ...GAME,
    id,
    white: { name: `White ${k}`, fideId: 100 + k },
    black: { name: `Black ${k}` },
  }))
  need(await openRoundGames(service, ADMIN, { tournament: 'T', round: '1' }, games, undefined, START))
  for (const game of ['g1', 'g2', 'g3']) {
    need(await append(service, [report('s', 'session-started', 'arbiter')], { principal: ARBITER, game }))
    need(await append(service, [move('m1', 'white', 'e2', 'e4'), press('p1', 'white')], { game }))
    need(
      await append(
        service,
        [report('c', 'claim-made', 'black', { about: 'other', note: `cold in ${game}` })],
        { game },
      ),
    )
  }
  return venue
}

const evidence = async (client: ServiceClient): Promise<Record<string, readonly StoredCommit[]>> => {
  const streams = ['round#T/1', 'game#g1', 'game#g2', 'game#g3']
  return Object.fromEntries(
    await Promise.all(streams.map(async (stream) => [stream, await client.ports.log.load(stream, 0)])),
  )
}

test('a day’s games reach another host byte for byte, with their persons and words, and both sides prove equal', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const done = await syncRecord(await asApiClient(venue), await asApiClient(cloud), {})
  expect(done).toMatchObject({ streams: 4, equal: 4, conflicts: [], ahead: [] })
  expect(await evidence(cloud)).toEqual(await evidence(venue))
  for (const stream of Object.keys(await evidence(venue)))
    expect(await verifyStream(cloud.ports, stream)).toMatchObject({ fault: null, erased: 0 })
  const token = await cloud.token('reader')
  const [there, here] = [
    await cloud.ask('GET', '/games/g2/events', { token }),
    await venue.ask('GET', '/games/g2/events', { token: await venue.token('reader') }),
  ]
  expect(there.json).toEqual(here.json)
  expect((await cloud.ask('GET', '/tournaments/T', { token })).json).toMatchObject({
    delay: 15,
    rounds: ['1'],
  })
})

test('sent again it sends nothing, and what was recorded since comes with the next', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const desks = [await asApiClient(venue), await asApiClient(cloud)] as const
  const first = await syncRecord(...desks, {})
  expect(first.sent).toBeGreaterThan(4)
  expect(await syncRecord(...desks, {})).toMatchObject({ sent: 0, root: first.root })
  need(await append(venue.service, [move('m2', 'black', 'e7', 'e5')], { game: 'g3' }))
  const next = await syncRecord(...desks, {})
  expect(next).toMatchObject({ sent: 1, equal: 4 })
  expect(next.root).not.toBe(first.root)
  expect(await evidence(cloud)).toEqual(await evidence(venue))
})

test('interrupted at any request, before or after it did its work, a sync is taken up again and ends the same', async () => {
  const venue = await playedDay()
  const whole = await host('C')
  let requests = 0
  const counted = await asApiClient(whole)
  const counting: ApiClient = {
    request(...request) {
      requests++
      return counted.request(...request)
    },
  }
  await syncRecord(await asApiClient(venue), counting, {})
  const wanted = await evidence(whole)
  for (let cut = 0; cut < requests; cut++)
    for (const lost of ['request', 'answer'] as const) {
      const cloud = await host('C')
      const target = await asApiClient(cloud)
      let asked = 0
      const cutting: ApiClient = {
        async request(...request) {
          if (asked++ !== cut) return target.request(...request)
          if (lost === 'answer') await target.request(...request)
          throw new Error('the line is dead')
        },
      }
      await expect(syncRecord(await asApiClient(venue), cutting, {})).rejects.toThrow('dead')
      expect(await syncRecord(await asApiClient(venue), target, {})).toMatchObject({
        equal: 4,
        conflicts: [],
      })
      expect(await evidence(cloud)).toEqual(wanted)
    }
})

test('over a line that loses one request in five, syncs repeated end with both sides equal', async () => {
  for (let seed = 0; seed < trials(5); seed++) {
    const [venue, cloud] = [await playedDay(), await host('C')]
    const chance = seeded(seed)
    const target = await asApiClient(cloud)
    const bad: ApiClient = {
      async request(...request) {
        if (chance() < 0.1) throw new Error('lost')
        const answer = await target.request(...request)
        if (chance() < 0.1) throw new Error('lost')
        return answer
      },
    }
    let done = null
    for (let attempt = 0; attempt < 200 && done === null; attempt++)
      done = await syncRecord(await asApiClient(venue), bad, {}).catch(() => null)
    expect(done, `seed ${seed}`).toMatchObject({ equal: 4, conflicts: [] })
    expect(await evidence(cloud), `seed ${seed}`).toEqual(await evidence(venue))
  }
})

test('a game that went another way on the other host is named, stays as it is, and stops none of the others', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const desks = [await asApiClient(venue), await asApiClient(cloud)] as const
  await syncRecord(...desks, {})
  need(await append(venue.service, [move('m2', 'black', 'e7', 'e5')], { game: 'g1' }))
  need(await append(cloud.service, [move('m3', 'black', 'c7', 'c5')], { game: 'g1' }))
  need(await append(venue.service, [move('m2', 'black', 'e7', 'e5')], { game: 'g2' }))
  const before = (await evidence(cloud))['game#g1']
  const done = await syncRecord(...desks, {})
  expect(done.conflicts).toEqual([
    { stream: 'game#g1', detail: expect.stringMatching(/^game#g1: commit 5 /) },
  ])
  expect(done).toMatchObject({ sent: 1, equal: 3 })
  expect((await evidence(cloud))['game#g1']).toEqual(before)
})

test.each([
  ['the other host knew the tournament before it was delayed', { delay: 0 }],
  ['somebody entered the tournament there with less', { delay: 5, openVerdicts: true, site: 'Club' }],
])('what hides a tournament here hides it there before a game is brought: %s', async (_, there) => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  need(await createTournament(cloud.service, ADMIN, { name: 'Open', ...there }, 'T'))
  const target = await asApiClient(cloud)
  const asked: string[] = []
  const watched: ApiClient = {
    request(method, path, ask) {
      asked.push(`${method} ${path}`)
      return target.request(method, path, ask)
    },
  }
  const { settings, equal } = await syncRecord(await asApiClient(venue), watched, {})
  const tightened = 'openVerdicts' in there ? ['delay', 'openVerdicts'] : ['delay']
  expect([settings, equal]).toEqual([
    [{ tournament: 'T', tightened, differing: 'site' in there ? ['site'] : [] }],
    4,
  ])
  expect(asked.indexOf('PATCH /tournaments/T')).toBeGreaterThan(-1)
  expect(asked.indexOf('PATCH /tournaments/T')).toBeLessThan(asked.indexOf('POST /store/commits'))
  const { text } = await target.request('GET', '/tournaments/T')
  expect(JSON.parse(text)).toMatchObject({ ...there, delay: 15, openVerdicts: false })
  expect((await syncRecord(await asApiClient(venue), target, {})).settings).toMatchObject(
    'site' in there ? [{ tightened: [], differing: ['site'] }] : [],
  )
})

test('a tournament that is entered, or delayed, while a sync runs is hidden there too', async () => {
  const [venue, cloud] = [await host('V'), await host('C')]
  need(await createTournament(venue.service, ADMIN, { name: 'Club' }, 'old'))
  const open = async (tournament: string, game: string) => {
    const place = { tournament, round: '1' }
    need(await openRoundGames(venue.service, ADMIN, place, [{ ...GAME, id: game }], undefined, START))
  }
  await open('old', 'g1')
  const [own, target] = [await asApiClient(venue), await asApiClient(cloud)]
  let entered = false
  const source: ApiClient = {
    async request(method, path, ask) {
      const answer = await own.request(method, path, ask)
      if (path === '/tournaments' && !entered) {
        entered = true
        need(await createTournament(venue.service, ADMIN, { name: 'Open', delay: 1440 }, 'new'))
        await open('new', 'g2')
        expect((await own.request('PATCH', '/tournaments/old', { body: { delay: 60 } })).status).toBe(200)
      }
      return answer
    },
  }
  await syncRecord(source, target, {})
  expect(entered).toBe(true)
  const seen = async (game: string) => (await cloud.ask('GET', `/games/${game}`)).status
  expect([await seen('g1'), await seen('g2')]).toEqual([404, 404])
  await syncRecord(own, target, {})
  expect([await seen('g1'), await seen('g2')]).toEqual([404, 404])
})

test('a game whose tournament is not known here is shown to nobody who may not read the whole', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const [source, target] = [await asApiClient(venue), await asApiClient(cloud)]
  const { commits } = JSON.parse((await source.request('GET', '/store/commits?stream=game%23g1')).text)
  const body = { stream: 'game#g1', commits }
  const documents = JSON.parse((await source.request('GET', '/store/kept?stream=game%23g1')).text)
  await target.request('POST', '/store/kept', { body: { stream: 'game#g1', ...documents } })
  expect((await target.request('POST', '/store/commits', { body })).status).toBe(200)
  // From the record, and from views and the archive's index as the cloud has them.
  const viewed = await openClient({ ...cloud.ports, useReadModels: true })
  await cloud.service.projector.onChange('game#g1')
  await cloud.service.archiveIndexer.onChange('game#g1')
  for (const client of [cloud, viewed]) {
    for (const path of ['/games/g1', '/delayed/1440/games/g1', '/games/g1.pgn'])
      expect([path, (await client.ask('GET', path)).status]).toEqual([path, 404])
    expect((await client.ask('GET', '/archive')).json.games).toEqual([])
    const token = await client.token('admin')
    expect((await client.ask('GET', '/games/g1', { token })).status).toBe(200)
    expect((await client.ask('GET', '/archive', { token })).json.games).toHaveLength(1)
  }
})

test('a tournament that is hidden longer there stays so', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  need(await createTournament(cloud.service, ADMIN, { name: 'Open', delay: 60 }, 'T'))
  const target = await asApiClient(cloud)
  const { settings } = await syncRecord(await asApiClient(venue), target, {})
  expect(settings).toEqual([{ tournament: 'T', tightened: [], differing: ['delay'] }])
  expect(JSON.parse((await target.request('GET', '/tournaments/T')).text)).toMatchObject({ delay: 60 })
})

/** Each reading of commit 3 of game g2 gives another byte than was stored. */
function damage({ service: { log } }: ServiceClient): void {
  const load = log.load.bind(log)
  vi.spyOn(log, 'load').mockImplementation(async (stream, after) =>
    (await load(stream, after)).map((commit) =>
      stream === 'game#g2' && commit.n === 3
        ? { ...commit, body: commit.body.replace('"e4"', '"e3"') }
        : commit,
    ),
  )
}

test.each([
  ['here', /^game#g2: .*commit 3\b/],
  ['there', /^game#g2: what is stored of this is damaged/],
])('a game of which a commit was altered %s is named, and stops none of the others', async (side, detail) => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const hosts = [await asApiClient(venue), await asApiClient(cloud)] as const
  if (side === 'there') {
    await syncRecord(...hosts, {})
    for (const game of ['g2', 'g3'])
      need(await append(venue.service, [move('m2', 'black', 'e7', 'e5')], { game }))
  }
  const before = (await evidence(cloud))['game#g2']
  damage(side === 'here' ? venue : cloud)
  const done = await syncRecord(...hosts, {})
  expect(done.refused).toEqual([{ stream: 'game#g2', detail: expect.stringMatching(detail) }])
  expect(done).toMatchObject({ conflicts: [], ahead: [], equal: 3 })
  vi.restoreAllMocks()
  expect((await evidence(cloud))['game#g2']).toEqual(before)
  expect((await evidence(cloud))['game#g3']).toEqual((await evidence(venue))['game#g3'])
})

test('a game that the other host has more of is named too', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const desks = [await asApiClient(venue), await asApiClient(cloud)] as const
  await syncRecord(...desks, {})
  need(await append(cloud.service, [move('m3', 'black', 'c7', 'c5')], { game: 'g1' }))
  const done = await syncRecord(...desks, {})
  expect(done.conflicts).toEqual([
    { stream: 'game#g1', detail: expect.stringMatching(/has 5 commits, more than/) },
  ])
  expect(done.equal).toBe(3)
})

test('one tournament’s games can be brought alone', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  need(await createTournament(venue.service, ADMIN, { name: 'Other' }, 'U'))
  const games = [{ ...GAME, id: 'u1' }]
  need(await openRoundGames(venue.service, ADMIN, { tournament: 'U', round: '1' }, games, undefined, START))
  const done = await syncRecord(await asApiClient(venue), await asApiClient(cloud), { tournament: 'T' })
  expect(done).toMatchObject({ streams: 4, equal: 4 })
  const streams = await listAllStreams(await asApiClient(cloud), 'game')
  expect(streams.map(({ stream }) => stream).sort()).toEqual(['game#g1', 'game#g2', 'game#g3'])
})

test('only an admin whose scope is everything may read or bring a record whole', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  for (const [role, scope] of [
    ['reader', '*'],
    ['arbiter', '*'],
    ['operator', '*'],
    ['admin', 'tournament:T'],
  ] as const) {
    const target = await asApiClient(cloud, await cloud.token(role, scope))
    await expect(syncRecord(await asApiClient(venue), target, {})).rejects.toThrow(/admin|scope|reaches|role/)
    const source = await asApiClient(venue, await venue.token(role, scope))
    await expect(syncRecord(source, await asApiClient(cloud), {})).rejects.toThrow(/admin/)
  }
  expect((await evidence(cloud))['game#g1']).toEqual([])
})

test('commits that do not hold are refused whole: an altered byte, a gap, a forged event, words that are not theirs', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const target = await asApiClient(cloud)
  const commits = await venue.ports.log.load('game#g1', 0)
  const send = async (sent: readonly StoredCommit[]) => {
    const answer = await target.request('POST', '/store/commits', {
      body: { stream: 'game#g1', commits: sent },
    })
    return [answer.status, JSON.parse(answer.text).type?.split(':').at(-1)]
  }
  const altered = commits.map((each) =>
    each.n === 3 ? { ...each, body: each.body.replace('"e4"', '"e3"') } : each,
  )
  expect(await send(altered)).toEqual([422, 'invalid'])
  expect(await send(commits.filter(({ n }) => n !== 1))).toEqual([409, 'stale-version'])
  expect(await send(commits.filter(({ n }) => n !== 2))).toEqual([422, 'invalid'])
  expect(await send([{ n: 1, body: '{}', hash: '0'.repeat(64) }])).toEqual([422, 'invalid'])
  expect((await evidence(cloud))['game#g1']).toEqual([])
  const stored = JSON.parse(
    (await (await asApiClient(venue)).request('GET', '/store/kept?stream=game%23g1')).text,
  )
  const exchanged = stored.kept.map((each: { sk: string; value: { words?: string } }) =>
    each.value.words === undefined ? each : { ...each, value: { ...each.value, words: 'warm' } },
  )
  await target.request('POST', '/store/kept', { body: { stream: 'game#g1', ...stored, kept: exchanged } })
  expect(await send(commits)).toEqual([422, 'invalid'])
})

test('a tournament’s entry list comes along, and an erased player is in neither list', async () => {
  const [venue, cloud] = [await playedDay(), await host('C')]
  const token = await venue.token('admin')
  const players = [
    { name: 'White 0', fideId: 100, birth: '1990' },
    { name: 'Reserve', fideId: 900 },
  ]
  const entered = await venue.ask('POST', '/tournaments/T/entries', {
    token,
    body: { players, city: 'Brno' },
  })
  expect(entered.status).toBe(200)
  const desks = [await asApiClient(venue), await asApiClient(cloud)] as const
  await syncRecord(...desks, {})
  const listed = async () =>
    (await cloud.ask('GET', '/store/kept?stream=entries%23T', { token: await cloud.token('admin') })).text
  expect(await listed()).toMatch(/White 0.*Reserve|Reserve.*White 0/)
  const [first] = await venue.ports.log.load('game#g1', 0)
  const { person } = JSON.parse(first!.body).events[0].data.white
  expect((await venue.ask('POST', `/persons/${person}/erase`, { token })).json).toMatchObject({ entries: 2 })
  await syncRecord(...desks, {})
  expect(await listed()).not.toContain('White 0')
  expect((await cloud.ask('GET', '/games/g1.pgn', { token: await cloud.token('reader') })).text).toContain(
    '[White "erased"]',
  )
})

test('what was stored of a stream before the store failed is seen at once, and the rest comes with the next sync', async () => {
  const venue = await playedDay()
  let ids = 0
  const ports = testPorts({ singleWriter: true, ids: { next: () => `C${String(++ids).padStart(8, '0')}` } })
  let isFull = false
  let left = Number.POSITIVE_INFINITY
  const log: typeof ports.log = {
    ...ports.log,
    async append(commit) {
      if (isFull && left-- === 0) throw new Error('the disk is full')
      return ports.log.append(commit)
    },
  }
  const cloud = await openClient({ ...ports, log })
  const sides = [await asApiClient(venue), await asApiClient(cloud)] as const
  await syncRecord(...sides, {})
  const token = await cloud.token('reader')
  const movesThere = async () => (await cloud.ask('GET', '/games/g3', { token })).json.moves.length
  expect(await movesThere()).toBe(1)
  need(await append(venue.service, [move('m2', 'black', 'e7', 'e5')], { game: 'g3' }))
  need(await append(venue.service, [press('p2', 'black')], { game: 'g3' }))
  ;[isFull, left] = [true, 1]
  await syncRecord(...sides, {}).catch(() => {})
  isFull = false
  expect(await cloud.ports.log.load('game#g3', 0)).toHaveLength(5)
  expect(await movesThere()).toBe(2)
  expect(await syncRecord(...sides, {})).toMatchObject({ equal: 4 })
  expect(await evidence(cloud)).toEqual(await evidence(venue))
})
