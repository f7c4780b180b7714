import { expect, test } from 'vitest'
import { openDesk, START } from '../kit/service.ts'

const GAME = { edition: '2023-01-01', play: 'standard', white: { name: 'A' }, black: { name: 'B' } }

test('an opening that names no instant has that of its receipt, and opens the same game again later', async () => {
  const desk = await openDesk()
  const token = await desk.token('arbiter')
  const open = (body: object) => desk.ask('POST', '/games', { token, body })
  expect((await open({ id: 'one', ...GAME })).status).toBe(201)
  const events = async (game: string) =>
    (await desk.ask('GET', `/games/${game}/events`, { token })).json.events.map(
      ({ at }: { at: string }) => at,
    )
  expect(await events('one')).toEqual([new Date(START).toISOString()])
  desk.ports.clock.pass(60_000)
  expect((await open({ id: 'one', ...GAME })).status).toBe(200)
  expect((await open({ id: 'two', at: '2024-03-09T10:00:00.000Z', ...GAME })).status).toBe(201)
  expect(await events('two')).toEqual(['2024-03-09T10:00:00.000Z'])
})
