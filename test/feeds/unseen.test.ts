/**
 * Who has no right to see a tournament undelayed is answered, byte for byte and with every header, as if what happened
 * within its delay had not happened: on each route of the table, whatever was asked of it.
 */
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { currentVersion, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { move, press, report } from '../kit/reports.ts'
import { httpEvent, openClient, type ServiceClient, START, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const MINUTE = 60_000
const DELAY = 15
const NOW = START + 60 * MINUTE
/** Minutes after START. */
const now = (NOW - START) / MINUTE

/** A value or several for each parameter of a path; a new parameter has to be entered here. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  level: ['0', 'entries'],
  a: ['000'],
  b: ['000'],
  c: ['000'],
  width: ['1', '2'],
  t: ['T'],
  r: ['1', '2'],
  g: ['live', 'other', 'fresh', 'next', 'nowhere'],
  n: ['1', '2', '3'],
  p: ['P1'],
  w: ['W1'],
  name: ['index'],
  kind: ['js'],
  minutes: ['0', String(DELAY - 1), String(DELAY), String(DELAY + 20)],
}

/** Values for each parameter of a query; a new one has to be entered here. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  fideId: ['1001', '1002', '2001', '3001'],
  name: ['anna', 'weber', 'fresh'],
  event: ['open', 'T', 'other'],
  from: ['2026-03-14'],
  to: ['2026-03-14'],
  result: ['*', '1-0', '0-1', '1/2-1/2'],
  edition: ['2018-01-01', '2023-01-01'],
  rule: ['illegal-move-completed', 'resignation'],
  status: ['final', 'awaits-arbiter'],
  limit: ['1', '2'],
  after: ['2026-03-14~live', '????-??-??~other', '3'],
  rounds: ['finished'],
  before: ['1'],
  size: ['2'],
  seq: ['3', '9', '12', '40'],
  at: ['2026-03-14T14:59:59Z', '2026-03-14T15:30:00Z'],
  view: ['text', 'split', 'strict'],
  dialect: ['lichess'],
  clocks: ['false'],
  version: ['16', '26'],
  language: ['sl'],
  fen: ['x'],
  category: ['game', 'round'],
  behind: ['live'],
  moves: ['last'],
  stream: ['game#live'],
  notes: ['all'],
  boards: ['1', '1-2'],
}

const placed = (path: string): string[] => {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  if (name === undefined) return [path]
  const values = PARAMS[name]
  if (values === undefined) throw new Error(`${path}: PARAMS has no value for ${name}`)
  return values.flatMap((value) => placed(path.replace(`{${name}}`, value)))
}

/** Every way to ask every route. */
const ASKED = ROUTES.flatMap(({ method, path, query }) => {
  const queries = Object.keys(query.shape).flatMap((name) => {
    const values = QUERIES[name]
    if (values === undefined) throw new Error(`${path}: QUERIES has no value for ${name}`)
    return values.map((value) => `?${name}=${encodeURIComponent(value)}`)
  })
  // What a delay does to a query it does to all minutes alike.
  const plain = placed(path)
  const both = plain.filter((each) => !each.startsWith('/delayed/') || each.startsWith(`/delayed/${DELAY}/`))
  return [
    ...plain.map((each) => ({ method, path: each })),
    ...both.flatMap((each) => queries.map((query) => ({ method, path: `${each}${query}` }))),
  ]
})

/** What a body without rights would be sent with. */
const bodyOf = (path: string): object =>
  path.endsWith('/events') ? { events: [report('intruder', 'session-started', 'arbiter')] } : {}

interface World {
  readonly client: ServiceClient
  send(method: string, path: string, body: object): Promise<void>
  tell(game: string, ...events: object[]): Promise<void>
  /** All answers by what was asked and by whom, or of these readers alone. */
  look(readers?: readonly string[]): Promise<Map<string, string>>
  readonly readers: readonly string[]
}

async function world(): Promise<World> {
  const client = await openClient()
  const admin = await client.token('admin')
  const indexer = createArchiveIndexer(client.service)
  const projector = createProjector(client.service)
  const hear = async () => {
    for await (const { stream } of client.ports.log.streams('game')) {
      await indexer.onChange(stream)
      await projector.onChange(stream)
    }
    for await (const { stream } of client.ports.log.streams('round')) await projector.onChange(stream)
  }
  const send: World['send'] = async (method, path, body) => {
    const answer = await client.ask(method, path, { token: admin, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    await hear()
  }
  const readers: Readonly<Record<string, string | undefined>> = {
    nobody: undefined,
    'a reader of another tournament': await client.token('reader', 'tournament:ELSE'),
    'an operator of another tournament': await client.token('operator', 'tournament:ELSE'),
    'an arbiter of another round': await client.token('arbiter', 'round:ELSE/1'),
    'a board of another game': await client.token('board', 'game:else'),
    'a player of another game': await client.token('player', 'game:else/white'),
  }
  /** Ids that the service makes count up with each request of this test. */
  const idless = (text: string) => text.replaceAll(/ID\d{8}/g, 'ID')
  const answer = async (method: string, path: string, token: string | undefined) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    }
    const body = method === 'GET' ? undefined : JSON.stringify(bodyOf(path))
    const reply = await client.router(httpEvent(method, path, headers, body))
    const { 'x-request-id': _, ...rest } = reply.headers as Record<string, string>
    if (reply.stream === undefined) return idless(JSON.stringify([reply.statusCode, rest, reply.body]))
    const out = new PassThrough()
    await reply.stream(out)
    const written = String(out.read() ?? '')
    out.destroy()
    return JSON.stringify([reply.statusCode, rest, written])
  }
  return {
    client,
    send,
    tell: (game, ...events) => send('POST', `/games/${game}/events`, { events }),
    readers: Object.keys(readers),
    async look(whose = Object.keys(readers)) {
      const found = new Map<string, string>()
      for (const who of whose)
        for (const { method, path } of ASKED)
          found.set(`${method} ${path} by ${who}`, await answer(method, path, readers[who]))
      return found
    },
  }
}

const seat = (id: string, white: object, black: object, more: object = {}) => ({
  ...TIMED,
  ...{ id, supervision: 'limited', white, black },
  ...more,
})
const ANNA = { name: 'Novak, Anna', fideId: 1001 }
const BEN = { name: 'Weber, Ben', fideId: 1002 }
const CARL = { name: 'Carl', fideId: 2001 }
const DORA = { name: 'Dora', fideId: 2002 }

/** A round that everybody knows: one game with a few moves, one that has not begun. */
async function known({ client, send, tell }: World) {
  await send('POST', '/tournaments', { id: 'T', name: 'Open', delay: DELAY })
  await send('POST', '/tournaments', { id: 'ELSE', name: 'Elsewhere' })
  await send('POST', '/tournaments/ELSE/rounds/1/games', { games: [seat('else', CARL, BEN)] })
  await send('POST', '/tournaments/T/rounds/1/games', {
    games: [seat('live', ANNA, BEN), seat('other', CARL, DORA)],
  })
  await tell('live', report('s', 'session-started', 'arbiter'))
  client.ports.clock.set(START + 10_000)
  await tell('live', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  await tell('live', move('m2', 'black', 'e7', 'e5', 9000), press('p2', 'black', 9000))
  client.ports.clock.set(NOW)
}

type Tell = readonly [what: string, act: (world: World) => Promise<void>]

const at = now * MINUTE
const reported =
  (game: string, ...events: object[]): Tell[1] =>
  ({ tell }) =>
    tell(game, ...events)

/** What may happen in the minutes that the public does not see yet, in this order. */
const HAPPENS: readonly Tell[] = [
  ['a touch', reported('live', report('t', 'piece-touched', 'white', { squares: ['g1'] }, at))],
  ['a move', reported('live', move('m3', 'white', 'g1', 'f3', at))],
  ['a press', reported('live', press('p3', 'white', at))],
  ['an illegal move', reported('live', move('m4', 'black', 'f8', 'f4', at), press('p4', 'black', at))],
  ['a claim', reported('live', report('c', 'claim-made', 'white', { about: 'illegal-move' }, at))],
  ['a ruling', reported('live', report('r', 'position-restored', 'arbiter', { seq: 8 }, at))],
  ['an offer', reported('live', report('o', 'draw-offered', 'black', {}, at))],
  [
    'an incident',
    reported('live', report('i', 'incident-recorded', 'arbiter', { kind: 'phone', note: 'rang' }, at)),
  ],
  [
    'a clock reading',
    reported('live', report('k', 'clock-read', 'clock', { white: 1_000_000, black: 2_000_000 }, at)),
  ],
  [
    'a correction',
    reported('live', report('x', 'report-corrected', 'arbiter', { seqs: [5], reason: 'misread' }, at)),
  ],
  ['the start of a game', reported('other', report('s', 'session-started', 'arbiter', {}, at))],
  [
    'a corrected description',
    reported(
      'live',
      report(
        'd',
        'details-corrected',
        'arbiter',
        {
          fields: { white: { name: 'Fresh, Anna', fideId: 3001 }, event: 'Other Open', date: '2026-03-13' },
          reason: 'misspelt',
        },
        at,
      ),
    ),
  ],
  ['a resignation', reported('live', report('e', 'resigned', 'black', {}, at))],
  [
    'a result',
    reported('other', report('w', 'result-set', 'arbiter', { white: '½', black: '½', reason: 'agreed' }, at)),
  ],
  [
    'a result taken back',
    reported(
      'live',
      report('y', 'report-corrected', 'arbiter', { seqs: [19], reason: 'he only stood up' }, at),
    ),
  ],
  [
    'a new game',
    ({ send }) =>
      send('POST', '/tournaments/T/rounds/1/games', { games: [seat('fresh', { name: 'Fresh' }, DORA)] }),
  ],
  [
    'a new round',
    ({ send }) =>
      send('POST', '/tournaments/T/rounds/2/games', {
        games: [seat('next', BEN, ANNA), seat('nexter', DORA, CARL)],
      }),
  ],
  [
    'boards in another order',
    ({ send }) =>
      send('PATCH', '/tournaments/T/rounds/1', {
        boards: [
          { board: 1, game: 'other' },
          { board: 2, game: 'live' },
          { board: 3, game: 'fresh' },
        ],
      }),
  ],
  ['a round published', ({ send }) => send('PATCH', '/tournaments/T/rounds/1', { published: true })],
  [
    'a round described otherwise',
    ({ send }) =>
      send('PATCH', '/tournaments/T/rounds/1', { start: '2026-03-14T15:00:00.000Z', reason: 'postponed' }),
  ],
  ['a round closed', ({ send }) => send('PATCH', '/tournaments/T/rounds/1', { closed: true })],
]

/** The samples of an event (events/golden), which show all its fields. */
const samplesOf = (type: EventType): readonly { readonly by: string; readonly data: object }[] =>
  JSON.parse(
    readFileSync(
      new URL(`../../events/golden/${type}.v${currentVersion(type)}.json`, import.meta.url),
      'utf8',
    ),
  )

/** Every kind of event there is, in a game that goes on; a decision on a verdict is about one that has to be there before. */
const EVERY_KIND: readonly Tell[] = [
  ...EVENT_TYPES.filter((type) => type !== 'game-opened' && type !== 'verdict-decided'),
  'verdict-decided' as const,
].map((type) => [
  `as its sample, ${type}`,
  async ({ tell }) => {
    for (const [k, { by, data }] of samplesOf(type).entries())
      await tell('next', { ...report(`${type}-${k}`, type, 'arbiter', data, at), by })
  },
])

/** Keys of the later answers that are not as they were before. */
const differing = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].flatMap(([key, answer]) => (before.get(key) === answer ? [] : [key]))

/** After each happening nobody asks, and one of the others in turn; in the soak all do, as they do in the end. */
const askingAfter = (readers: readonly string[], k: number): readonly string[] => {
  const [nobody, ...others] = readers
  return trials(1, 2) > 1 ? readers : [nobody!, others[k % others.length]!]
}

test('nothing that happens within the delay is shown by any route to anybody without rights, whatever is asked', async () => {
  const all = await world()
  await known(all)
  const before = await all.look()
  const statuses = new Set([...before.values()].map((answer) => (JSON.parse(answer) as [number])[0]))
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  for (const [k, [what, act]] of HAPPENS.entries()) {
    await act(all)
    const after = await all.look(askingAfter(all.readers, k))
    const reported = differing(before, after)
    expect(
      reported,
      `${what}: ${reported[0]}\n${before.get(reported[0]!)}\n${after.get(reported[0]!)}`,
    ).toEqual([])
  }
  // What an event of each kind changes shows at the end of them all, whichever it was.
  for (const [, act] of EVERY_KIND) await act(all)
  const reported = differing(before, await all.look())
  expect(reported, `${reported[0]}\n${before.get(reported[0]!)}`).toEqual([])
  // All of it is seen in the end, so there was something to hide.
  all.client.ports.clock.set(NOW + DELAY * MINUTE)
  const changed = differing(before, await all.look()).filter((key) => key.endsWith('by nobody'))
  for (const path of [
    '/archive',
    '/archive?name=fresh',
    `/delayed/${DELAY}/games/live`,
    `/delayed/${DELAY}/games/fresh`,
    `/delayed/${DELAY}/games/next`,
    `/delayed/${DELAY}/games/live/stream`,
    `/delayed/${DELAY}/tournaments/T/standings`,
    `/delayed/${DELAY}/tournaments/T/rounds/2.pgn`,
    '/tournaments/T',
  ])
    expect(changed).toContain(`GET ${path} by nobody`)
}, 300_000)
