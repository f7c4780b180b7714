/**
 * What the public of a tournament shown late finds in the archive: with filters alone and in pairs, as JSON and as lines, page by
 * page, it is the same byte for byte whatever happens within the delay, an erasure of somebody who has just come included.
 */
import { expect, test } from 'vitest'
import type { EventType } from '../../events/index.ts'
import { erasePerson } from '../../functions/app/erase.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { report } from '../kit/reports.ts'
import { ADMIN, GAME, openClient, START } from '../kit/service.ts'

const MINUTE = 60_000
const NOW = START + 60 * MINUTE

const FILTERS = [
  ...[
    'fideId=1001',
    'fideId=3001',
    'name=novak',
    'name=fresh',
    'name=dora',
    'event=open',
    'event=T',
    'event=other',
  ],
  ...['from=2026-03-14', 'to=2026-03-14', 'result=*', 'result=1-0', 'result=1/2-1/2', 'edition=2023-01-01'],
]
const nameOf = (filter: string): string => filter.split('=')[0]!
const QUERIES = [
  '',
  ...FILTERS,
  ...FILTERS.flatMap((one, k) =>
    FILTERS.slice(k + 1).flatMap((other) => (nameOf(one) === nameOf(other) ? [] : [`${one}&${other}`])),
  ),
]

async function openLate() {
  const client = await openClient()
  const admin = await client.token('admin')
  const consumers = [createArchiveIndexer(client.service), createProjector(client.service)]
  const hear = async () => {
    for (const category of ['game', 'round'] as const)
      for await (const { stream } of client.ports.log.streams(category))
        for (const consumer of consumers) await consumer.onChange(stream)
  }
  const send = async (method: string, path: string, body: object) => {
    const answer = await client.ask(method, path, { token: admin, body })
    expect([path, answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([path, true, ''])
    await hear()
  }
  const open = (round: number, ...games: object[]) =>
    send('POST', `/tournaments/T/rounds/${round}/games`, { games })
  const tell = (game: string, type: EventType, data: object = {}) =>
    send('POST', `/games/${game}/events`, {
      events: [report(`${game}-${type}`, type, 'arbiter', data, client.ports.clock.now() - START)],
    })
  const answered = async (path: string, lines: boolean): Promise<string> => {
    const accept = lines ? 'application/x-ndjson' : 'application/json'
    const { status, text, headers } = await client.ask('GET', path, { headers: { accept } })
    return JSON.stringify([status, text, headers['link'], headers['etag'], headers['content-length']])
  }
  /** All pages of each question, with one game each. */
  const seen = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>()
    for (const query of QUERIES)
      for (const lines of [false, true])
        found.set(`${query} ${lines}`, await answered(`/archive?${query}`, lines))
    for (let next: string | undefined = '/archive?limit=1'; next !== undefined; ) {
      const { headers, text }: { headers: Record<string, string>; text: string } = await client.ask(
        'GET',
        next,
        {
          headers: { accept: 'application/x-ndjson' },
        },
      )
      found.set(next, text)
      next = /^<(.+)>/.exec(headers['link'] ?? '')?.[1]
    }
    return found
  }
  return { client, send, open, tell, seen, hear }
}

const seat = (id: string, white: object, black: object, more: object = {}) => ({
  ...GAME,
  id,
  white,
  black,
  ...more,
})

test('nothing that happens within the delay moves an answer, not even an erasure', async () => {
  const { client, send, open, tell, seen, hear } = await openLate()
  await send('POST', '/tournaments', { id: 'T', name: 'Open', delay: 15 })
  const day = { date: '2026-03-14' }
  await open(
    1,
    seat('a', { name: 'Novak, Anna', fideId: 1001 }, { name: 'Dora' }, day),
    seat('b', { name: 'Carl' }, { name: 'Novak, Ben' }, day),
    seat('c', { name: 'Dora' }, { name: 'Emil' }),
  )
  await tell('a', 'session-started')
  client.ports.clock.set(NOW)
  const before = await seen()
  const fresh = { name: 'Fresh, Anna', fideId: 3001 }
  const happens: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a result', () => tell('a', 'result-set', { white: '1', black: '0', reason: 'sheet' })],
    [
      'another name, event and day',
      () =>
        tell('b', 'details-corrected', {
          fields: { white: fresh, event: 'Other Open', date: '2026-03-20' },
          reason: 'misspelt',
        }),
    ],
    ['a start, which gives the game its day', () => tell('c', 'session-started')],
    [
      'a new round',
      () => open(2, seat('d', fresh, { name: 'Carl' }, day), seat('0', { name: 'Emil' }, fresh, day)),
    ],
    ['a draw', () => tell('b', 'result-set', { white: '½', black: '½', reason: 'sheet' })],
    [
      'the erasure of who has just come',
      async () => {
        const key = await client.ports.persons.get('key#fide#3001', 'person')
        const { person } = key!.value as { person: string }
        expect(await erasePerson(client.service, ADMIN, person)).toMatchObject({ ok: true })
        await hear()
      },
    ],
    [
      'a result taken back',
      () =>
        send('POST', '/games/a/events', {
          events: [
            report('back', 'report-corrected', 'arbiter', { seqs: [3], reason: 'other board' }, NOW - START),
          ],
        }),
    ],
  ]
  for (const [what, act] of happens) {
    await act()
    const after = await seen()
    for (const [query, answer] of after)
      expect([what, query, answer]).toEqual([what, query, before.get(query)])
    expect([what, after.size]).toEqual([what, before.size])
  }
  client.ports.clock.set(NOW + 15 * MINUTE)
  const later = await seen()
  // All of it is seen in the end, but for the name that was erased.
  for (const query of ['event=other false', 'result=1/2-1/2 false', 'name=dora&from=2026-03-14 false'])
    expect(later.get(query)).not.toBe(before.get(query))
  expect([...later.values()].join()).not.toMatch(/fresh/i)
  expect(later.get('name=fresh false')).toBe(before.get('name=fresh false'))
}, 120_000)
