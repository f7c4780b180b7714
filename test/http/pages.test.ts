/** Lists that grow with the years come in pages, and what needs all of a list reads on. */
import { expect, test } from 'vitest'
import { ok } from '../../domain/result.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { openRevocations } from '../../functions/auth/revocations.ts'
import { fetchTextPages } from '../../functions/host/cli/record-client.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { tournamentPageShape } from '../../functions/http/parse-answer.ts'
import { createRouter } from '../../functions/http/router.ts'
import { askRecordPages } from '../../functions/integrity/anchors/remote-evidence.ts'
import { quarantineStream } from '../../functions/projections/quarantine.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { TOKEN_ROUTES } from '../../functions/routes/tokens.ts'
import type { Documents } from '../../functions/store/documents.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { MAX_PAGE_ITEMS, readPage } from '../../functions/store/pages.ts'
import { need } from '../kit/reports.ts'
import { ADMIN, GAME, httpEvent, openClient, type ServiceClient, testKeyring } from '../kit/service.ts'

const ids = (count: number): string[] => Array.from({ length: count }, (_, k) => `X${100_000 + k}`)

/** By path: the member of the answer, the id of an item, and what puts so many items there. */
const LISTS: readonly (readonly [
  path: string,
  member: string,
  id: string,
  fill: (client: ServiceClient, count: number) => Promise<void>,
])[] = [
  [
    '/tournaments',
    'tournaments',
    'id',
    async ({ ports }, count) => {
      for (const id of ids(count)) need(await createTournament(ports, ADMIN, { name: 'Open' }, id))
    },
  ],
  [
    '/tokens',
    'tokens',
    'id',
    async ({ token }, count) => {
      for (let k = 0; k < count; k++) await token('reader')
    },
  ],
  [
    '/store/erasures',
    'erasures',
    'person',
    async ({ ports }, count) => {
      const persons = ports.persons as Documents<object>
      for (const id of ids(count))
        await persons.put('erased', id, { person: id, at: '2026-03-14T14:00:00.000Z' })
    },
  ],
  [
    '/views/set-aside',
    'streams',
    'stream',
    async ({ ports }, count) => {
      for (const id of ids(count)) await quarantineStream(ports, `game#${id}`, 'cannot be folded')
    },
  ],
]

/** Asks as an administrator; the routes are those of a host, which mints tokens too. */
async function adminOf({ service, ports, token }: ServiceClient) {
  const keyring = await testKeyring()
  const deps = { ...service, revocations: openRevocations(ports), signingKeys: async () => ok(keyring) }
  const onFault = (error: unknown) => expect.fail(String(error))
  const router = createRouter({ deps, authenticate: authenticator(ports, keyring), onFault }, [
    ...ROUTES,
    ...TOKEN_ROUTES,
  ])
  const authorization = `Bearer ${await token('admin')}`
  return async (path: string) => {
    const { statusCode, headers = {}, body = '' } = await router(httpEvent('GET', path, { authorization }))
    const link = String(headers['link'] ?? '')
    return {
      status: statusCode,
      link,
      json: JSON.parse(body) as Record<string, Record<string, string>[]> & { next?: string },
    }
  }
}

test.each(LISTS)('GET %s is read to its end by Link or by next', async (path, member, id, fill) => {
  const client = await openClient()
  const ask = await adminOf(client)
  await fill(client, 7)
  const idsOf = (json: Record<string, Record<string, string>[]>) => json[member]!.map((each) => each[id]!)
  const whole = await ask(path)
  expect(whole).toMatchObject({ status: 200, link: '' })
  expect(whole.json.next).toBeUndefined()
  const all = idsOf(whole.json)
  expect(all.length).toBeGreaterThanOrEqual(7)
  const byNext: string[] = []
  for (let query: string | null = '?limit=2'; query !== null; ) {
    const { json } = await ask(path + query)
    expect(json[member]!.length).toBeLessThanOrEqual(2)
    byNext.push(...idsOf(json))
    query = json.next === undefined ? null : `?limit=2&after=${encodeURIComponent(json.next)}`
  }
  const byLink: string[] = []
  for (let query: string | undefined = '?limit=3'; query !== undefined; ) {
    const { json, link } = await ask(path + query)
    byLink.push(...idsOf(json))
    query = /^<(\?.+)>; rel="next"$/.exec(link)?.[1]
  }
  expect(byNext).toEqual(all)
  expect(byLink).toEqual(all)
})

test('without a limit a page has a thousand items', async () => {
  const client = await openClient()
  await LISTS[0]![3](client, MAX_PAGE_ITEMS + 1)
  const first = await client.ask('GET', '/tournaments')
  expect(first.json.tournaments).toHaveLength(MAX_PAGE_ITEMS)
  const rest = await client.ask('GET', `/tournaments?after=${first.json.next}`)
  expect(rest.json.tournaments.map((each: { id: string }) => each.id)).toEqual(
    ids(MAX_PAGE_ITEMS + 1).slice(-1),
  )
})

test('a page that is wrongly asked for is refused with what would be right', async () => {
  const client = await openClient()
  for (const [query, detail] of [
    ['limit=0', 'a whole number from 1 to 1000'],
    ['limit=1001', 'a whole number from 1 to 1000'],
    ['after=', 'the next of an earlier page'],
    ['from=A', 'after, limit'],
  ]) {
    const { status, json } = await client.ask('GET', `/tournaments?${query}`)
    expect([query, status, JSON.stringify(json)]).toEqual([query, 400, expect.stringContaining(detail!)])
  }
})

test('a page ends at a megabyte, and has one item at least', async () => {
  const documents = memoryDocuments<{ text: string }>()
  for (const [k, id] of ids(5).entries()) await documents.put('P', id, { text: 'x'.repeat(290_000 + k) })
  const pages: number[] = []
  for (let after: string | undefined, more = true; more; ) {
    const { items, next }: { items: readonly object[]; next?: string | undefined } = await readPage(
      documents,
      'P',
      {
        after,
      },
    )
    pages.push(items.length)
    after = next
    more = next !== undefined
  }
  expect(pages).toEqual([3, 2])
})

test('pages that lead back end in an error, not in requests without an end', async () => {
  let requests = 0
  const circle: ApiClient = {
    async request() {
      requests++
      return { status: 200, headers: {}, text: JSON.stringify({ tournaments: [{ id: 'A' }], next: 'A' }) }
    },
  }
  const read = async () => {
    for await (const _ of askRecordPages(circle, '/tournaments', tournamentPageShape))
      expect(requests).toBeLessThan(5)
  }
  await expect(read()).rejects.toThrow('the next page is not behind this one')
  expect(requests).toBe(2)
})

test('a person of many games is shown in pages, each stream with its notes once', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  const note = (k: number) => ({
    ...{ id: `n${k}`, type: 'incident-recorded', by: 'arbiter', at: '2026-03-14T14:00:00.000Z' },
    data: { kind: 'other', note: `words of game ${k}` },
  })
  for (let k = 1; k <= 5; k++) {
    expect((await client.ask('POST', '/games', { token, body: { ...GAME, id: `g${k}` } })).status).toBe(201)
    const body = { events: [note(k)] }
    expect((await client.ask('POST', `/games/g${k}/events`, { token, body })).status).toBe(200)
  }
  const { json } = await client.ask('GET', '/games/g1/audit', { token })
  const path = `/persons/${json.commits[0].events[0].data.white.person}`
  const whole = (await client.ask('GET', path, { token })).json
  expect(whole.entries).toHaveLength(5)
  expect(whole.notes).toHaveLength(5)
  expect(whole.next).toBeUndefined()
  const pages: { entries: object[]; notes: object[] }[] = []
  for (let query: string | undefined = '?limit=2'; query !== undefined; ) {
    const page = await client.ask('GET', path + query, { token })
    expect(page.json).toMatchObject({ person: whole.person, knownBy: whole.knownBy })
    pages.push(page.json)
    query = /^<(\?.+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1]
  }
  expect(pages.map(({ entries }) => entries.length)).toEqual([2, 2, 1])
  expect(pages.flatMap(({ entries }) => entries)).toEqual(whole.entries)
  expect(pages.flatMap(({ notes }) => notes)).toEqual(whole.notes)
})

test('a page of events ends at four megabytes, as JSON and as lines', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  await client.ask('POST', '/games', { token, body: { ...GAME, id: 'g1' } })
  const words = '\u8A9E'.repeat(2000)
  const perRequest = 8
  const requests = 95
  for (let k = 0; k < requests; k++) {
    const events = Array.from({ length: perRequest }, (_, n) => ({
      ...{ id: `n${k}-${n}`, type: 'incident-recorded', by: 'arbiter', at: '2026-03-14T14:00:00.000Z' },
      data: { kind: 'other', note: words },
    }))
    expect((await client.ask('POST', '/games/g1/events', { token, body: { events } })).status).toBe(200)
  }
  const path = '/games/g1/events'
  const first = await client.ask('GET', path, { token })
  expect(Buffer.byteLength(first.text)).toBeLessThan(4_100_000)
  const rest = await client.ask('GET', `${path}?after=${first.json.next}`, { token })
  expect(rest.json.next).toBeUndefined()
  const both = [...first.json.events, ...rest.json.events]
  expect(both.map(({ seq }) => seq)).toEqual(both.map((_, k) => k + 1))
  expect(both).toHaveLength(1 + perRequest * requests)
  const lines: string[] = []
  for await (const text of fetchTextPages(clientOf(client, token), path, 'application/x-ndjson'))
    lines.push(text)
  expect(lines).toHaveLength(2)
  expect(lines.join('')).toBe(both.map((each) => `${JSON.stringify(each)}\n`).join(''))
}, 60_000)

const clientOf = ({ ask }: ServiceClient, token: string): ApiClient => ({
  request: (method, path, { headers = {} } = {}) => ask(method, path, { token, headers }),
})

test('lines whose next page is one that was read end in an error', async () => {
  const circle: ApiClient = {
    request: async () => ({
      status: 200,
      headers: { 'content-type': 'text/plain', link: '<?after=1>; rel="next"' },
      text: 'x',
    }),
  }
  const read = async () => {
    const texts: string[] = []
    for await (const text of fetchTextPages(circle, '/x', 'text/plain'))
      expect(texts.push(text)).toBeLessThan(5)
  }
  await expect(read()).rejects.toThrow('the next page is one that was read before')
})
