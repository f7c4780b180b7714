/**
 * `npm run soak:memory -- [--minutes 120]`: a host with games, feeds, live streams and vandals at once. It prints each minute what
 * the host holds, and fails where that grows by more than the games it caches.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../kit/command.ts'
import { numbers } from '../kit/games.ts'
import type { SoakMemory, SoakReady } from './soak-host.ts'

const MEGABYTE = 1024 * 1024
/** A game of a soak has a dozen half-moves with their presses: about so many bytes of commits, folded and indexed. */
const BYTES_PER_GAME = 60_000
/** What comes and goes: buffers that a collection has not reached, a table that LevelDB writes. */
const SLACK_BYTES = 30 * MEGABYTE
/** Warm games and rounds, rendered answers, and the program itself: more is never right (docs/threats.md). */
const MOST_HEAP_BYTES = 450 * MEGABYTE

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 120)
const pick = numbers(Number(values.seed ?? 1))
const scratch = temporaryFolder()
const folder = scratch.path
const child = fork(join(import.meta.dirname, 'soak-host.ts'), [folder], {
  execArgv: ['--expose-gc', '--import', 'tsx'],
})
const [{ url, admin }] = (await once(child, 'message')) as [SoakReady]
let isOver = false
let died = false
child.once('exit', () => {
  died = !isOver
})
const counts = { games: 0, feeds: 0, streams: 0, attacks: 0 }
/** Answers of 400 or 500, by their status and what was asked. */
const refusals = new Map<string, number>()

const rights = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
/** As a reporter does, it comes again where the crowd left no room: reports have ids, so nothing is recorded twice. */
async function ask(method: string, path: string, body: object): Promise<void> {
  while (!isOver && (await tried(path, { method, headers: rights, body: JSON.stringify(body) })) === 503)
    await sleep(200)
}

/** The status; 503 where the host had no room for the connection. */
async function tried(path: string, init: RequestInit = {}): Promise<number> {
  try {
    const response = await fetch(url + path, init)
    await response.arrayBuffer()
    if (response.status >= 400 && response.status !== 503) {
      const kind = `${response.status} ${init.method ?? 'GET'} ${path.replaceAll(/\d+/g, 'N')}`
      refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
    }
    return response.status
  } catch (error) {
    if (error instanceof TypeError) return 503
    throw error
  }
}

const LINE = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4', 'g8f6', 'd2d3', 'd7d6', 'c2c3', 'g7g6']
const rounds: string[] = []

async function playRounds(): Promise<void> {
  await ask('POST', '/tournaments', { id: 'soak', name: 'Soak' })
  for (let round = 1; !isOver; round++) {
    const path = `/tournaments/soak/rounds/${round}`
    const games = Array.from({ length: 10 }, (_, k) => ({
      id: `r${round}b${k}`,
      white: { name: `White ${k}` },
      black: { name: `Black ${k}` },
      edition: '2018-01-01',
      play: 'standard',
      timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
    }))
    await ask('POST', `${path}/games`, { games })
    await ask('PATCH', path, { published: true })
    rounds.push(path)
    await Promise.all(games.map(({ id }) => playGame(id)))
    counts.games += games.length
  }
}

async function playGame(id: string): Promise<void> {
  const at = () => new Date().toISOString()
  const send = (...events: object[]) => ask('POST', `/games/${id}/events`, { events })
  await send({ id: 's', type: 'session-started', by: 'arbiter', at: at(), data: {} })
  for (const [k, uci] of LINE.entries()) {
    if (isOver) return
    const by = k % 2 === 0 ? 'white' : 'black'
    const data = { from: uci.slice(0, 2), to: uci.slice(2, 4) }
    await send(
      { id: `m${k}`, type: 'move-made', by, at: at(), data },
      { id: `p${k}`, type: 'clock-pressed', by, at: at(), data: {} },
    )
  }
  await send({ id: 'end', type: 'resigned', by: 'white', at: at(), data: {} })
}

const FEEDS = ['.pgn', '.pgn?view=text', '/games', '/changes'].map((end) => (round: string) => round + end)
const PATHS = [...FEEDS, () => '/tournaments/soak/standings', () => '/tournaments/soak.trf']

async function readFeeds(): Promise<void> {
  while (!isOver) {
    const round = rounds[pick(Math.max(1, rounds.length))]
    if (round === undefined) {
      await sleep(100)
      continue
    }
    if ((await tried(PATHS[pick(PATHS.length)]!(round))) !== 503) counts.feeds++
    await sleep(10)
  }
}

/** Comes, reads a while, now and then takes nothing, and leaves; late by any number of minutes. */
async function followStreams(): Promise<void> {
  while (!isOver) {
    const round = rounds.at(-1)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    if (pick(4) === 0) socket.pause()
    else socket.resume()
    const delay = pick(3) === 0 ? `/delayed/${pick(600)}` : ''
    socket.write(`GET ${delay}${round ?? ''}/stream HTTP/1.1\r\nhost: x\r\n\r\n`)
    counts.streams++
    await sleep(pick(3_000))
    socket.destroy()
  }
}

const ATTACKS: readonly (() => string)[] = [
  () => 'GET /tournaments HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200),
  () => `POST /games HTTP/1.1\r\nhost: x\r\ncontent-length: 2000000\r\n\r\n${'x'.repeat(pick(1_000_000))}`,
  () => `GET /games/${'g'.repeat(pick(300))}${pick(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  () => `GET /tournaments/${pick(1_000_000)}/rounds/1/stream HTTP/1.1\r\nhost: x\r\n\r\n`,
  () => `GET /archive?name=${pick(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  () => `GET /tournaments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a.b.${pick(1_000_000)}\r\n\r\n`,
  () => '\u0016\u0003\u0001garbage\r\n\r\n',
  () => `GET / HTTP/1.1\r\nx: ${'y'.repeat(15_000)}\r\n`,
]

async function attack(): Promise<void> {
  while (!isOver) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    if (pick(2) === 0) socket.resume()
    socket.write(ATTACKS[pick(ATTACKS.length)]!())
    counts.attacks++
    await sleep(pick(200))
    socket.destroy()
  }
}

async function measure(): Promise<SoakMemory> {
  child.send('memory')
  const [memory] = (await once(child, 'message')) as [SoakMemory]
  return memory
}

const mb = (bytes: number): string => String(Math.round(bytes / MEGABYTE)).padStart(6)
const several = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work)
const work = Promise.allSettled([
  playRounds(),
  ...[several(3, readFeeds), several(10, followStreams), several(6, attack)].flat(),
])
console.log('minute  heap MB  outside MB  resident MB   games   feeds  streams  attacks')
const points: { readonly held: number; readonly games: number }[] = []
for (let minute = 0; minute <= minutes && !died; minute++) {
  if (minute > 0) await sleep(60_000)
  const { heap, external, rss } = await measure()
  points.push({ held: heap + external, games: counts.games })
  const { games, feeds, streams, attacks } = counts
  console.log(
    `${String(minute).padStart(6)} ${mb(heap)}   ${mb(external)}       ${mb(rss)}     ${[games, feeds, streams, attacks].map((each) => String(each).padStart(7)).join(' ')}`,
  )
}
isOver = true
await work
if (!died) {
  const left = once(child, 'exit')
  child.send('stop')
  await left
}
scratch.remove()

const half = points[Math.floor(points.length / 2)]!
const last = points.at(-1)!
const growth = last.held - half.held
const allowed = SLACK_BYTES + (last.games - half.games) * BYTES_PER_GAME
const faults = [
  ...(counts.games === 0 ? ['no game was played'] : []),
  ...(died ? ['the host has died'] : []),
  ...[...refusals].map(([kind, count]) => `${count} times ${kind}`),
  ...(growth > allowed
    ? [`it grew by ${mb(growth)} MB in the second half, which ${mb(allowed)} MB would explain`]
    : []),
  ...(last.held > MOST_HEAP_BYTES
    ? [`it holds ${mb(last.held)} MB, more than ${mb(MOST_HEAP_BYTES)} MB`]
    : []),
]
console.log(
  faults.length === 0 ? `the second half grew by${mb(growth)} MB: no growth without end` : faults.join('\n'),
)
process.exit(faults.length === 0 ? 0 : 1)
