/** The sample session of LiveChess, and a venue in which it is played: for the tests of its adapter. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PublicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { followLiveChess } from '../../functions/ingest/livechess/follow.ts'
import { testPorts } from '../kit/service.ts'
import { settledRequests } from '../kit/settled-requests.ts'
import { openStandIn } from '../kit/stand-in-livechess.ts'
import { openTestClient } from './client.ts'

export interface Reported {
  readonly time: number
  readonly change: Record<string, unknown>
}

/** What the server of the sample session sends of its board; the first message has all of it. */
export const session: Reported[] = readFileSync(
  join(import.meta.dirname, 'samples/eboard-ws/session.ndjson'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ msg }) => msg.response === 'feed')
  .map(({ msg }) => ({ time: msg.time, change: msg.param }))

export const SERIAL = '50123'
const GAME = {
  id: 'board-1',
  white: { name: 'Abara, Nkem' },
  black: { name: 'Lindqvist, Tove' },
  edition: '2023-01-01',
  play: 'standard',
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
}

/** A venue in its own time: a LiveChess, a record, and a follower that may be killed. `game`: what its game is besides. */
export async function openVenue(start: number, game: object = {}) {
  let now = start
  const ports = testPorts()
  ports.clock.set(now)
  const client = await openTestClient('operator', ports)
  await client.whole.ask('POST', '/games', {
    token: await client.whole.token('arbiter'),
    body: { ...GAME, ...game },
  })
  const started = { id: 'start', type: 'session-started', by: 'arbiter', data: {} }
  await client.request('POST', '/games/board-1/events', {
    body: { events: [{ ...started, at: new Date(start - 1000).toISOString() }] },
  })
  const requests = settledRequests(client)
  const [whole] = session as [Reported]
  const server = await openStandIn([{ serialnr: SERIAL, state: 'ACTIVE', ...whole.change }], () => now)
  const notes: string[] = []
  let subscriptions = 0
  let follower: { stop: AbortController; done: Promise<void> } | null = null
  return {
    server,
    notes,
    client,
    now: () => now,
    pass(to: number) {
      now = to
      ports.clock.set(to)
    },
    /** A new process. */
    async follow(clock: 'straight' | 'turned' = 'straight') {
      const stop = new AbortController()
      const done = followLiveChess({
        url: server.url,
        seats: [{ serial: SERIAL, game: 'board-1', clock }],
        client: requests,
        now: () => now,
        note: (line) => notes.push(line),
        pause: () => wait(1),
        signal: stop.signal,
      })
      follower = { stop, done }
      await server.subscribed(++subscriptions)
      await this.settled()
    },
    async again() {
      await server.subscribed(++subscriptions)
      await this.settled()
    },
    async settled() {
      await server.received()
      await requests.settled()
    },
    async kill() {
      follower?.stop.abort()
      await follower?.done
    },
    async record() {
      const { events } = await client.json<{ events: StoredEvent[] }>('/games/board-1/events?limit=500')
      const state = await client.json<PublicState>(`/games/board-1/state?at=${new Date(now).toISOString()}`)
      return { events, state }
    },
  }
}

export type Venue = Awaited<ReturnType<typeof openVenue>>
