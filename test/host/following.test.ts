/**
 * The commands that follow a running host and look after its views, also over its death. Each test has a host of its own: they wait
 * for seconds, all at once.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { type Client, client } from '../e2e/kit.ts'
import { removeBundle, type Serving, serve, temporaryFolder, touchmove } from '../kit/command.ts'
import { copySample, serveHere, serveSampleHere } from '../kit/host-here.ts'
import { runHere } from '../kit/run-here.ts'

const scratch = temporaryFolder()
afterAll(() => {
  scratch.remove()
  removeBundle()
})

/** A process that serves a folder with the sample round, for what kills it. */
async function serveApart(name: string): Promise<Serving> {
  const folder = join(scratch.path, name)
  await copySample(folder)
  return serve(folder)
}

/** A game that has begun, and how to report what happens in it. */
async function begunGame(arbiter: Client, id: string) {
  let events = 0
  const report = (type: string, by: string, data: object = {}) =>
    arbiter.post(`/games/${id}/events`, {
      events: [{ id: `e${++events}`, at: new Date().toISOString(), type, by, data }],
    })
  await arbiter.post('/games', {
    ...{ id, edition: '2018-01-01', play: 'rapid' },
    ...{ white: { name: 'Ana' }, black: { name: 'Bor' } },
  })
  await report('session-started', 'arbiter')
  return report
}

/** Waits for what somebody says, as long as a test may take. */
async function until(said: () => string, text: string): Promise<void> {
  while (!said().includes(text)) await sleep(50)
}

const numbersIn = (stdout: string): number[] => {
  const { from, to } = JSON.parse(stdout) as { from: string; to: string }
  return [from, to].map((version) => Number(version.split('-')[1]))
}

test.concurrent('a host killed while it makes views anew goes on with them when it starts', async () => {
  const host = await serveApart('killed')
  const token = host.token('admin')
  const asked = fetch(`${host.url}/views/rebuild`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  await sleep(1000)
  await host.kill()
  expect(await asked).toBeNull()
  const again = await serve(host.folder)
  const numbers = async () =>
    numbersIn((await touchmove(['rebuild', '--json', '--data', host.folder])).stdout)
  // Asked at once, it is the one that was taken up; the next one is new.
  expect(await numbers()).toEqual([1, 2])
  expect(await numbers()).toEqual([2, 3])
  await again.stop()
}, 180_000)

test.concurrent('watch tells each move once, also those made while the host was gone, and ends with the game', async () => {
  const host = await serveApart('watched')
  const arbiter = client(host, 'arbiter')
  const report = await begunGame(arbiter, 'live')
  const move = (by: string, from: string, to: string) => report('move-made', by, { from, to })
  await move('white', 'e2', 'e4')
  const watching = watch(host, 'live')
  await until(watching.said, '1. e4')
  await move('black', 'e7', 'e5')
  await until(watching.said, '1... e5')
  const { port } = new URL(host.url)
  await host.kill()
  const again = await serve(host.folder, ['--port', port])
  await move('white', 'g1', 'f3')
  await report('resigned', 'black')
  expect(await watching.ended).toBe(0)
  await again.stop()
  const lines = watching.said().trim().split('\n')
  expect(lines.map((line) => line.replace(/\s{2,}.*/, ''))).toEqual([
    '1. e4',
    '1... e5',
    '2. Nf3',
    'verdict: resignation against black: final',
    'ended',
    'result: 1-0 resignation',
  ])
}, 180_000)

test.concurrent('watch asks for what is new where no stream is served, and tells the same', async () => {
  const host = await serveHere(join(scratch.path, 'polled'))
  const report = await begunGame(client(host, 'arbiter'), 'polled')
  const asked: string[] = []
  // As a cloud deployment, which serves increments alone.
  const cloud = createServer(async (request, response) => {
    const path = request.url!
    asked.push(path)
    if (path.endsWith('/stream')) return void response.writeHead(404).end('{}')
    if (asked.filter((each) => each.includes('/changes')).length === 2) await report('resigned', 'black')
    const answer = await fetch(host.url + path, { headers: { accept: 'application/json' } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  cloud.listen(0, '127.0.0.1')
  await once(cloud, 'listening')
  const url = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`
  const { code, stdout } = await runHere(['watch', 'polled', '--server', url])
  cloud.close()
  await host.stop()
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ended$[\s\S]*^result: 1-0 resignation$/m)])
  expect(asked.slice(0, 2)).toEqual(['/games/polled/stream', '/games/polled/changes?after=0'])
  expect(asked.length).toBeLessThan(6)
}, 180_000)

/** A command that follows a game; its output is read while it runs. */
function watch(host: Serving, game: string) {
  // The file that the host itself was started from.
  const command = host.child.spawnargs[1]!
  const child = spawn(process.execPath, [command, 'watch', game, '--data', host.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said: () => text, ended }
}

test.concurrent('requeue says that nothing is set aside; rebuild makes the next version and reads it', async () => {
  const host = await serveSampleHere(join(scratch.path, 'rebuilt'))
  const data = ['--data', host.folder]
  expect(await runHere(['requeue', '--list', ...data])).toMatchObject({
    code: 0,
    stdout: 'nothing is set aside\n',
  })
  const { code, stdout } = await runHere(['rebuild', '--json', ...data])
  expect(code).toBe(0)
  await host.stop()
  expect(numbersIn(stdout)).toEqual([1, 2])
  const { streams, setAside } = JSON.parse(stdout)
  // The sample's round and its eight boards.
  expect([streams, setAside]).toEqual([9, []])
}, 180_000)

test.concurrent('the archive of a tournament of a running host is a ZIP with its README, games and report', async () => {
  const host = await serveSampleHere(join(scratch.path, 'archived'))
  const data = ['--data', host.folder]
  const file = join(scratch.path, 'archive.zip')
  const args = ['export', '--tournament', 'sample', '--format', 'bundle', ...data]
  expect((await touchmove(args, { toFile: file })).code).toBe(0)
  const names = Object.keys(unzipSync(new Uint8Array(readFileSync(file))))
  expect(names.join('\n')).toMatch(/README/)
  expect(names.join('\n')).toMatch(/\.pgn/)
  expect(names.join('\n')).toMatch(/report-trf16/)
  expect(names.join('\n')).toMatch(/manifest\.json/)
  expect((await runHere(['export', '--tournament', 'nobody', '--format', 'bundle', ...data])).code).not.toBe(
    0,
  )
  await host.stop()
}, 180_000)
