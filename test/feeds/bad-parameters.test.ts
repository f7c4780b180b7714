/** What is asked of a feed in a wrong way: each route says what was wrong and what would be right, and nothing it should not. */
import { beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Answer, openClient, type ServiceClient, TIMED } from '../kit/service.ts'

/** `T` is shown at once, `D` a quarter of an hour late; each has a game of the same name at its first board. */
const PLACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  T: { t: 'T', r: '1', g: 'gT', n: '1', minutes: '15' },
  D: { t: 'D', r: '1', g: 'gD', n: '1', minutes: '15' },
}

const FEEDS = ROUTES.filter(({ feed }) => feed)
const pathOf = (path: string, place: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place[name]!)

let client: ServiceClient
let admin: string
let reader: string

const tell = async (game: string, ...events: object[]) => {
  const answer = await client.ask('POST', `/games/${game}/events`, { token: admin, body: { events } })
  expect(answer.status, answer.text).toBe(200)
}

beforeAll(async () => {
  client = await openClient()
  admin = await client.token('admin')
  reader = await client.token('reader')
  for (const [id, { g, t }] of Object.entries(PLACES)) {
    const body = { id: t, name: `Open ${id}`, delay: id === 'D' ? 15 : 0 }
    await client.ask('POST', '/tournaments', { token: admin, body })
    await client.ask('POST', `/tournaments/${t}/rounds/1/games`, {
      token: admin,
      body: { games: [{ ...TIMED, id: g }] },
    })
    await tell(
      g!,
      report('s', 'session-started', 'arbiter'),
      move('m1', 'white', 'e2', 'e4'),
      press('p1', 'white'),
    )
  }
  client.ports.clock.pass(20 * 60_000)
})

/** `right`: what the answer says would be right. */
interface Bad {
  readonly what: string
  readonly path: string
  readonly right: RegExp
  readonly status: number
}

/** What can be wrong with the query of a route, by the names it takes. */
function badQueries({ path, query }: (typeof FEEDS)[number], place: Readonly<Record<string, string>>): Bad[] {
  const url = pathOf(path, place)
  const names = Object.keys(query.shape)
  const isLoose = query.safeParse({ whatever: '1' }).success
  const bad = (text: string, right: RegExp): Bad => ({
    what: text,
    path: `${url}?${text}`,
    right,
    status: 400,
  })
  const of = (name: string, right: RegExp, ...values: string[]) =>
    names.includes(name) ? values.map((value) => bad(`${name}=${value}`, right)) : []
  return [
    ...(isLoose
      ? []
      : [bad('veiw=text', names.length === 0 ? /none/ : new RegExp(names[0]!)), bad('=', /./)]),
    bad('view=text&view=split', /once/),
    bad('poll=1&poll=1', /once/),
    ...of(
      'view',
      /one of strict, text, split/,
      '',
      'fancy',
      'Strict',
      'strict%00',
      'strict,text',
      '%F0%9F%91%91',
    ),
    ...of('dialect', /one of standard, lichess/, '', 'lichess.org', 'null'),
    ...of('clocks', /true or false/, '', '0', 'FALSE', 'yes'),
    ...of('version', /one of 16, 26/, '', '06', '16.0', 'trf'),
    ...of('rounds', /one of all, finished/, '', '3', 'running'),
    ...of('language', /one of /, '', 'xx', 'EN'),
    ...of(
      'seq',
      /whole number from [01] to/,
      '',
      ...(path.endsWith('/state') ? [] : ['0']),
      '-1',
      '1.5',
      '1e3',
      'NaN',
      'two',
      '99999999999',
      '1000000001',
      '%31%20',
    ),
    ...of('seq', /ends at/, '999999999', '5'),
    ...of('at', /RFC 3339/, '', 'now', '2026-03-14', '2026-02-30T25:00:00Z', '1773500000000'),
    ...of('after', /whole number from 0|the id of a document of changes/, '', '-1', '1.5', 'x'),
    ...of('limit', /whole number from 1/, '', '0', '-1', '1e9', '1000000000'),
  ]
}

/** What can be wrong with its path. */
function badPaths({ path }: (typeof FEEDS)[number], place: Readonly<Record<string, string>>): Bad[] {
  const put = (name: string, value: string, right: RegExp): Bad[] =>
    path.includes(`{${name}}`)
      ? [{ what: `${name}: ${value}`, path: pathOf(path, { ...place, [name]: value }), right, status: 404 }]
      : []
  const minutes = /whole (number of )?minutes from 0 to 10080|whole number of minutes/
  return [
    ...['-1', '1.5', '99999', '10081', 'NaN', '%20', '0x10', '1e1', '+5'].flatMap((value) =>
      put('minutes', value, minutes),
    ),
    ...['0', '-1', 'x', '1e3', '%31x', '9999999'].flatMap((value) => put('n', value, /number from 1/)),
    ...['a b', 'ä', '%00', '<script>', 'x'.repeat(65)].flatMap((value) => [
      ...put('g', value, /id of 1 to 64 letters, digits, _ or -/),
      ...put('t', value, /id of 1 to 64 letters, digits, _ or -/),
      ...put('r', value, /id of 1 to 64 letters, digits, _ or -/),
    ]),
    ...put('g', 'nobody', /no game nobody/),
    ...put('t', 'nowhere', /no tournament nowhere/),
    ...put('r', '77', /no round 77/),
    ...put('n', '77', /board 77|no game 77/),
  ]
}

const shown = ({ status, text, headers }: Answer) => {
  const { 'x-request-id': _, ...rest } = headers
  return { status, text, headers: rest }
}

/** What is wrong with the refusal of a wrong request; null: nothing. */
async function faultOf({ path, right, status }: Bad): Promise<string | null> {
  const answer = await client.ask('GET', path, { token: reader })
  const head = await client.ask('HEAD', path, { token: reader })
  const { detail = '', type = '', status: reported } = answer.json ?? {}
  if (answer.status !== status || reported !== status) return `${answer.status} ${answer.text.slice(0, 200)}`
  if (answer.headers['content-type'] !== 'application/problem+json') return 'no problem document'
  if (!type.startsWith('urn:touchmove:problem:')) return `the type ${type}`
  if (!right.test(detail) || detail.length > 500) return detail
  if ('etag' in answer.headers) return 'a tag'
  const same = JSON.stringify(shown(head)) === JSON.stringify({ ...shown(answer), text: '' })
  return same ? null : `HEAD says ${JSON.stringify(shown(head))}`
}

test('every feed’s every wrong parameter is refused by a problem that says what would be right', async () => {
  const faults: string[] = []
  let asked = 0
  for (const feed of FEEDS)
    for (const bad of [...badQueries(feed, PLACES['T']!), ...badPaths(feed, PLACES['T']!)]) {
      const fault = await faultOf(bad)
      if (fault !== null) faults.push(`${feed.path} ${bad.what}: ${fault}`)
      asked++
    }
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(300)
  expect(client.faults).toEqual([])
})

const TAGS = ['', ',', '""', 'W/', '"unclosed', '*,', '"a", W/"b', '\u0000', '"'.repeat(5000), '🏁', 'strict']

test('a tag that is none is no tag: the document is sent whole', async () => {
  for (const { path } of FEEDS.filter((each) => !each.path.endsWith('/stream'))) {
    const url = pathOf(path, PLACES['T']!)
    const whole = await client.ask('GET', url, { token: reader })
    expect(whole.status, url).toBe(200)
    for (const tag of TAGS) {
      const answer = await client.ask('GET', url, { token: reader, headers: { 'if-none-match': tag } })
      expect([url, tag, answer.status, answer.text === whole.text]).toEqual([url, tag, 200, true])
    }
    if (whole.headers['etag'] === undefined) continue
    const held = await client.ask('HEAD', url, {
      token: reader,
      headers: { 'if-none-match': `"x", W/${whole.headers['etag']}` },
    })
    expect([url, held.status]).toEqual([url, 304])
  }
})

test('of a tournament shown late, no refusal differs by what the public may not know yet', async () => {
  const paths = FEEDS.flatMap((feed) => {
    const place = PLACES['D']!
    const url = pathOf(feed.path, place)
    const bad = [...badQueries(feed, place), ...badPaths(feed, place)].map(({ path }) => path)
    return [
      url,
      `${url}?seq=3`,
      `${url}?seq=5`,
      pathOf(feed.path, { ...place, minutes: '0' }),
      pathOf(feed.path, { ...place, minutes: '14' }),
      ...bad,
    ]
  }).filter((path) => !path.endsWith('/stream'))
  const all = async () => {
    const answers = new Map<string, unknown>()
    for (const path of new Set(paths)) {
      const answer = await client.ask('GET', path)
      expect([path, answer.status < 500]).toEqual([path, true])
      answers.set(path, shown(answer))
    }
    return answers
  }
  const before = await all()
  const at = client.ports.clock.now() - Date.UTC(2026, 2, 14, 14)
  await tell(
    'gD',
    move('m2', 'black', 'c7', 'c5', at),
    press('p2', 'black', at),
    report('r', 'resigned', 'white', {}, at),
  )
  await client.ask('POST', '/tournaments/D/rounds/1/games', {
    token: admin,
    body: { games: [{ ...TIMED, id: 'secret' }] },
  })
  const after = await all()
  for (const [path, answer] of before) expect([path, after.get(path)]).toEqual([path, answer])
})
