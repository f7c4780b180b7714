/** The commands that follow a running host and look after its views, also over its death. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, client } from '../e2e/kit.ts'
import { removeBundle, type Serving, serve, temporaryFolder, touchmove } from '../kit/command.ts'
import { copySample } from '../kit/host-here.ts'
import { runHere } from '../kit/run-here.ts'

const folder = temporaryFolder()
const data = ['--data', folder.path]
let host: Serving
let arbiter: Client

async function start(...args: string[]): Promise<void> {
  host = await serve(folder.path, args)
  arbiter = client(host, 'arbiter')
}

beforeAll(async () => {
  await copySample(folder.path)
  await start()
})
afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

let events = 0
const report = (type: string, by: string, data: object = {}) =>
  arbiter.post('/games/live/events', {
    events: [{ id: `e${++events}`, at: new Date().toISOString(), type, by, data }],
  })
const move = (by: string, from: string, to: string) => report('move-made', by, { from, to })

/** Waits for what somebody says, as long as a test may take. */
async function until(said: () => string, text: string): Promise<void> {
  while (!said().includes(text)) await sleep(50)
}

test('watch tells each move once, also those made while the host was gone, and ends with the game', async () => {
  await arbiter.post('/games', {
    ...{ id: 'live', edition: '2018-01-01', play: 'rapid' },
    ...{ white: { name: 'Ana' }, black: { name: 'Bor' } },
  })
  await report('session-started', 'arbiter')
  await move('white', 'e2', 'e4')
  const watching = touchmoveWatching()
  await until(watching.said, '1. e4')
  await move('black', 'e7', 'e5')
  await until(watching.said, '1... e5')
  const { port } = new URL(host.url)
  await host.kill()
  await start('--port', port)
  await move('white', 'g1', 'f3')
  await report('resigned', 'black')
  expect(await watching.ended).toBe(0)
  const lines = watching.said().trim().split('\n')
  expect(lines.map((line) => line.replace(/\s{2,}.*/, ''))).toEqual([
    '1. e4',
    '1... e5',
    '2. Nf3',
    'verdict: resignation against black: final',
    'ended',
    'result: 1-0 resignation',
  ])
}, 60_000)

test('watch asks for what is new where no stream is served, and tells the same', async () => {
  await arbiter.post('/games', {
    ...{ id: 'polled', edition: '2018-01-01', play: 'rapid' },
    ...{ white: { name: 'Ana' }, black: { name: 'Bor' } },
  })
  const tell = (type: string, by: string, data: object = {}) =>
    arbiter.post('/games/polled/events', {
      events: [{ id: `e${++events}`, at: new Date().toISOString(), type, by, data }],
    })
  await tell('session-started', 'arbiter')
  const asked: string[] = []
  // As a cloud deployment, which serves increments alone.
  const cloud = createServer(async (request, response) => {
    const path = request.url!
    asked.push(path)
    if (path.endsWith('/stream')) return void response.writeHead(404).end('{}')
    if (asked.filter((each) => each.includes('/changes')).length === 2) await tell('resigned', 'black')
    const answer = await fetch(host.url + path, { headers: { accept: 'application/json' } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  cloud.listen(0, '127.0.0.1')
  await once(cloud, 'listening')
  const url = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`
  const { code, stdout } = await runHere(['watch', 'polled', '--server', url])
  cloud.close()
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ended$[\s\S]*^result: 1-0 resignation$/m)])
  expect(asked.slice(0, 2)).toEqual(['/games/polled/stream', '/games/polled/changes?after=0'])
  expect(asked.length).toBeLessThan(6)
})

function touchmoveWatching() {
  let text = ''
  const ended = watchProcess((chunk) => {
    text += chunk
  })
  return { said: () => text, ended }
}

/** Its output is read while it runs. */
function watchProcess(hear: (text: string) => void): Promise<number | null> {
  // The file that the host itself was started from.
  const child = spawn(process.execPath, [host.child.spawnargs[1]!, 'watch', 'live', ...data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (chunk) => hear(String(chunk)))
  return new Promise((resolve) => child.once('close', resolve))
}

test('requeue says that nothing is set aside; rebuild makes the next version and reads it', async () => {
  expect(await runHere(['requeue', '--list', ...data])).toMatchObject({
    code: 0,
    stdout: 'nothing is set aside\n',
  })
  const { code, stdout } = await runHere(['rebuild', '--json', ...data])
  expect(code).toBe(0)
  const { from, to, streams, setAside } = JSON.parse(stdout)
  expect([from, to].map((version: string) => Number(version.split('-')[1]))).toEqual([1, 2])
  // The sample's round, its eight boards and the game that was watched.
  expect([streams, setAside]).toEqual([11, []])
}, 60_000)

test('a host killed while it makes views anew goes on with them when it starts', async () => {
  const token = host.token('admin')
  const asked = fetch(`${host.url}/views/rebuild`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  await sleep(1000)
  await host.kill()
  expect(await asked).toBeNull()
  await start()
  const numbers = async () => {
    const { stdout } = await runHere(['rebuild', '--json', ...data])
    const { from, to } = JSON.parse(stdout)
    return [from, to].map((version: string) => Number(version.split('-')[1]))
  }
  // Asked at once, it is the one that was taken up; the next one is new.
  expect(await numbers()).toEqual([2, 3])
  expect(await numbers()).toEqual([3, 4])
}, 60_000)

test('the archive of a tournament of a running host is a ZIP with its README, games and report', async () => {
  const file = `${folder.path}-archive.zip`
  const args = ['export', '--tournament', 'sample', '--format', 'bundle', ...data]
  expect((await touchmove(args, { toFile: file })).code).toBe(0)
  const names = Object.keys(unzipSync(new Uint8Array(readFileSync(file))))
  rmSync(file)
  expect(names.join('\n')).toMatch(/README/)
  expect(names.join('\n')).toMatch(/\.pgn/)
  expect(names.join('\n')).toMatch(/report-trf16/)
  expect(names.join('\n')).toMatch(/manifest\.json/)
  expect((await runHere(['export', '--tournament', 'nobody', '--format', 'bundle', ...data])).code).not.toBe(
    0,
  )
}, 60_000)
