/** Answers that grow with what was recorded end at their bytes, and read on to their end they are the whole. */
import { expect, test } from 'vitest'
import { erasePerson, exportPerson } from '../../functions/app/erase.ts'
import { type Audit, readAudit } from '../../functions/app/read-game.ts'
import { roundChangesText } from '../../functions/feeds/changes.ts'
import type { FollowedRound } from '../../functions/feeds/snapshots.ts'
import { fetchAuditTrail, verifyAuditTrail } from '../../functions/host/cli/audit-verification.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { anchorHeads } from '../../functions/integrity/anchors/register.ts'
import { fetchPersonalDocuments } from '../../functions/integrity/anchors/remote-evidence.ts'
import { personalDocumentsOf } from '../../functions/integrity/sync/outgoing.ts'
import type { IndexedRow } from '../../functions/projections/archive-indexer.ts'
import type { Documents } from '../../functions/store/documents.ts'
import { bytesInAnswer, pageBudget } from '../../functions/store/pages.ts'
import { testSigner } from '../integrity/anchors/signer.ts'
import { partitionsByMonth } from '../kit/archive-index.ts'
import { need, report } from '../kit/reports.ts'
import { ADMIN, GAME, openClient, READER, type ServiceClient } from '../kit/service.ts'

/** What a function's answer may have (functions/lambda/answer-size.ts). */
const LIMIT = 6_000_000

const clientOf = ({ ask }: ServiceClient, token: string): ApiClient => ({
  request: (method, path, { body, headers = {} } = {}) => ask(method, path, { token, body, headers }),
})

async function send(client: ServiceClient, path: string, body: object): Promise<void> {
  const { status, text } = await client.ask('POST', path, { token: await client.token('admin'), body })
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
}

const note = (id: string, words: string) =>
  report(id, 'incident-recorded', 'arbiter', { kind: 'other', note: words })

/** A client of games with so many notes each, one a request. */
async function openNoted(games: readonly string[], notes: number, words = 'words'): Promise<ServiceClient> {
  const client = await openClient()
  for (const id of games) {
    await send(client, '/games', { ...GAME, id })
    for (let k = 0; k < notes; k++)
      await send(client, `/games/${id}/events`, { events: [note(`n${k}`, `${words} ${k}`)] })
  }
  return client
}

const whiteOf = async ({ ports }: ServiceClient, game: string): Promise<string> => {
  const [first] = await ports.log.load(`game#${game}`, 0)
  return JSON.parse(first!.body).events[0].data.white.person
}

test('a page counts bytes as a function sends them, and has its first item whatever its size', () => {
  expect(bytesInAnswer('"é\n')).toBe(6)
  const hasRoom = pageBudget(10)
  expect([hasRoom('x'.repeat(11)), hasRoom('')]).toEqual([true, false])
  const other = pageBudget(10)
  expect([other('"""'), other('1234'), other('5')]).toEqual([true, true, false])
})

test('an audit in pages is that in one, with the proofs of each page’s commits', async () => {
  const client = await openNoted(['g1'], 3)
  const token = await client.token('admin')
  const signer = await testSigner()
  for (const upTo of [2, 4]) {
    const [head] = (await client.ports.log.load('game#g1', upTo - 1)).slice(0, 1)
    await anchorHeads(client.ports, signer, [{ stream: 'game#g1', n: head!.n, hash: head!.hash }])
  }
  const whole = await client.ask('GET', '/games/g1/audit', { token })
  expect(whole.headers['link']).toBeUndefined()
  expect(whole.json.next).toBeUndefined()
  expect(whole.json.commits.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3, 4])
  const pages: { commits: object[]; anchors: object[]; next?: number }[] = []
  for (let query: string | undefined = '?limit=3'; query !== undefined; ) {
    const page = await client.ask('GET', `/games/g1/audit${query}`, { token })
    pages.push(page.json)
    query = /^<(\?.+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1]
  }
  expect(pages.map(({ commits, anchors, next }) => [commits.length, anchors.length, next])).toEqual([
    [3, 1, 3],
    [1, 1, undefined],
  ])
  expect(pages.flatMap(({ commits }) => commits)).toEqual(whole.json.commits)
  expect(pages.flatMap(({ anchors }) => anchors)).toEqual(whole.json.anchors)
})

test('an audit ends at its bytes, page after page', async () => {
  const { service } = await openNoted(['g1'], 6)
  const whole = need(await readAudit(service, READER, 'g1'))
  const sizes = whole.commits.map((each) => bytesInAnswer(JSON.stringify(each)))
  const maxBytes = sizes[0]! + sizes[1]! + sizes[2]!
  const commits: object[] = []
  const ends: (number | undefined)[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Audit = need(await readAudit(service, READER, 'g1', undefined, { after, maxBytes }))
    commits.push(...page.commits)
    ends.push(page.next)
    after = page.next
  }
  expect(ends[0]).toBe(3)
  expect(ends.at(-1)).toBeUndefined()
  expect(ends.length).toBeGreaterThan(2)
  expect(commits).toEqual(whole.commits)
  // A bound below any commit still brings one on each page.
  expect(need(await readAudit(service, READER, 'g1', undefined, { after: 4, maxBytes: 1 }))).toMatchObject({
    commits: [{ n: 5 }],
    next: 5,
  })
})

test('a check of an audit reads all of its pages', async () => {
  const client = await openNoted(['g1'], 4)
  const direct = clientOf(client, await client.token('admin'))
  // A host whose pages have two commits.
  const paged: ApiClient = {
    request: (method, path, ask) =>
      direct.request(method, `${path}${path.includes('?') ? '&' : '?'}limit=2`, ask),
  }
  const trail = await fetchAuditTrail(paged, 'g1')
  expect(trail).toEqual(await fetchAuditTrail(direct, 'g1'))
  expect(trail.commits).toHaveLength(5)
  const { verification } = await verifyAuditTrail(trail, null)
  expect(verification).toMatchObject({ head: { n: 5 }, fault: null })
})

test('personal data of a stream come in pages, and a reader of all has each document and key once', async () => {
  const client = await openNoted(['g1'], 5)
  const { ports } = client
  const whole = await personalDocumentsOf(ports, 'game#g1')
  expect(whole.next).toBeUndefined()
  expect(whole.kept).toHaveLength(7)
  expect(whole.keys.length).toBeGreaterThan(0)
  const pages: (typeof whole)[] = []
  for (let after: string | undefined, more = true; more; ) {
    const page: typeof whole = await personalDocumentsOf(ports, 'game#g1', { after, maxBytes: 400 })
    pages.push(page)
    after = page.next
    more = after !== undefined
  }
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.flatMap((page) => page.kept)).toEqual(whole.kept)
  const direct = clientOf(client, await client.token('admin'))
  const paged: ApiClient = {
    request: (method, path, ask) => direct.request(method, `${path}&limit=1`, ask),
  }
  expect(await fetchPersonalDocuments(paged, 'game#g1')).toEqual({ ...whole, next: undefined })
  const { json, headers } = await client.ask('GET', '/store/kept?stream=game%23g1&limit=4', {
    token: await client.token('admin'),
  })
  expect(json.kept).toEqual(whole.kept.slice(0, 4))
  expect(headers['link']).toContain(`after=${encodeURIComponent(json.next)}`)
})

test('personal data of seven megabytes come in two answers that a function can give', async () => {
  const client = await openClient()
  const documents = client.ports.persons as Documents<object>
  for (let k = 0; k < 28; k++)
    await documents.put('game#g1', `text#T${k + 10}`, { salt: '00', words: '"'.repeat(125_000) })
  const token = await client.token('admin')
  const direct = clientOf(client, token)
  const sizes: number[] = []
  const counting: ApiClient = {
    async request(method, path, ask) {
      const answer = await direct.request(method, path, ask)
      sizes.push(bytesInAnswer(answer.text))
      return answer
    },
  }
  expect((await fetchPersonalDocuments(counting, 'game#g1')).kept).toHaveLength(28)
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThan(LIMIT)
})

test('a person’s page ends within a game of many notes, and goes on there', async () => {
  const client = await openNoted(['g1', 'g1-1', 'g2'], 4)
  const person = await whiteOf(client, 'g1')
  const whole = need(await exportPerson(client.ports, ADMIN, person))
  expect(whole.entries).toHaveLength(3)
  expect(whole.notes).toHaveLength(12)
  const read = async (maxBytes: number) => {
    const pages: (typeof whole)[] = []
    for (let after: string | undefined, more = true; more; ) {
      const page: typeof whole = need(await exportPerson(client.ports, ADMIN, person, { after, maxBytes }))
      if (after !== undefined && page.next !== undefined) expect(page.next > after).toBe(true)
      pages.push(page)
      after = page.next
      more = after !== undefined
    }
    return pages
  }
  for (const maxBytes of [1, 200, 300, 500, 1000]) {
    const pages = await read(maxBytes)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap(({ entries }) => entries)).toEqual(whole.entries)
    expect(pages.flatMap(({ notes }) => notes)).toEqual(whole.notes)
  }
  expect(await read(1)).toHaveLength(15)
  const byLimit = []
  for (let after: string | undefined = 'game#g1#'; after !== undefined; after = byLimit.at(-1)!.next)
    byLimit.push(need(await exportPerson(client.ports, ADMIN, person, { after, limit: 1 })))
  expect(byLimit.flatMap(({ notes }) => notes)).toEqual(whole.notes)
  expect(byLimit.map(({ entries }) => entries.length)).toEqual([1, 1])
})

test('the notes that an erasure leaves come in pages, in the order of a whole list', async () => {
  const client = await openNoted(['g1', 'g1-1', 'g2'], 3)
  const { service } = client
  const person = await whiteOf(client, 'g1')
  const erase = async (page: object) => need(await erasePerson(service, ADMIN, person, undefined, [], page))
  const first = await erase({ maxBytes: 200 })
  expect(first).toMatchObject({ entries: 3, notesErased: 0 })
  const pages = [first]
  for (let after = first.next; after !== undefined; after = pages.at(-1)!.next)
    pages.push(await erase({ maxBytes: 200, after }))
  expect(pages.length).toBeGreaterThan(3)
  const whole = await erase({})
  expect(whole.next).toBeUndefined()
  expect(whole.notesLeft).toHaveLength(9)
  expect(pages.flatMap(({ notesLeft }) => notesLeft)).toEqual(whole.notesLeft)
  const after = encodeURIComponent(first.next!)
  const { json } = await client.ask('POST', `/persons/${person}/erase?after=${after}`, {
    token: await client.token('admin'),
  })
  expect(json.notesLeft).toEqual(whole.notesLeft.slice(first.notesLeft.length))
})

test('a page of the archive ends at four megabytes, as JSON and as lines', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  const games = Array.from({ length: 90 }, (_, k) => `g${k + 10}`)
  for (const id of games) {
    await send(client, '/games', { ...GAME, id, date: '2026-03-14' })
    await client.service.archiveIndexer.onChange(`game#${id}`)
  }
  // As many verdicts as a row shows, of a game in which a faulty device had thousands recorded.
  const verdicts = Array.from({ length: 500 }, (_, seq) => ({
    ...{ rule: 'irregularity-both-players-in-check', seq, status: 'awaits-arbiter', against: 'white' },
  }))
  const views = client.ports.views as Documents<IndexedRow>
  for (const pk of await partitionsByMonth(client.ports.views))
    for await (const { sk, value } of views.query(pk))
      await views.put(pk, sk, { ...value, row: { ...value.row, verdicts } } as unknown as IndexedRow)
  const first = await client.ask('GET', '/archive?limit=1000', { token })
  expect(first.json.games[0].verdicts).toHaveLength(500)
  expect(bytesInAnswer(first.text)).toBeLessThan(4_100_000)
  expect(bytesInAnswer(first.text)).toBeGreaterThan(3_900_000)
  const rest = await client.ask('GET', `/archive?limit=1000&after=${encodeURIComponent(first.json.next)}`, {
    token,
  })
  expect(rest.json.next).toBeUndefined()
  const both = [...first.json.games, ...rest.json.games]
  expect(both.map(({ game }) => game)).toEqual(games)
  const lines = await client.ask('GET', '/archive', { token, headers: { accept: 'application/x-ndjson' } })
  expect(lines.text.split('\n').slice(0, -1)).toHaveLength(first.json.games.length)
  expect(lines.headers['link']).toBe(
    `</archive?${new URLSearchParams({ after: first.json.next })}>; rel="next"`,
  )
})

test('a page of a round’s changes ends at four megabytes, as they are sent', async () => {
  const { service } = await openNoted(['g1'], 0)
  const { state } = (await service.games.load('game#g1', false)).state.folded.fold
  const seats = Array.from({ length: 3000 }, (_, k) => ({
    ...{ game: `g${10_000 + k}`, board: k + 1, since: 1, erased: 0, periodBegunAt: 0, placedBy: 1 },
  })) as unknown as FollowedRound['games']
  const followed = {
    ...{ reading: 'all', round: { tournament: 'T', round: '1' }, own: { since: 1 }, games: seats },
    async *states(behind = '') {
      for (const { game } of seats) if (game > behind) yield [game, state] as const
    },
  } as unknown as FollowedRound
  const shown: string[] = []
  for (let behind: string | undefined, more = true; more; ) {
    const text = await roundChangesText(followed, { upTo: 0, erased: 0 }, { behind, moves: 'all' })
    expect(bytesInAnswer(text)).toBeLessThan(4_100_000)
    const { messages, next } = JSON.parse(text)
    const games =
      behind === undefined ? messages[0].data.games : messages.map(({ data }: { data: object }) => data)
    shown.push(...games.map(({ game }: { game: string }) => game))
    more = next !== undefined
    behind = new URLSearchParams(next).get('behind') ?? undefined
  }
  expect(shown).toEqual(seats.map(({ game }) => game))
})
