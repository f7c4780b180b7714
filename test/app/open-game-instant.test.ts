import { expect, test } from 'vitest'
import { openClient, START } from '../kit/service.ts'

const GAME = {
  edition: '2023-01-01',
  play: 'standard',
  white: { name: 'A' },
  black: { name: 'B' },
  timeControl: { periods: [{ time: 600_000 }] },
}

const iso = (at: number) => new Date(at).toISOString()

test('an opening that names no instant has that of its receipt, and opens the same game again later', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  const open = (body: object) => client.ask('POST', '/games', { token, body })
  expect((await open({ id: 'one', ...GAME })).status).toBe(201)
  const events = async (game: string) =>
    (await client.ask('GET', `/games/${game}/events`, { token })).json.events.map(
      ({ at }: { at: string }) => at,
    )
  expect(await events('one')).toEqual([iso(START)])
  expect((await client.ask('GET', '/games/one', { token })).json.at).toBe(iso(START))
  client.ports.clock.pass(60_000)
  expect((await open({ id: 'one', ...GAME })).status).toBe(200)
  expect((await open({ id: 'two', at: '2024-03-09T10:00:00.000Z', ...GAME })).status).toBe(201)
  expect(await events('two')).toEqual(['2024-03-09T10:00:00.000Z'])
})

test('what happened before an opening without an instant was received keeps its own times and clocks', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  const ask = (path: string) => client.ask('GET', path, { token })
  const at = (minutes: number) => iso(START - minutes * 60_000)
  await client.ask('POST', '/games', { token, body: { id: 'late', ...GAME } })
  const events = [
    { id: 'a', type: 'session-started', at: at(30), by: 'arbiter', data: {} },
    { id: 'b', type: 'move-made', at: at(28), by: 'white', data: { from: 'e2', to: 'e4' } },
    { id: 'c', type: 'clock-pressed', at: at(28), by: 'white', data: {} },
    { id: 'd', type: 'move-made', at: at(25), by: 'black', data: { from: 'e7', to: 'e5' } },
    { id: 'e', type: 'clock-pressed', at: at(25), by: 'black', data: {} },
  ]
  expect((await client.ask('POST', '/games/late/events', { token, body: { events } })).status).toBe(200)
  const whole = (await ask('/games/late')).json
  expect(whole.at).toBe(at(25))
  expect(whole.clocks).toMatchObject({ white: 480_000, black: 420_000, running: 'white' })
  const seqAt = async (minutes: number) => (await ask(`/games/late/state?at=${at(minutes)}`)).json.seq
  expect(await Promise.all([29, 28, 26].map(seqAt))).toEqual([2, 4, 4])
  const early = (await ask(`/games/late/state?at=${at(29)}`)).json
  expect(early.clocks).toMatchObject({ white: 540_000, black: 600_000 })
})
