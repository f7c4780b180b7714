import { expect, test } from 'vitest'
import { archiveRow } from '../../domain/formats/archive-row.ts'
import { erasePerson } from '../../functions/app/erase.ts'
import { noteErasure } from '../../functions/app/erasures.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { openTable } from '../feeds/kit.ts'
import { indexText, listedWords, rowsByMonth } from '../kit/archive-index.ts'
import { openService } from '../kit/compose.ts'
import { ADMIN, GAME, openClient, START } from '../kit/service.ts'

/** Games with their results, indexed as the change notifier would have it. */
async function openArchive(tournament: object = {}) {
  const client = await openClient()
  const admin = await client.token('admin')
  const indexer = createArchiveIndexer(client.service)
  const send = (method: string, path: string, body: unknown) =>
    client.ask(method, path, { token: admin, body })
  await send('POST', '/tournaments', { id: 'L26', name: 'League 2026', ...tournament })
  let events = 0
  const report = async (game: string, type: string, by: string, data: object = {}) => {
    const at = new Date(client.ports.clock.now()).toISOString()
    const answer = await send('POST', `/games/${game}/events`, {
      events: [{ id: `e${++events}`, type, by, data, at }],
    })
    await indexer.onChange(`game#${game}`)
    return answer
  }
  const open = async (id: string, date: string, white: object, black: object, more: object = {}) => {
    const game = { ...GAME, id, date, white, black, ...more }
    await send('POST', '/tournaments/L26/rounds/1/games', { games: [game] })
    await indexer.onChange(`game#${id}`)
  }
  /** `''`: without a token. */
  const ask = async (query: string, token: string = admin) => {
    const answer = await client.ask('GET', `/archive?${query}`, { token: token === '' ? undefined : token })
    return answer.status === 200 ? answer.json.games.map(({ game }: { game: string }) => game) : answer.status
  }
  return { client, admin, indexer, send, report, open, ask }
}

const KOS = { name: 'Kos, Žiga', fideId: 14600001 }
const BOR = { name: 'Đorđević, Bor' }
const ANA = { name: 'Ana Kos' }

async function threeGames(tournament: object = {}) {
  const archive = await openArchive(tournament)
  await archive.open('a', '2026-02-01', KOS, BOR)
  await archive.open('b', '2026-03-14', ANA, KOS, { edition: '2023-01-01' })
  await archive.open('c', '2026.03.??', BOR, ANA, { event: 'Club evening' })
  await archive.report('a', 'result-set', 'arbiter', { white: '1', black: '0', reason: 'sheet' })
  await archive.report('b', 'result-set', 'arbiter', { white: '½', black: '½', reason: 'sheet' })
  return archive
}

test('games are found by FIDE id, by words of a name, by event and tournament, by result and edition', async () => {
  const { ask } = await threeGames()
  expect(await ask('')).toEqual(['a', 'b', 'c'])
  expect(await ask('fideId=14600001')).toEqual(['a', 'b'])
  expect(await ask('name=kos')).toEqual(['a', 'b', 'c'])
  expect(await ask('name=ziga%20k')).toEqual(['a', 'b'])
  expect(await ask('name=dordevic')).toEqual(['a', 'c'])
  expect(await ask('name=nobody')).toEqual([])
  expect(await ask('event=league')).toEqual(['a', 'b'])
  expect(await ask('event=L26')).toEqual(['a', 'b', 'c'])
  expect(await ask('event=club%20ev')).toEqual(['c'])
  expect(await ask('result=1-0')).toEqual(['a'])
  expect(await ask('result=1/2-1/2')).toEqual(['b'])
  expect(await ask('result=*')).toEqual(['c'])
  expect(await ask('edition=2023-01-01')).toEqual(['b'])
  expect(await ask('name=kos&result=1-0&event=league')).toEqual(['a'])
})

test.each([
  ['an admin', {}, true],
  ['the public', { openVerdicts: true }, false],
  ['the public of a tournament shown late', { delay: 15, openVerdicts: true }, false],
] as const)('filters together find what each of them finds, for %s', async (_, tournament, byAdmin) => {
  const { client, admin, ask } = await threeGames(tournament)
  if (!byAdmin) client.ports.clock.set(START + 20 * 60_000)
  const find = (query: string): Promise<string[]> => ask(query, byAdmin ? admin : '')
  const filters = [
    ...['fideId=14600001', 'name=kos', 'name=dordevic', 'event=league', 'event=L26', 'from=2026-02-02'],
    ...['to=2026-03-14', 'result=1-0', 'result=*', 'edition=2023-01-01'],
  ]
  const alone = new Map<string, string[]>()
  for (const filter of filters) alone.set(filter, await find(filter))
  expect(Math.max(...[...alone.values()].map((games) => games.length))).toBe(3)
  for (const [k, one] of filters.entries())
    for (const [l, other] of filters.entries()) {
      const names = [one, other].map((filter) => filter.split('=')[0])
      if (l <= k || names[0] === names[1]) continue
      const both = alone.get(one)!.filter((game) => alone.get(other)!.includes(game))
      expect(await find(`${one}&${other}`), `${one}&${other}`).toEqual(both)
      for (const third of filters.slice(l + 1)) {
        if (names.includes(third.split('=')[0])) continue
        const all = both.filter((game) => alone.get(third)!.includes(game))
        expect(await find(`${one}&${other}&${third}`), `${one}&${other}&${third}`).toEqual(all)
      }
    }
})

test('players who are not named are nobody: no word finds them, and two of them are not one person', async () => {
  const { open, ask, client } = await threeGames()
  await open('p', '2026-04-01', { name: 'NN' }, { name: '?' })
  await open('q', '2026-04-02', { name: 'N. N.' }, { name: 'BYE' })
  await open('r', '2026-04-03', { name: 'NN' }, { name: 'Nnadi, Ifeoma' })
  expect(await ask('name=nn')).toEqual(['r'])
  expect(await ask('name=bye')).toEqual([])
  expect(await ask('from=2026-04-01')).toEqual(['p', 'q', 'r'])
  const persons = new Set<string>()
  for (const game of ['p', 'q', 'r'])
    for await (const { value } of client.service.persons.query(`game#${game}`, 'entry#'))
      persons.add((value as { person: string }).person)
  expect(persons.size).toBe(6)
})

test('a span of days holds its ends, and a day of which only the month is known if the month touches it', async () => {
  const { ask, open } = await threeGames()
  expect(await ask('from=2026-02-01&to=2026-02-01')).toEqual(['a'])
  expect(await ask('from=2026-03-01&to=2026-03-14')).toEqual(['b', 'c'])
  expect(await ask('from=2026-03-20')).toEqual(['c'])
  expect(await ask('to=2026-01-31')).toEqual([])
  await open('y', '2026.??.??', ANA, KOS)
  await open('n', '????.??.??', ANA, KOS)
  expect(await ask('from=2026-02-01&to=2026-02-01')).toEqual(['a', 'y'])
  expect(await ask('from=2026-03-01&to=2026-03-14')).toEqual(['b', 'c', 'y'])
  expect(await ask('from=2025-12-01&to=2027-01-01')).toEqual(['a', 'b', 'c', 'y'])
  expect(await ask('from=2026-03-01&to=2026-03-14&after=2026-03-14~b')).toEqual(['c', 'y'])
  expect(await ask('from=2026-03-01&to=2026-03-14&after=2026-03-%3F%3F~c')).toEqual(['y'])
  expect(await ask('')).toEqual(['a', 'b', 'c', 'y', 'n'])
})

test('pages follow one another to the end, and lines say in a header where the next begin', async () => {
  const { client, admin } = await threeGames()
  const seen: string[] = []
  let next: string | undefined = ''
  while (next !== undefined) {
    const path: string = `/archive?limit=1${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`
    const { json } = await client.ask('GET', path, { token: admin })
    seen.push(...json.games.map(({ game }: { game: string }) => game))
    next = json.next
  }
  expect(seen).toEqual(['a', 'b', 'c'])
  const lines = await client.ask('GET', '/archive?limit=2', {
    token: admin,
    headers: { accept: 'application/x-ndjson' },
  })
  expect(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).game),
  ).toEqual(['a', 'b'])
  const [, path] = /^<(.+)>; rel="next"$/.exec(lines.headers['link']!)!
  expect((await client.ask('GET', path!, { token: admin })).json.games).toHaveLength(1)
})

test('an answer may be cached, that of a token by its reader alone, and who has it is told so', async () => {
  const { client, admin, open } = await threeGames()
  const ask = async (query: string, headers: Record<string, string>, token?: string) => {
    const {
      status,
      headers: answered,
      text,
    } = await client.ask('GET', `/archive${query}`, { token, headers })
    const { etag = '', link, vary, 'cache-control': caching } = answered
    return { status, etag, link, vary, caching, length: text.length }
  }
  const lines = { accept: 'application/x-ndjson' }
  for (const [query, headers, token, cached] of [
    ['?event=club', {}, undefined, 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60'],
    ['?limit=2', lines, undefined, 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60'],
    ['?limit=2', lines, admin, 'private, no-cache'],
    ['?limit=2', {}, admin, 'private, no-cache'],
  ] as const) {
    const first = await ask(query, headers, token)
    expect(first).toMatchObject({ status: 200, caching: cached, vary: 'authorization, accept' })
    const again = await ask(query, { ...headers, 'if-none-match': first.etag }, token)
    expect(again).toEqual({ ...first, status: 304, length: 0 })
  }
  const { etag } = await ask('?limit=3', lines, admin)
  await open('z', '2026-04-01', KOS, BOR)
  // The same three lines, behind which there is a page now.
  expect(await ask('?limit=3', { ...lines, 'if-none-match': etag }, admin)).toMatchObject({
    ...{ status: 304, etag, link: expect.stringContaining('rel="next"') },
  })
  const json = await ask('?limit=3', {}, admin)
  await open('zz', '2026-01-01', ANA, BOR)
  expect((await ask('?limit=3', { 'if-none-match': json.etag }, admin)).status).toBe(200)
})

test('every lapsed illegal move of the league: by rule and status, for those who may read verdicts', async () => {
  const { client, ask, report } = await threeGames()
  await report('c', 'session-started', 'arbiter')
  await report('c', 'move-made', 'white', { from: 'e2', to: 'e5' })
  await report('c', 'clock-pressed', 'white')
  const { json } = await client.ask('GET', '/archive?name=dord', { token: await client.token('reader') })
  const [verdict] = json.games.find(({ game }: { game: string }) => game === 'c').verdicts
  expect(await ask(`rule=${verdict.rule}`)).toEqual(['c'])
  expect(await ask(`rule=${verdict.rule}&status=${verdict.status}`)).toEqual(['c'])
  expect(await ask(`rule=${verdict.rule}&status=overruled`)).toEqual([])
  expect((await client.ask('GET', `/archive?rule=${verdict.rule}`)).status).toBe(401)
  const elsewhere = await client.token('reader', 'tournament:OTHER')
  expect(await ask(`rule=${verdict.rule}`, elsewhere)).toEqual([])
  const open = await client.ask('GET', '/archive')
  expect(open.json.games).toHaveLength(3)
  expect(open.text).not.toContain('verdicts')
})

test('a row of thousands of verdicts stays short, is found by each of their rules, and says how many more there are', () => {
  const table = openTable()
  table.tell('move-made', 'white', { from: 'e2', to: 'e5' })
  table.tell('clock-pressed', 'white')
  const [verdict] = table.state.verdicts
  const many = Array.from({ length: 9_000 }, (_, seq) => ({
    ...verdict!,
    seq,
    ...(seq === 8_000 && { status: 'overruled' as const }),
    ...(seq === 8_500 && { rule: 'clock-handling' as const }),
  }))
  const row = archiveRow('g', {}, { ...table.state, verdicts: many })!
  expect([row.verdicts.length, row.verdictsLeftOut]).toEqual([500, 8_500])
  expect(JSON.stringify(row).length).toBeLessThan(50_000)
  expect(row.verdicts.slice(-3)).toEqual([
    expect.objectContaining({ seq: 8_000, status: 'overruled' }),
    expect.objectContaining({ seq: 8_500, rule: 'clock-handling' }),
    expect.objectContaining({ seq: 8_999 }),
  ])
  expect(archiveRow('g', {}, table.state)).not.toHaveProperty('verdictsLeftOut')
})

test('the public of a tournament shown late finds a game by its row as that read then', async () => {
  const { client, ask } = await threeGames({ delay: 15 })
  const asPublic = async () => (await client.ask('GET', '/archive')).json.games.length
  expect(await asPublic()).toBe(0)
  expect(await ask('')).toHaveLength(3)
  client.ports.clock.set(START + 16 * 60_000)
  expect(await asPublic()).toBe(3)
})

test('a corrected entry moves a game in the index: it is found as it reads now, and not as it read before', async () => {
  const { client, ask, report } = await threeGames()
  await report('a', 'details-corrected', 'arbiter', {
    fields: { black: { name: 'Novak, Jan' }, date: '2026-02-02' },
    reason: 'entered wrongly',
  })
  expect(await ask('name=dordevic')).toEqual(['c'])
  expect(await ask('name=novak')).toEqual(['a'])
  await report('a', 'details-corrected', 'arbiter', { fields: { black: { name: 'Zupan' } }, reason: 'again' })
  expect(await listedWords(client.ports.views, 'p', 'n')).toEqual([])
  expect(await listedWords(client.ports.views, 'p', 'd')).toEqual(['dordevic#name#dordevic bor'])
  expect(await ask('from=2026-02-02&to=2026-02-02')).toEqual(['a'])
  expect(await ask('')).toEqual(['a', 'b', 'c'])
})

test('a name that another process takes out of the index is found again with the next game of that name', async () => {
  const { client, indexer, ask, open, report } = await openArchive()
  const other = createArchiveIndexer(client.service)
  await open('a', '2026-02-01', { name: 'Novak, Jan' }, BOR)
  const at = new Date(client.ports.clock.now()).toISOString()
  const corrected = { fields: { white: { name: 'Zupan' } }, reason: 'entered wrongly' }
  const event = { id: 'c', type: 'details-corrected', by: 'arbiter', at, data: corrected }
  const token = await client.token('admin')
  await client.ask('POST', '/games/a/events', { token, body: { events: [event] } })
  await other.onChange('game#a')
  expect(await ask('name=novak')).toEqual([])
  await open('b', '2026-02-02', { name: 'Novak, Jan' }, ANA)
  expect(await ask('name=novak')).toEqual(['b'])
  await indexer.onChange('game#a')
  await report('b', 'result-set', 'arbiter', { white: '1', black: '0', reason: 'sheet' })
  expect(await ask('name=novak')).toEqual(['b'])
})

test('an erased person is in the index no more: no name, no id, no word of it', async () => {
  const { client, indexer, send, ask } = await threeGames()
  await send('POST', '/tournaments/L26/entries', { players: [{ ...KOS, startingRank: 1, birth: '1990' }] })
  const key = await client.ports.persons.get('key#fide#14600001', 'person')
  const { person } = key!.value as { person: string }
  expect(await erasePerson(client.service, ADMIN, person)).toMatchObject({ ok: true })
  for (const game of ['a', 'b']) await indexer.onChange(`game#${game}`)
  expect(await ask('fideId=14600001')).toEqual([])
  expect(await ask('name=ziga')).toEqual([])
  expect(await ask('name=kos')).toEqual(['b', 'c'])
  const { views } = client.ports
  const left = await indexText(views, ['a', 'b', 'c'], 'akz', [
    'archive#player#fide#14600001',
    'archive#player#name#kos ziga',
  ])
  expect(left).toContain('Ana Kos')
  expect(left).not.toMatch(/žiga|ziga|14600001/i)
  expect((await client.ask('GET', '/tournaments/L26.trf')).text).not.toContain('Kos, ')
})

test('an erasure takes a name from who sees a game late, and shows them no change that they do not see yet', async () => {
  const { client, indexer, ask, report } = await threeGames({ delay: 15 })
  client.ports.clock.set(START + 20 * 60_000)
  await report('c', 'result-set', 'arbiter', { white: '1', black: '0', reason: 'sheet' })
  const late = async () => [
    ...[await ask('result=*', ''), await ask('result=1-0', ''), await ask('name=dordevic&result=*', '')],
    ...[await ask('event=L26', ''), await ask('', '')],
  ]
  const before = [['c'], ['a'], ['c'], ['a', 'b', 'c'], ['a', 'b', 'c']]
  expect([await late(), await ask('name=ana', '')]).toEqual([before, ['b', 'c']])
  const key = await client.ports.persons.get('key#name#L26#Ana Kos', 'person')
  const { person } = key!.value as { person: string }
  expect(await erasePerson(client.service, ADMIN, person)).toMatchObject({ ok: true })
  for (const game of ['b', 'c']) await indexer.onChange(`game#${game}`)
  expect([await late(), await ask('name=ana', '')]).toEqual([before, []])
  const left = await indexText(client.ports.views, ['a', 'b', 'c'], 'ak', ['archive#player#name#ana kos'])
  expect(left).not.toMatch(/\bana\b/i)
  client.ports.clock.set(START + 36 * 60_000)
  expect(await late()).toEqual([[], ['a', 'c'], [], ['a', 'b', 'c'], ['a', 'b', 'c']])
})

test('an index that is lost is made again from the record, the same', async () => {
  const { client, ask } = await threeGames()
  const before = await client.ask('GET', '/archive', { token: await client.token('reader') })
  const views = memoryDocuments<unknown>()
  const again = openService({ ...client.ports, views })
  expect(await createArchiveIndexer(again).rebuild()).toBe(3)
  expect(await rowsByMonth(views)).toEqual(before.json.games)
  expect(await ask('name=kos')).toHaveLength(3)
})

test('what the layout of before held of a game goes when the game is indexed anew, and rows under the same keys stay', async () => {
  const { client, indexer, ask } = await threeGames()
  const { views } = client.ports
  const [row] = await rowsByMonth(views)
  const former = { partitions: ['archive#all', 'archive#player#name#gone'], sk: '2026-01-31#a' }
  const words = [{ place: 'p#gone#name#gone', partition: 'archive#player#name#gone' }]
  await views.putAll([
    ...['archive#all', 'archive#player#fide#14600001'].map((pk) => ({
      ...{ pk, sk: '2026-02-01#a' },
      value: { row, knownAt: 0 },
    })),
    ...former.partitions.map((pk) => ({ pk, sk: former.sk, value: { row, knownAt: 0 } })),
    ...['p#kos#name#kos ziga', 'e#league#name#league 2026', 'p#gone#name#gone'].map((sk) => ({
      ...{ pk: 'archive#words', sk },
      value: {},
    })),
    {
      pk: 'archive#games',
      sk: 'a',
      value: { row, seq: 1, knownAt: 0, former: [{ ...former, words, until: 0 }] },
    },
  ])
  await indexer.indexAnew('game#a')
  for (const pk of ['archive#all', 'archive#words', 'archive#games', 'archive#player#name#gone'])
    for await (const left of views.query(pk)) expect(left).toBeUndefined()
  expect(await ask('fideId=14600001')).toEqual(['a', 'b'])
})

test('what happened while nobody listened is indexed at the next start', async () => {
  const { client, send, ask } = await openArchive()
  await send('POST', '/games', { ...GAME, id: 'quiet', date: '2026-03-14' })
  expect(await ask('')).toEqual([])
  await createArchiveIndexer(client.service).resume?.()
  expect(await ask('')).toEqual(['quiet'])
})

test('a start reads no game that the index holds to its end, and goes no further once the host is to end', async () => {
  const { client, send, ask } = await openArchive()
  for (const id of ['a', 'b', 'c']) await send('POST', '/games', { ...GAME, id, date: '2026-03-14' })
  const read = new Set<string>()
  // A host that has just started remembers nothing of the games.
  const start = (isOver?: () => boolean) => {
    read.clear()
    const service = openService(client.ports)
    const games: typeof service.games = {
      ...service.games,
      load(stream, reread) {
        read.add(stream)
        return service.games.load(stream, reread)
      },
    }
    return createArchiveIndexer({ ...service, games }).resume(isOver)
  }
  await start(() => read.size > 0)
  expect([[...read], await ask('')]).toEqual([['game#a'], ['a']])
  await start()
  expect([[...read], await ask('')]).toEqual([
    ['game#b', 'game#c'],
    ['a', 'b', 'c'],
  ])
  const begun = {
    id: 's',
    type: 'session-started',
    by: 'arbiter',
    at: new Date(START).toISOString(),
    data: {},
  }
  await send('POST', '/games/b/events', { events: [begun] })
  await start()
  expect([...read]).toEqual(['game#b'])
  // The process was killed after somebody had been erased, before the index learned of it.
  await noteErasure(client.ports, 'game#c')
  await start()
  expect([...read]).toEqual(['game#c'])
})

test('moves cost the index nothing', async () => {
  const { client, report, open } = await openArchive()
  await open('a', '2026-02-01', KOS, BOR)
  await report('a', 'session-started', 'arbiter')
  let puts = 0
  const { put } = client.ports.views
  Object.assign(client.ports.views, {
    put: (...args: Parameters<typeof put>) => {
      puts++
      return put(...args)
    },
  })
  await report('a', 'move-made', 'white', { from: 'e2', to: 'e4' })
  await report('a', 'move-made', 'black', { from: 'e7', to: 'e5' })
  expect(puts).toBe(0)
})

test('questions that cannot be read are refused with what would be right', async () => {
  const { client } = await openArchive()
  for (const query of [
    'fideId=x',
    'from=2026',
    'result=2-0',
    'result=%2B-1',
    'result=%2B-%2B',
    'rule=nonsense',
    'colour=white',
    'limit=5000',
    'after=x',
    'status=odd',
    'name=%00',
    'event=---',
    'from=2026-02-30',
    'from=2026-03-02&to=2026-03-01',
  ])
    expect([query, (await client.ask('GET', `/archive?${query}`)).status]).toEqual([query, 400])
  const misspelt = await client.ask('GET', '/archive?rule=illegal-moves-completed')
  expect(misspelt.text).toMatch(/perhaps .*illegal-move-completed/)
})

test('a page reads no more rows than it shows and the one that says whether there is a next', async () => {
  const { ask, client } = await threeGames()
  const { query } = client.service.views
  const read: string[] = []
  Object.assign(client.service.views, {
    async *query(pk: string, ...rest: [string?, string?, number?]) {
      for await (const each of query(pk, ...rest)) {
        if (pk.startsWith('archive#month#')) read.push(pk.slice('archive#month#'.length, -2))
        yield each
      }
    },
  })
  expect(await ask('limit=1')).toEqual(['a'])
  // The two of March lie in two partitions, which are asked at once.
  expect(read.splice(0)).toEqual(['all#2026-02', 'all#2026-03', 'all#2026-03'])
  expect(await ask('result=*&limit=1')).toEqual(['c'])
  expect(read).toEqual(['result#*#2026-03'])
})

test('what hardly any game answers costs no endless look: the page ends, the next takes it up, and nothing is passed over', async () => {
  const { client } = await threeGames()
  const { views } = client.service
  const [row] = await rowsByMonth(views)
  const many = Array.from({ length: 45_000 }, (_, k) => {
    const game = `many-${String(k).padStart(5, '0')}`
    const result = k % 20_001 === 20_000 ? { white: '+', black: '-', rule: null } : null
    return {
      pk: 'archive#event#id#L26',
      sk: `2025-01-01#${game}`,
      value: { row: { ...row, date: '2025-01-01', game, result }, knownAt: 0 },
    }
  })
  // In the order of their keys already: a store in memory would sort them again at each question.
  let queries = 0
  Object.assign(views, {
    async *query(pk: string, _prefix = '', after = '', limit = many.length) {
      if (!pk.startsWith('archive#event#')) return
      queries++
      const from = after === '' ? 0 : Number(after.slice(-5)) + 1
      yield* many.slice(from, from + limit)
    },
  })
  const found: string[] = []
  const pages: number[] = []
  for (let after = ''; ; ) {
    const { json } = await client.ask(
      'GET',
      `/archive?event=L26&result=${encodeURIComponent('+--')}&limit=1${after}`,
    )
    found.push(...json.games.map(({ game }: { game: string }) => game))
    pages.push(json.games.length)
    if (json.next === undefined) break
    after = `&after=${encodeURIComponent(json.next)}`
  }
  expect(found).toEqual(['many-20000', 'many-40001'])
  expect(pages).toEqual([0, 1, 1])
  expect(queries).toBeLessThan(120)
}, 60_000)
