/** Three hosts on one DynamoDB-compatible database: any takes any report, all show it, and one that is killed loses nothing. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, client } from '../e2e/kit.ts'
import { removeBundle, type Serving, temporaryFolder } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'
import { openSharedHosts, type SharedHosts } from '../kit/shared-hosts.ts'

const scratch = temporaryFolder()
const NAMES = ['a', 'b', 'c']
const GAMES = ['g1', 'g2', 'g3', 'g4']
const DEFAULTS = { edition: '2023-01-01', play: 'rapid', date: '2026-03-14' }
/** The first moves of a game in which nothing is ever captured, over and over. */
const SHUFFLE = [
  ['white', 'g1', 'f3'],
  ['black', 'g8', 'f6'],
  ['white', 'f3', 'g1'],
  ['black', 'f6', 'g8'],
] as const

let shared: SharedHosts
const hosts: Serving[] = []
const clients: Client[] = []

beforeAll(async () => {
  shared = await openSharedHosts(scratch.path)
  for (const name of NAMES) {
    const host = await shared.start(name)
    hosts.push(host)
    clients.push(client(host, 'admin'))
  }
}, 120_000)

afterAll(async () => {
  for (const host of hosts) await host.stop()
  await shared.close()
  scratch.remove()
  removeBundle()
}, 60_000)

const at = () => new Date().toISOString()
const made = (game: string, k: number) => {
  const [by, from, to] = SHUFFLE[k % SHUFFLE.length]!
  return { id: `${game}-${k}`, type: 'move-made', at: at(), by, data: { from, to } }
}

/** Moves of g1 that another host is seen to show. */
const MOVES_SHOWN = 5

test('what one host takes, the others show within a second, and each takes reports of the same round', async () => {
  const [a, b, c] = clients as [Client, Client, Client]
  await a.post('/tournaments', { id: 'T', name: 'Shared', defaults: DEFAULTS })
  const games = GAMES.map((id) => ({ id, white: { name: `W${id}` }, black: { name: `B${id}` } }))
  await b.post('/tournaments/T/rounds/1/games', { games })
  for (const [k, game] of GAMES.entries())
    await clients[k % 3]!.post(`/games/${game}/events`, {
      events: [{ id: 's', type: 'session-started', at: at(), by: 'arbiter', data: {} }],
    })
  const waited: number[] = []
  for (let k = 0; k < MOVES_SHOWN; k++) {
    await c.post('/games/g1/events', { events: [made('g1', k)] })
    const began = Date.now()
    const shown = async () => (await a.text('/tournaments/T/rounds/1.pgn')).match(/\bN[fg]\d/g)?.length ?? 0
    await expect.poll(shown, { timeout: 5_000, interval: 50 }).toBe(k + 1)
    waited.push(Date.now() - began)
  }
  // A machine that others use too may hold up some of them.
  expect(Math.min(...waited)).toBeLessThan(1_000)
  expect(await b.text('/games/g1.pgn')).toContain('1. Nf3')
})

async function eventIds(of: Client, game: string): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const path = `/games/${game}/events?after=${ids.length}&limit=1000`
    const { head, events } = (await of.get(path)) as { head: number; events: { id: string }[] }
    ids.push(...events.map(({ id }) => id))
    if (ids.length >= head) return ids
  }
}

/** `npm run faults:hosts` has many. */
const KILLS = Number(process.env['TOUCHMOVE_KILLS'] ?? 1)

test(
  'a host is killed while all write: what was acknowledged is there, once, and the others go on',
  async () => {
    const acknowledged = new Map<string, number>(GAMES.map((game) => [game, game === 'g1' ? MOVES_SHOWN : 0]))
    let isOver = false
    const writers = GAMES.map(async (game, k) => {
      let report = made(game, acknowledged.get(game)!)
      for (let turn = k; !isOver; turn++) {
        try {
          // A reporter whose host is gone sends the same report to another one.
          const { results } = await clients[turn % clients.length]!.post(`/games/${game}/events`, {
            events: [report],
          })
          expect(results).toHaveLength(1)
          acknowledged.set(game, acknowledged.get(game)! + 1)
          report = made(game, acknowledged.get(game)!)
        } catch {
          await sleep(20)
        }
      }
    })
    for (let kill = 0; kill < KILLS; kill++) {
      const k = (kill + 2) % NAMES.length
      await sleep(700)
      await hosts[k]!.kill()
      // The others take what is sent meanwhile.
      await sleep(700)
      hosts[k] = await shared.start(NAMES[k]!)
      clients[k] = client(hosts[k]!, 'admin')
    }
    await sleep(700)
    isOver = true
    await Promise.all(writers)
    for (const [game, count] of acknowledged) {
      expect(count).toBeGreaterThan(2)
      for (const each of clients) {
        const moves = (await eventIds(each, game)).filter((id) => id.startsWith(game))
        // The last may be recorded although its answer was lost with the host.
        const expected = Array.from({ length: moves.length }, (_, k) => `${game}-${k}`)
        expect(moves).toEqual(expected)
        expect(moves.length - count).toBeGreaterThanOrEqual(0)
        expect(moves.length - count).toBeLessThanOrEqual(1)
      }
    }
  },
  60_000 + KILLS * 30_000,
)

test('a database that is not there is named, and nothing is started', async () => {
  const folder = join(scratch.path, 'd')
  const ran = await runHere(['serve', '--data', folder, '--dynamodb', 'http://127.0.0.1:9', '--port', '0'])
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toMatch(/there is no database at http:\/\/127\.0\.0\.1:9/)
}, 60_000)
