/** Readers who join a large round while it goes on: the whole is not made anew for each, and each holds what the record says. */
import { expect, test, vi } from 'vitest'
import { move, press, report } from '../kit/reports.ts'
import { type ServiceClient, TIMED } from '../kit/service.ts'
import { notifiedClient } from './notified-client.ts'
import { follow, heldRound } from './sse-kit.ts'

const BOARDS = 60
const PATH = '/tournaments/T/rounds/1/stream'

async function openedRound() {
  const opened = await notifiedClient()
  const { client, token } = opened
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = Array.from({ length: BOARDS }, (_, k) => ({ ...TIMED, id: `g${k + 1}` }))
  for (let next = 0; next < BOARDS; next += 30)
    await client.ask('POST', '/tournaments/T/rounds/1/games', {
      token,
      body: { games: games.slice(next, next + 30) },
    })
  return opened
}

/** How many texts of the whole round are made meanwhile. */
async function wholesMade(work: () => Promise<void>): Promise<number> {
  const made = vi.spyOn(Buffer, 'from')
  try {
    await work()
    return made.mock.calls.filter(([text]) => String(text).includes('event: snapshot')).length
  } finally {
    made.mockRestore()
  }
}

const stateOf = async (client: ServiceClient, game: string) =>
  (await client.ask('GET', `/games/${game}`)).json

test('those who join while boards go on are sent one whole and what came after it', async () => {
  const { client, send } = await openedRound()
  const readers: Awaited<ReturnType<typeof follow>>[] = []
  const made = await wholesMade(async () => {
    for (let k = 0; k < 6; k++) {
      readers.push(await follow(client, PATH))
      await send(`g${k + 1}`, report('s', 'session-started', 'arbiter'))
      await send(`g${k + 1}`, move('m', 'white', 'e2', 'e4', 1000), press('p', 'white', 1000))
    }
  })
  expect(made).toBeLessThan(3)
  const last = await follow(client, PATH)
  const states = await Promise.all([1, 2, 6, 7].map((k) => stateOf(client, `g${k}`)))
  for (const { received } of [...readers, last]) {
    const { games } = heldRound(received)
    expect(games.size).toBe(BOARDS)
    expect([1, 2, 6, 7].map((k) => games.get(`g${k}`).state)).toEqual(states)
  }
  expect(last.lastId()).toBe(readers[0]!.lastId())
  // Who comes back goes on from there.
  await send('g7', report('s', 'session-started', 'arbiter'))
  const back = await follow(client, PATH, { lastId: last.lastId() })
  expect(last.received.at(-1)?.data).toMatchObject({ game: 'g7' })
  expect(back.received).toEqual([])
})
