import { expect, test } from 'vitest'
import { openClient, TIMED } from '../kit/service.ts'

const asks = (method: string) => ({
  headers: {
    origin: 'https://broadcast.example',
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,if-none-match',
  },
})

test('a page of another site may read feeds, with a token too, and write nothing', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } })
  const asked = await client.ask('OPTIONS', '/games/g1.pgn', asks('GET'))
  expect([asked.status, asked.headers]).toEqual([
    204,
    expect.objectContaining({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': expect.stringContaining('authorization'),
    }),
  ])
  const read = await client.ask('GET', '/games/g1.pgn', {
    token,
    headers: { origin: 'https://broadcast.example' },
  })
  expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, '*'])
  for (const [path, status] of [
    ['/games/g1', 200],
    ['/games/g1/state?seq=1', 200],
    ['/games/g1/stream', 200],
    ['/games/nobody.pgn', 404],
    ['/delayed/5/games/g1/scoresheet', 404],
    ['/tournaments/T.trf', 404],
  ] as const) {
    const feed = await client.ask('GET', path, { token })
    expect([path, feed.status, feed.headers['access-control-allow-origin']]).toEqual([path, status, '*'])
  }
  expect((await client.ask('GET', '/healthz')).headers['access-control-allow-origin']).toBeUndefined()
  for (const [path, method] of [
    ['/games/g1/events', 'POST'],
    ['/persons/P1', 'GET'],
    ['/store/streams', 'GET'],
    ['/nowhere', 'GET'],
  ] as const) {
    const refused = await client.ask('OPTIONS', path, asks(method))
    expect(refused.status, path).toBeGreaterThanOrEqual(404)
    expect(refused.headers['access-control-allow-origin'], path).toBeUndefined()
  }
  expect((await client.ask('OPTIONS', '/games/g1.pgn')).status).toBe(405)
})
