import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PublicState } from '../../domain/game/index.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { cloudSource } from '../../functions/ingest/lcc/source.ts'
import { followSource } from '../../functions/ingest/sources/follow-source.ts'
import { openOutbox } from '../../functions/ingest/sources/outbox.ts'
import { SourceUnavailable } from '../../functions/ingest/sources/source.ts'
import { sourceRemarks } from '../../functions/ingest/sources/source-remark.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient } from './client.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 30)
const NAMES = ['tournament.json', 'round-3/index.json', ...[1, 2, 3, 4].map((n) => `round-3/game-${n}.json`)]
const sample = (name: string): string => readFileSync(join(import.meta.dirname, 'samples/lcc', name), 'utf8')

type Fields = Record<string, unknown>

/** The sample round with one document written otherwise. */
const cloudWith = (name: string, change: (document: Fields) => unknown, prefix = 'http://tree') => {
  const files = new Map(NAMES.map((each) => [`${prefix}/${each}`, sample(each)]))
  files.set(`${prefix}/${name}`, JSON.stringify(change(JSON.parse(sample(name)))))
  return async (url: string) => {
    const text = files.get(url)
    if (text === undefined)
      throw new SourceUnavailable(sourceRemarks.remark('answers-status', { url, status: 404 }))
    return text
  }
}

/** Follows the round once, and gives the moves and results of its games by board. */
async function followed(fetchText: (url: string) => Promise<string>, base: string | null = 'http://tree') {
  const ports = testPorts()
  ports.clock.set(NOW)
  const client = await openTestClient('admin', ports)
  const notes: string[] = []
  await followSource({
    source: cloudSource({ id: 'HCO26', base, round: null }, '3', fetchText),
    client: client,
    tournament: 'club',
    now: () => NOW,
    note: (line) => notes.push(line),
    pause: async () => {},
    signal: new AbortController().signal,
    every: 1,
    once: true,
  })
  const path = '/tournaments/club/rounds/3/games'
  const { games } = await client.json<{ games: { board: number; game: string; plies: number }[] }>(path)
  const clocks: unknown[] = []
  for (const { game } of games) {
    const { events } = await client.json<{ events: { type: string; data: unknown }[] }>(
      `/games/${game}/events?limit=500`,
    )
    clocks.push(events.filter(({ type }) => type === 'clock-read').at(-1)?.data)
  }
  return { plies: games.map(({ board, plies }) => [board, plies]), notes, clocks }
}

const WHOLE = [
  [1, 20],
  [2, 5],
  [3, 0],
  [4, 0],
]

test.each<[string, string, (document: Fields) => unknown]>([
  [
    'a first move at an instant that cannot be',
    'round-3/game-2.json',
    (game) => ({ ...game, firstMove: 1e20 }),
  ],
  ['a first move in a text', 'round-3/game-2.json', (game) => ({ ...game, firstMove: 'soon' })],
  ['a start that is half a number', 'round-3/game-2.json', (game) => ({ ...game, chess960: 1.5 })],
  ['a start that is no number', 'round-3/game-2.json', (game) => ({ ...game, chess960: null })],
  ['a start in a text', 'round-3/game-2.json', (game) => ({ ...game, chess960: '518' })],
  ['a start in no text', 'round-3/game-2.json', (game) => ({ ...game, chess960: '' })],
  ['a clock of one side', 'round-3/game-2.json', (game) => ({ ...game, clock: { white: 5391, time: 0 } })],
  [
    'a clock read in no time',
    'round-3/game-2.json',
    (game) => ({
      ...game,
      clock: { white: 5391, black: 5312, run: false, time: -1e20 },
    }),
  ],
  [
    'a federation by number',
    'round-3/index.json',
    (index) => ({
      ...index,
      pairings: (index['pairings'] as { white: Fields }[]).map((pair) => ({
        ...pair,
        white: { ...pair.white, federation: 5, fideid: {} },
      })),
    }),
  ],
  [
    'a time control by number',
    'tournament.json',
    (tournament) => ({ ...tournament, timecontrol: 90, name: 7 }),
  ],
])('%s keeps no move of the round back', async (_, name, change) => {
  expect((await followed(cloudWith(name, change))).plies).toEqual(WHOLE)
})

test('a board without a pairing keeps the numbers of the others', async () => {
  const { plies } = await followed(
    cloudWith('round-3/index.json', (index) => {
      const [first, ...others] = index['pairings'] as unknown[]
      return { ...index, pairings: [first, null, ...others.slice(1)] }
    }),
  )
  expect(plies).toEqual(WHOLE)
})

test('parts of a second on a clock that is on are rounded', async () => {
  const { notes, clocks } = await followed(
    cloudWith('round-3/game-2.json', (game) => ({
      ...game,
      clock: { white: 5390.0004, black: 5312, run: false, time: NOW },
    })),
  )
  expect(notes.filter((line) => line.includes('refused'))).toEqual([])
  expect(clocks[1]).toMatchObject({ white: 5_390_000 })
})

test('a page in place of the answer where a round lies is no answer', async () => {
  const cloud = 'https://1.pool.livechesscloud.com/get/HCO26'
  const tree = cloudWith('tournament.json', (tournament) => tournament, cloud)
  for (const said of ['<html>sign in</html>', 'null', '{"host":5}', '{"host":"evil.example/x?"}']) {
    const fetchText = async (url: string) => (url.startsWith('http://lookup.') ? said : tree(url))
    expect((await followed(fetchText, null)).plies, said).toEqual(WHOLE)
  }
})

test('a record that is away for a while ends no following, and no game is opened twice', async () => {
  const ports = testPorts()
  ports.clock.set(NOW)
  const client = await openTestClient('admin', ports)
  const notes: string[] = []
  const stop = new AbortController()
  let asked = 0
  let looks = 0
  const flaky: ApiClient = {
    async request(...given) {
      asked++
      if (asked % 5 === 0) throw new Error('the record does not answer')
      if (asked % 13 === 0) return { status: 503, headers: {}, text: '{"detail":"busy"}' }
      return client.request(...given)
    },
  }
  await followSource({
    source: cloudSource(
      { id: 'HCO26', base: 'http://tree', round: null },
      '3',
      cloudWith('tournament.json', (t) => t),
    ),
    client: flaky,
    tournament: 'club',
    now: () => NOW,
    note: (line) => notes.push(line),
    pause: async () => {
      if (++looks > 200) stop.abort()
    },
    signal: stop.signal,
    every: 1,
  })
  const { games } = await client.json<{ games: { board: number; plies: number }[] }>(
    '/tournaments/club/rounds/3/games',
  )
  expect(games.map(({ board, plies }) => [board, plies])).toEqual(WHOLE)
  expect(notes.join('\n')).toContain('the record does not answer')
})

test('each outage of a source is said once, and that it answers again', async () => {
  const ports = testPorts()
  ports.clock.set(NOW)
  const stop = new AbortController()
  const said: [look: number, line: string][] = []
  const waits: number[] = []
  // Two looks fail, two succeed, one fails for another reason and then as before.
  const looks = ['500', '500', '', '', '404', '500', '500', '', '']
  await followSource({
    source: {
      async snapshot() {
        const status = looks[waits.length]
        if (status !== '')
          throw new SourceUnavailable(
            sourceRemarks.remark('answers-status', { url: 'http://u', status: status! }),
          )
        return { games: [], notes: [] }
      },
    },
    client: await openTestClient('admin', ports),
    tournament: 'club',
    now: () => NOW,
    note: (line) => said.push([waits.length, line]),
    pause: async (ms) => {
      if (waits.push(ms) === looks.length) stop.abort()
    },
    signal: stop.signal,
    every: 4000,
  })
  expect(said).toEqual([
    [0, 'http://u answers 500'],
    [2, 'it answers again'],
    [4, 'http://u answers 404'],
    [5, 'http://u answers 500'],
    [7, 'it answers again'],
  ])
  expect(waits).toEqual([8000, 16_000, 4000, 4000, 8000, 16_000, 32_000, 4000, 4000])
})

test('a command that is ended while the record is away says what was not sent, and ends', async () => {
  const stop = new AbortController()
  const notes: string[] = []
  let asked = 0
  const away: ApiClient = {
    async request() {
      asked++
      throw new Error('the record does not answer')
    },
  }
  const outbox = openOutbox({
    client: away,
    game: 'g',
    note: (line) => notes.push(line),
    pause: async () => stop.abort(),
    signal: stop.signal,
  })
  const at = new Date(NOW).toISOString()
  outbox.put([{ id: 'a', type: 'clock-pressed', at, by: 'white', data: {} }])
  await outbox.emptied()
  expect(asked).toBeLessThan(10)
  expect(notes.at(-1)).toContain('1 report is not sent')
})

test('the sample round is as it is served', async () => {
  expect((await followed(cloudWith('tournament.json', (tournament) => tournament))).plies).toEqual(WHOLE)
  expect(
    (await followed(cloudWith('tournament.json', (t) => t))).clocks[1] as PublicState['clocks'],
  ).toMatchObject({
    white: 5_391_000,
  })
})
