import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { anchorHeads } from '../../functions/integrity/anchors/register.ts'
import { parseCheckpoint } from '../../functions/integrity/transparency/checkpoint.ts'
import { publishCheckpoint } from '../../functions/integrity/transparency/publisher.ts'
import { queueAppends } from '../../functions/store/append-log.ts'
import { testSigner } from '../integrity/anchors/signer.ts'
import { need } from '../kit/reports.ts'
import { openClient, TIMED } from '../kit/service.ts'
import { gameFaults, indexFaults, tournamentFaults, trfFaults, trfPlayers } from './format-rules.ts'

const WHITE = { name: 'Abara, Nkem', fideId: 90000001, rating: 2311, title: 'FM' }
const BLACK = { name: 'Lindqvist, Tove', fideId: 90000002, rating: 2287 }

/** A tournament of two rounds with a game each; the first has ended, the second is in play. */
async function openTournament(change: object = {}) {
  const client = await openClient()
  const admin = await client.token('admin')
  const ask = (method: string, path: string, body?: unknown) =>
    client.ask(method, path, { token: admin, body })
  await ask('POST', '/tournaments', { id: 'T', name: 'Harbour Open', site: 'Porto Novo BEN', ...change })
  const game = (id: string, white: object, black: object) => ({
    ...TIMED,
    id,
    white,
    black,
    date: '2026-11-21',
  })
  await ask('POST', '/tournaments/T/rounds/1/games', { games: [game('r1b1', WHITE, BLACK)] })
  await ask('POST', '/tournaments/T/rounds/2/games', {
    games: [game('r2b1', BLACK, WHITE), game('r2b2', { name: 'Sato, Emi' }, { name: 'Novak, Jan' })],
  })
  let events = 0
  const report = (game: string, ...reported: [type: string, by: string, data?: object][]) =>
    ask('POST', `/games/${game}/events`, {
      events: reported.map(([type, by, data = {}]) => ({
        ...{ id: `e${++events}`, type, by, data },
        at: new Date(client.ports.clock.now()).toISOString(),
      })),
    })
  await report(
    'r1b1',
    ['session-started', 'arbiter'],
    ['move-made', 'white', { from: 'e2', to: 'e4' }],
    ['clock-pressed', 'white'],
    ['move-made', 'black', { from: 'e7', to: 'e5' }],
    ['clock-pressed', 'black'],
    ['resigned', 'black'],
  )
  await report('r2b1', ['session-started', 'arbiter'], ['move-made', 'white', { from: 'd2', to: 'd4' }])
  return { client, admin, ask, report, get: (path: string) => client.ask('GET', path) }
}

test('a client that polls LiveChess Cloud can poll this: tournament, index and games, also with ?poll', async () => {
  const { get } = await openTournament()
  const tournament = (await get('/livechess/T/tournament.json?poll')).json
  expect(tournamentFaults(tournament)).toEqual([])
  expect(tournament.rounds).toEqual([
    { count: 1, live: 0 },
    { count: 2, live: 1 },
  ])
  for (const [k, round] of tournament.rounds.entries()) {
    const index = await get(`/livechess/T/round-${k + 1}/index.json`)
    expect(index.headers['access-control-allow-origin']).toBe('*')
    expect(indexFaults(index.json, round)).toEqual([])
    for (let n = 1; n <= round.count; n++)
      expect(gameFaults((await get(`/livechess/T/round-${k + 1}/game-${n}.json?poll=1`)).json)).toEqual([])
  }
  expect((await get('/livechess/T/round-2/game-3.json')).status).toBe(404)
  expect((await get('/livechess/T/round-3/index.json')).status).toBe(404)
  expect((await get('/livechess/T/round-2/game-1.json')).json.moves).toEqual(['d4'])
})

test('a round with a name is found by it and by its number', async () => {
  const { ask, get } = await openTournament()
  await ask('POST', '/tournaments/T/rounds/final/games', { games: [{ ...TIMED, id: 'f' }] })
  const [byName, byNumber] = [
    await get('/livechess/T/round-final/index.json'),
    await get('/livechess/T/round-3/index.json'),
  ]
  expect(byName.status).toBe(200)
  expect(byNumber.text).toBe(byName.text)
})

test('standings are made of the record as it stands', async () => {
  const { get, report } = await openTournament()
  const points = async () =>
    (await get('/tournaments/T/standings')).json.players.map(
      ({ name, points }: { name: string; points: number }) => `${name} ${points}`,
    )
  expect((await points()).slice(0, 2)).toEqual(['Abara, Nkem 1', 'Lindqvist, Tove 0'])
  await report('r2b1', ['result-set', 'arbiter', { white: '½', black: '½', reason: 'sheet' }])
  expect((await points()).slice(0, 2)).toEqual(['Abara, Nkem 1.5', 'Lindqvist, Tove 0.5'])
})

test('the report file has the entries, and for the public neither birth nor sex', async () => {
  const { client, admin, ask, get } = await openTournament({
    dates: { from: '2026-11-21', to: '2026-11-22' },
  })
  const entries = {
    federation: 'BEN',
    chiefArbiter: 'IA Example, Chief',
    players: [
      { ...WHITE, startingRank: 1, sex: 'm', birth: '1994-02-11' },
      { ...BLACK, startingRank: 2 },
      {
        name: 'Away, Far',
        startingRank: 3,
        byes: [
          { round: 1, type: 'H' },
          { round: 2, type: 'U' },
        ],
      },
    ],
  }
  expect((await ask('POST', '/tournaments/T/entries', entries)).json).toEqual({ players: 3 })
  for (const version of ['16', '26']) {
    const own = (await client.ask('GET', `/tournaments/T.trf?version=${version}`, { token: admin })).text
    expect(trfFaults(own)).toEqual([])
    expect(own).toContain('102 IA Example, Chief')
    expect(trfPlayers(own)[0]).toMatchObject({ rank: 1, sex: 'm', birth: '1994/02/11', points: 1 })
    expect(trfPlayers(own)[2]).toMatchObject({ name: 'Away, Far', points: 1.5 })
    const open = (await get(`/tournaments/T.trf?version=${version}`)).text
    expect(trfPlayers(open)[0]).toMatchObject({ rank: 1, sex: '', birth: '', points: 1 })
  }
  expect((await get('/tournaments/T.trf?version=06')).status).toBe(400)
})

test('a list of entries takes the place of the one before; two players of one rank are refused', async () => {
  const { ask, get } = await openTournament()
  const enter = (...players: object[]) => ask('POST', '/tournaments/T/entries', { players })
  await enter({ ...WHITE, startingRank: 7 }, { name: 'Gone, Long', startingRank: 8 })
  await enter({ ...WHITE, startingRank: 9 })
  const text = (await get('/tournaments/T.trf')).text
  expect(text).not.toContain('Gone')
  expect(trfPlayers(text).find(({ name }) => name === 'Abara, Nkem')?.rank).toBe(9)
  const refused = await enter({ ...WHITE, startingRank: 1 }, { ...BLACK, startingRank: 1 })
  expect(refused.json.errors).toEqual([
    { pointer: '/players/1/startingRank', detail: 'the starting rank 1 is given to two players' },
  ])
})

test('the round’s report is for the arbiter, and names what was never opened, open or contradictory', async () => {
  const { ask, get } = await openTournament()
  const report = (await ask('GET', '/tournaments/T/rounds/2/report')).json
  expect(report).toMatchObject({ games: 2, ended: 0, notOpened: [] })
  expect(
    report.withoutResult.map(({ game, status }: { game: string; status: string }) => [game, status]),
  ).toEqual([
    ['r2b1', 'running'],
    ['r2b2', 'scheduled'],
  ])
  expect((await get('/tournaments/T/rounds/2/report')).status).toBe(401)
})

test('scoresheets are pages under a policy that allows their one style and nothing else', async () => {
  const { get } = await openTournament()
  const page = await get('/tournaments/T/rounds/2/scoresheets?language=de')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='/)
  expect(page.text.split('<article').length - 1).toBe(2)
  expect((await get('/games/r1b1/scoresheet?language=xx')).status).toBe(400)
  expect((await get('/games/r1b1/scoresheet')).text).toContain('Abara, Nkem')
})

test('paper can be compared with the record: a reader’s sheet has the last commit and the anchor over it at its foot', async () => {
  const { client, ask, get, report } = await openTournament()
  const signer = testSigner()
  const path = '/games/r2b1/scoresheet'
  const commits = async () =>
    (await ask('GET', '/games/r2b1/audit')).json.commits as { n: number; hash: string }[]
  const foot = async (at = path) => /<p class="mark">(.*)<\/p>/.exec((await ask('GET', at)).text)?.[1]
  const { n, hash } = (await commits()).at(-1)!
  expect(await foot()).toBe(`Record r2b1, commit ${n}: ${hash} (no anchor vouches for it yet)`)
  expect((await get(path)).text).not.toContain('class="mark"')

  const before = (await ask('GET', path)).headers['etag']
  await anchorHeads(client.ports, signer, [{ stream: 'game#r2b1', n, hash }])
  const anchored = `(anchor 1, key ${signer.key.id}, commit 1–${n})`
  expect(await foot()).toBe(`Record r2b1, commit ${n}: ${hash} ${anchored}`)
  expect((await ask('GET', path)).headers['etag']).not.toBe(before)

  client.ports.clock.pass(10 * 60_000)
  await report('r2b1', ['clock-pressed', 'white'])
  const later = (await commits()).at(-1)!
  expect(later.n).toBe(n + 1)
  expect(await foot()).toBe(`Record r2b1, commit ${later.n}: ${later.hash} ${anchored}`)
  expect(await foot(`/delayed/5${path}`)).toBe(`Record r2b1, commit ${n}: ${hash} ${anchored}`)
  const round = (await ask('GET', '/tournaments/T/rounds/2/scoresheets?language=sl')).text
  expect(round).toContain(
    `Zapis r2b1, vpis ${later.n}: ${later.hash} (sidro 1, ključ ${signer.key.id}, vpis 1–${n})`,
  )
  expect(round.split('class="mark"').length - 1).toBe(2)
})

test('a reader of the whole record finds the newest checkpoint of its log on each scoresheet', async () => {
  const { client, ask, get } = await openTournament()
  const path = '/tournaments/T/rounds/2/scoresheets'
  expect((await ask('GET', path)).text).not.toContain('Checkpoint')
  const scoped = await client.token('reader', 'tournament:T')
  const signer = testSigner()
  client.ports.clock.pass(1)
  await queueAppends(client.ports, 'game#r2b1')
  const signed = need(parseCheckpoint((await publishCheckpoint(client.ports, signer)) ?? ''))
  const at = new Date(client.ports.clock.now()).toISOString()
  const groups = signed.root.slice(0, 32).match(/..../g)?.join(' ')
  const line = `touchmove/${signer.key.id}: entries ${signed.size}, root ${groups}, ${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  const page = (await ask('GET', path)).text
  expect(page.split(`<p class="mark">Checkpoint of the log ${line}</p>`)).toHaveLength(3)
  expect((await ask('GET', '/games/r2b1/scoresheet?language=pl')).text).toContain(
    `Punkt kontrolny dziennika touchmove/${signer.key.id}: wpisy ${signed.size}, korzeń ${groups}`,
  )
  // It reveals how fast the whole record grows; and what was signed later is not on a sheet of before.
  expect((await get(path)).text).not.toContain('Checkpoint')
  expect((await client.ask('GET', path, { token: scoped })).text).not.toContain('Checkpoint')
  expect((await ask('GET', `/delayed/5${path}`)).text).not.toContain('Checkpoint')
})

test('a tournament is one PGN file, a board of a round is another, and a moved board keeps its identity', async () => {
  const { ask, get } = await openTournament()
  const ids = (text: string) => readPgn(text).map(({ tags }) => Object.fromEntries(tags)['GameId'])
  const all = await get('/tournaments/T.pgn?view=text&dialect=standard&clocks=false')
  expect(ids(all.text)).toEqual(['r1b1', 'r2b1', 'r2b2'])
  expect(all.text).not.toContain('%clk')
  expect(ids((await get('/tournaments/T/rounds/2/game-2.pgn')).text)).toEqual(['r2b2'])
  await ask('PATCH', '/tournaments/T/rounds/2', {
    boards: [
      { board: 1, game: 'r2b2' },
      { board: 2, game: 'r2b1' },
    ],
  })
  const moved = readPgn((await get('/tournaments/T/rounds/2/game-2.pgn')).text)[0]!
  expect(Object.fromEntries(moved.tags)).toMatchObject({ GameId: 'r2b1', Board: '2', Round: '2.2' })
  expect((await get('/tournaments/T/rounds/2/game-9.pgn')).status).toBe(404)
})

test('every one of these feeds is there late, and undelayed only for a reader', async () => {
  const { client, admin, get } = await openTournament({ delay: 15 })
  const paths = [
    '/tournaments/T.pgn',
    '/tournaments/T/rounds/2/game-1.pgn',
    '/tournaments/T.trf',
    '/tournaments/T/standings',
    '/tournaments/T/rounds/2/scoresheets',
    '/games/r2b1/scoresheet',
    '/livechess/T/tournament.json',
    '/livechess/T/round-2/index.json',
    '/livechess/T/round-2/game-1.json',
  ]
  for (const path of paths) {
    expect([path, (await get(path)).status]).toEqual([path, expect.toBeOneOf([403, 404])])
    expect((await client.ask('GET', path, { token: admin })).status).toBe(200)
  }
  client.ports.clock.pass(16 * 60_000)
  for (const path of paths) expect([path, (await get(`/delayed/15${path}`)).status]).toEqual([path, 200])
})
