/**
 * `npm run soak:bounds`: each bound of docs/threats.md (what clients can make a host hold) is run into by a client that takes all it
 * can from one address, and what the host holds at most is printed beside the bound. It fails where that is more than the bound and
 * what a host does meanwhile. With an argument the attacks are run in whose names it is.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../kit/command.ts'
import type { SoakMemory, SoakReady } from './soak-host.ts'

const MEGABYTE = 1024 * 1024
/** What a host needs to look at so many connections: sockets, parsers, buffers that a collection has not reached. */
const SLACK_MB = 64
const BOARDS = 100
const ATTACK_MS = 8_000
/** What may be left once the clients have gone, MB, and how long a busy machine may take to see that they have. */
const RELEASED_MB = 32
const RELEASE_MS = 30_000

const scratch = temporaryFolder()
const folder = scratch.path
const child = fork(join(import.meta.dirname, 'soak-host.ts'), [folder], {
  execArgv: ['--expose-gc', '--import', 'tsx'],
})
const [{ url, admin }] = (await once(child, 'message')) as [SoakReady]
const port = Number(new URL(url).port)

async function ask(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  await response.arrayBuffer()
}

const ROUND = '/tournaments/bounds/rounds/1'
const GAMES = Array.from({ length: BOARDS }, (_, k) => ({
  id: `g${k}`,
  white: { name: `White ${k}` },
  black: { name: `Black ${k}` },
  edition: '2018-01-01',
  play: 'standard',
  event: 'A tournament of bounds '.repeat(8).trim(),
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
}))
await ask('POST', '/tournaments', { id: 'bounds', name: 'Bounds' })
await ask('POST', `${ROUND}/games`, { games: GAMES })
await ask('PATCH', ROUND, { published: true })

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
/** With the rights of an administrator, since a body without rights is not read. */
const UNFINISHED = `POST ${ROUND}/games HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin}\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(900_000)}`

/** Connections that the host has taken, and that take nothing of what they are sent beyond one answer. */
async function dial(count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  // A host's queue of connections that it has not taken yet holds some hundreds.
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, dialOne))),
    )
  return sockets
}

async function dialOne(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(get('/'))
  await once(socket, 'data')
  return socket.pause()
}

/** Sends the text again and again as long as the host takes it. */
async function press(sockets: readonly Socket[], text: string): Promise<void> {
  const until = Date.now() + ATTACK_MS
  while (Date.now() < until) {
    for (const socket of sockets)
      if (!socket.destroyed && socket.writableLength < 256 * 1024) socket.write(text)
    await sleep(20)
  }
}

/** Moves that each stream has to be sent. */
async function play(): Promise<void> {
  for (const [k, id] of GAMES.entries()) {
    const at = () => new Date().toISOString()
    const events = [
      { id: 's', type: 'session-started', by: 'arbiter', at: at(), data: {} },
      { id: 'm', type: 'move-made', by: 'white', at: at(), data: { from: 'e2', to: 'e4' } },
    ]
    if (k % 4 === 0) await ask('POST', `/games/${id.id}/events`, { events })
  }
}

interface Attack {
  readonly name: string
  /** MB that the bound allows one address. */
  readonly bound: number
  readonly connections: number
  run(sockets: readonly Socket[]): Promise<void>
}

const writeAll = (sockets: readonly Socket[], text: (k: number) => string) => {
  for (const [k, socket] of sockets.entries()) socket.write(text(k))
}

const ATTACKS: readonly Attack[] = [
  {
    ...{ name: 'requests without end on one connection', bound: 64, connections: 1 },
    run: (sockets) => press(sockets, get(`${ROUND}/games`).repeat(60)),
  },
  {
    ...{ name: 'the same on 200 connections', bound: 64 + 32, connections: 200 },
    run: (sockets) => press(sockets, get(`${ROUND}/games`).repeat(60)),
  },
  {
    ...{ name: 'a chunk of small requests on 500 connections at once', bound: 16, connections: 500 },
    async run(sockets) {
      writeAll(sockets, () => get('/').repeat(2_000))
      await sleep(ATTACK_MS)
    },
  },
  {
    ...{ name: 'requests that may wait, on 200 connections', bound: 32, connections: 200 },
    async run(sockets) {
      writeAll(sockets, () => get(`${ROUND}/games`).repeat(60))
      await sleep(ATTACK_MS)
    },
  },
  {
    ...{ name: 'bodies that do not end, 200 connections', bound: 32, connections: 200 },
    async run(sockets) {
      writeAll(sockets, () => UNFINISHED)
      await sleep(ATTACK_MS)
    },
  },
  {
    ...{ name: 'answers that are not taken, 2,000 connections', bound: 64, connections: 2_000 },
    async run(sockets) {
      writeAll(sockets, () => get(`${ROUND}/games`))
      await sleep(ATTACK_MS)
    },
  },
  {
    ...{ name: 'live streams that are not read, 1,250 connections', bound: 128, connections: 1_250 },
    async run(sockets) {
      writeAll(sockets, () => get(`${ROUND}/stream`))
      await play()
      await sleep(ATTACK_MS)
    },
  },
  {
    ...{ name: 'streams of 1,000 delays', bound: 128, connections: 1_000 },
    async run(sockets) {
      writeAll(sockets, (k) => get(`/delayed/${k + 1}${ROUND}/stream`))
      await sleep(ATTACK_MS)
    },
  },
]

async function heldMb(): Promise<number> {
  child.send('memory')
  const [{ heap, external }] = (await once(child, 'message')) as [SoakMemory]
  return (heap + external) / MEGABYTE
}

let faults = 0
console.log(`${'MB held:'.padStart(68)}  bound  at most  afterwards`)
const [named = ''] = process.argv.slice(2)
for (const { name, bound, connections, run } of ATTACKS.filter((attack) => attack.name.includes(named))) {
  const before = await heldMb()
  const sockets = await dial(connections)
  let most = 0
  let isOver = false
  const work = run(sockets).finally(() => {
    isOver = true
  })
  while (!isOver) {
    most = Math.max(most, (await heldMb()) - before)
    await sleep(250)
  }
  await work
  for (const socket of sockets) socket.destroy()
  const until = Date.now() + RELEASE_MS
  let after = Number.POSITIVE_INFINITY
  while (after > RELEASED_MB && Date.now() < until) {
    await sleep(500)
    after = (await heldMb()) - before
  }
  const isTooMuch = most > bound + SLACK_MB || after > RELEASED_MB
  if (isTooMuch) faults++
  const figures = [bound, most, after].map((each) => String(Math.round(each)).padStart(7)).join('  ')
  console.log(`${isTooMuch ? 'TOO MUCH ' : ''}${name}`.padEnd(66) + figures)
}
const left = once(child, 'exit')
child.send('stop')
await left
scratch.remove()
process.exit(faults === 0 ? 0 : 1)
