/** Input that is well-formed HTTP and yet no report: too much, too deep, too odd, too early, twice. */
import { beforeEach, expect, test } from 'vitest'
import { type Answer, openClient, type ServiceClient, START, TIMED } from '../kit/service.ts'

let client: ServiceClient
let token: string
const AT = '2026-03-14T14:00:00.000Z'

beforeEach(async () => {
  client = await openClient()
  token = await client.token('arbiter')
  await client.ask('POST', '/games', { token, body: { id: 'g', ...TIMED } })
})

const send = (body: unknown): Promise<Answer> => client.ask('POST', '/games/g/events', { token, body })
const note = (id: string, reason: string, at = AT) => ({
  id,
  type: 'clocks-stopped',
  at,
  by: 'arbiter',
  data: { reason },
})
const head = async () => (await client.service.log.head('game#g'))?.n

test('a body that nests deeper than 32 levels is not parsed, brackets within a text do not count', async () => {
  const deep = (levels: number) => `{"events":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect((await send(deep(31))).status).toBe(422)
  const answer = await send(deep(32))
  expect([answer.status, answer.json.detail]).toEqual([400, 'the body nests deeper than 32 levels'])
  expect((await send(`{"events":${'[{"a":'.repeat(5_000)}`)).status).toBe(400)
  expect((await send({ events: [note('brackets', '[{"\\'.repeat(100))] })).status).toBe(200)
})

test('a thousand events in one call, fifty-one, or more than 64 KB are refused whole; fifty are taken', async () => {
  const many = (count: number) => ({ events: Array.from({ length: count }, (_, k) => note(`n${k}`, 'x')) })
  for (const count of [1_000, 51]) expect((await send(many(count))).status).toBe(413)
  const large = { events: Array.from({ length: 40 }, (_, k) => note(`l${k}`, 'y'.repeat(1_900))) }
  expect((await send(large)).status).toBe(413)
  expect(await head()).toBe(1)
  expect((await send(many(50))).json.results).toHaveLength(50)
})

test('one id for two events of a call is refused, the same event twice in it counts once', async () => {
  const twice = await send({ events: [note('a', 'one'), note('a', 'other')] })
  expect([twice.status, twice.json.errors]).toEqual([
    422,
    [{ index: 1, pointer: '/id', detail: expect.stringContaining('stands for two events') }],
  ])
  expect((await send({ events: [note('a', 'one'), note('a', 'one')] })).json.results).toHaveLength(1)
})

test('each field at fault is named with its event, and of a call with one bad event nothing is taken', async () => {
  const answer = await send({
    events: [note('a', 'fine'), { ...note('b', 'x'), by: 'nobody', data: { reason: 5, more: 1 } }],
  })
  expect(answer.status).toBe(422)
  expect(
    answer.json.errors.map(({ index, pointer }: { index: number; pointer: string }) => [index, pointer]),
  ).toEqual(
    expect.arrayContaining([
      [1, '/by'],
      [1, '/data/reason'],
      [1, '/data/more'],
    ]),
  )
  expect(await head()).toBe(1)
})

test('a day ahead is too far, a long time ago is not, and no calendar day is none', async () => {
  const at = (ms: number) => new Date(START + ms).toISOString()
  expect((await send({ events: [note('ahead', 'x', at(86_400_001))] })).json.detail).toMatch(/24 hours/)
  expect((await send({ events: [note('soon', 'x', at(86_399_000))] })).status).toBe(200)
  expect((await send({ events: [note('old', 'x', '1900-01-01T00:00:00Z')] })).status).toBe(200)
  for (const absurd of [
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '9999-12-31T23:59:60Z',
    'now',
    '',
    0,
  ])
    expect((await send({ events: [{ ...note('absurd', 'x'), at: absurd }] })).status, String(absurd)).toBe(
      422,
    )
})

test('names in any script are kept to the sign; halves of signs and control characters are refused', async () => {
  const names = [
    'محمد بن سلمان',
    'Żółć, Łukasz',
    'e\u0301 (combining)',
    '棋士 一郎',
    '🧑‍🦯♟',
    '\u202Eevil',
    'ﷺ',
  ]
  for (const [k, name] of names.entries()) {
    const id = `name-${k}`
    expect(
      (await client.ask('POST', '/games', { token, body: { ...TIMED, id, white: { name } } })).status,
      name,
    ).toBe(201)
    const [opened] = (await client.ask('GET', `/games/${id}/events`, { token })).json.events
    expect(opened.data.white.name).toBe(name)
  }
  for (const name of ['\u0000', 'a\u0000b', 'two\nlines', '\u0007', '', ' '.repeat(300)])
    expect((await client.ask('POST', '/games', { token, body: { ...TIMED, white: { name } } })).status).toBe(
      422,
    )
  const half = JSON.stringify({ ...TIMED, white: { name: 'X' } }).replace('"X"', '"\\ud83d"')
  expect((await client.ask('POST', '/games', { token, body: half })).status).toBe(422)
})

test('what JSON lets through is refused all the same: prototypes, huge numbers, a body in Latin-1', async () => {
  for (const body of [
    '{"__proto__":{"events":[]},"events":[]}',
    '{"constructor":1,"events":[]}',
    '{"events":[],"expectedSeq":1e999}',
    '{"events":[],"expectedSeq":-0.5}',
    '{"events":[{"__proto__":null}]}',
    '\ufeff{"events":[]}',
  ])
    expect((await send(body)).status, body).toBeGreaterThanOrEqual(400)
  expect(({} as { events?: unknown }).events).toBeUndefined()
  expect(await head()).toBe(1)
})

test('names of blanks or of signs that nobody sees are refused wherever a name is given, others are taken', async () => {
  const admin = await client.token('admin')
  const unseen = [
    ' ',
    '\u00a0',
    '\u3000 ',
    '\u200b',
    '\u200f\u202e',
    '\ufeff',
    '\u2800',
    '\u3164',
    '\u115f\u1160',
    '\u034f',
    '\ufe0f',
  ]
  const ask = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
    client.ask(method, path, { token: admin, body })
  await ask('POST', '/tournaments', { id: 'T', name: 'Open' })
  for (const [k, name] of unseen.entries())
    for (const answer of [
      await ask('POST', '/tournaments', { id: `U${k}`, name }),
      await ask('POST', '/tournaments', { id: `S${k}`, name: 'Open', site: name }),
      await ask('PATCH', '/tournaments/T', { name }),
      await ask('POST', '/games', {
        id: `p${k}`,
        ...TIMED,
        players: { white: { name }, black: { name: 'B' } },
      }),
      await ask('POST', '/games', { id: `e${k}`, ...TIMED, event: name }),
      await ask('POST', '/tournaments/T/entries', { entries: [{ start: 1, name }] }),
    ])
      expect([JSON.stringify(name), answer.status]).toEqual([JSON.stringify(name), 422])
  for (const [k, name] of [
    '李',
    'Ó',
    'علی\u200cرضا',
    'N.N.',
    '?',
    'क्\u200dष',
    '\u{1f33b}',
    '\ue000',
  ].entries())
    expect((await ask('POST', '/tournaments', { id: `V${k}`, name })).status).toBe(201)
})
