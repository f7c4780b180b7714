import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { removeBundle, type Serving, serve, temporaryFolder, touchmove } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'

const folder = temporaryFolder()
let host: Serving

beforeAll(async () => {
  host = await serve(folder.path, ['--sample'])
})
afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

const get = (path: string, token?: string) =>
  fetch(`${host.url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

test('a first start leaves one token for each role, for its owner only', async () => {
  const file = join(folder.path, 'tokens.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder.path, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual([
    'admin',
    'arbiter',
    'operator',
    'reader',
  ])
  expect((await get('/games/sample-1/events')).status).toBe(401)
  expect((await get('/games/sample-1/events', host.token('reader'))).status).toBe(200)
})

test('the sample round shows eight boards', async () => {
  const games = readPgn(await (await get('/tournaments/sample/rounds/1.pgn')).text())
  expect(games.map(({ result }) => result)).toEqual([
    '0-1',
    '1/2-1/2',
    '*',
    '1/2-1/2',
    '0-1',
    '1-0',
    '1-0',
    '*',
  ])
})

test('no link that signs in is printed where a journal may take it', () => {
  expect(host.greeting).not.toContain('#/sign-in/')
  expect(host.greeting).toContain('--sign-in-link prints a link')
})

test('what the greeting says can be pasted', async () => {
  expect(host.greeting).toContain(`curl -s ${host.url}/tournaments/sample/rounds/1.pgn`)
  const [, command = ''] = /npx touchmove (replay .*)/.exec(host.greeting) ?? []
  const { code, stdout } = await runHere(command.split(' '))
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /illegal-move-completed .*against White: awaits-arbiter; due: restore event 56, 120 s more for Black/,
  )
})

test('a replay explains each verdict in the language asked for', async () => {
  const [, command = ''] = /npx touchmove (replay .*)/.exec(host.greeting) ?? []
  const slovene = await runHere([...command.split(' '), '--language', 'sl'])
  expect(slovene.stdout).toMatch(
    /against White: awaits-arbiter.*\n {4}Nepravilna poteza belega je zaključena .* 2 minuti za črnega; odloči sodnik\.\n/,
  )
  expect(await runHere([...command.split(' '), '--language', 'tlh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('en, sl, sk, sr, pl'),
  })
})

test('a second host is told who has the folder', async () => {
  const { code, stderr } = await runHere(['serve', '--port', '0', '--data', folder.path])
  expect(code).toBe(2)
  expect(stderr).toMatch(
    new RegExp(`^touchmove: ${folder.path} is in use by process ${host.child.pid} on host .*\n$`),
  )
})

test('a port that is taken is reported in one line, and the folder is free again', async () => {
  const other = temporaryFolder()
  const { port } = new URL(host.url)
  const { code, stderr } = await runHere(['serve', '--port', port, '--data', other.path])
  expect([code, stderr]).toEqual([
    2,
    `touchmove: port ${port} of 127.0.0.1 is taken by another process; choose another with --port\n`,
  ])
  const next = await serve(other.path)
  expect(await next.stop()).toBe(0)
  other.remove()
})

test('a body that is too large is refused before it is read', async () => {
  const { hostname, port } = new URL(host.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

test('clients that go away in the middle harm nobody', async () => {
  const { hostname, port } = new URL(host.url)
  for (let n = 0; n < 20; n++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      `POST /games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"white":`,
    )
    socket.destroy()
  }
  expect((await get('/healthz')).status).toBe(200)
})

test('tokens are minted, listed and revoked beside the running host', async () => {
  const run = (...args: string[]) => runHere(['token', ...args, '--data', folder.path])
  const minted = await run(
    'mint',
    '--role',
    'reader',
    '--scope',
    'tournament:sample',
    '--days',
    '1',
    '--json',
  )
  const { token, entry } = JSON.parse(minted.stdout) as { token: string; entry: { id: string } }
  expect((await get('/games/sample-1/events', token)).status).toBe(200)
  expect((await run('list')).stdout).toContain(`${entry.id}  reader  tournament:sample`)
  expect((await run('revoke', entry.id)).stdout).toBe(`revoked ${entry.id} (reader for tournament:sample)\n`)
  await expect
    .poll(async () => (await get('/games/sample-1/events', token)).status, { timeout: 5000 })
    .toBe(401)
  expect(await run('mint', '--role', 'reader', '--scope', 'everything')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('tournament:T'),
  })
})

test('only an admin hands out tokens', async () => {
  const body = JSON.stringify({ role: 'admin', scope: '*' })
  const headers = { authorization: `Bearer ${host.token('arbiter')}`, 'content-type': 'application/json' }
  expect((await fetch(`${host.url}/tokens`, { method: 'POST', headers, body })).status).toBe(403)
})

test('a host elsewhere is named with --server, its token with TOUCHMOVE_TOKEN', async () => {
  const cwd = temporaryFolder()
  const elsewhere = { cwd: cwd.path, env: { TOUCHMOVE_TOKEN: host.token('reader') } }
  const exported = await touchmove(
    ['export', '--game', 'sample-7', '--format', 'ndjson', '--server', host.url],
    elsewhere,
  )
  expect(
    exported.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { seq: number }).seq),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const folded = await runHere(['fold', '-'], { input: exported.stdout })
  expect(JSON.parse(folded.stdout)).toMatchObject({ result: { white: '+', black: '-' } })
  const refused = await runHere(['replay', 'sample-7', '--server', host.url])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^touchmove: .*token.*\n$/) })
  const nobody = await runHere(['replay', 'sample-7', '--server', 'http://127.0.0.1:1'])
  expect(nobody).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^touchmove: http:\/\/127\.0\.0\.1:1 does not answer: .*\n$/),
  })
  cwd.remove()
})

test('what is not there, or cannot be had so, is reported in one line', async () => {
  const run = async (...args: string[]) => (await runHere([...args, '--data', folder.path])).stderr
  expect(await run('replay', 'sample-9')).toBe('touchmove: there is no game sample-9\n')
  expect(await run('replay', 'sample-7', '--seq', '99')).toBe(
    'touchmove: --seq is 99; the record of sample-7 ends at 8\n',
  )
  expect(await run('export', '--tournament', 'none', '--format', 'pgn')).toBe(
    'touchmove: there is no tournament none\n',
  )
  expect(await run('export', '--game', 'sample-1', '--format', 'trf16')).toBe(
    'touchmove: the format trf16 is one of a tournament: name it with --tournament\n',
  )
})

test('watch follows a game to its end', async () => {
  const { code, stdout } = await runHere(['watch', 'sample-6', '--data', folder.path])
  expect(code).toBe(0)
  expect(stdout).toContain('1. c4')
  expect(stdout).toMatch(/result: 1-0 flag-fall-result\n$/)
})

test('a record that holds is verified, game by game and from a saved audit', async () => {
  const { code, stdout } = await runHere(['verify', '--all', '--data', folder.path])
  expect(code).toBe(0)
  expect(stdout.match(/^ok game#sample-/gm)).toHaveLength(8)
  const audit = await (await get('/games/sample-4/audit', host.token('reader'))).text()
  expect(await runHere(['verify', '-'], { input: audit })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ok game#sample-4: /),
  })
  const altered = audit.replace('"f5"', '"f6"')
  expect(await runHere(['verify', '-'], { input: altered })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^BROKEN game#sample-4: altered: commit \d+: /),
  })
  const page = await (await get('/games/sample-4/audit?limit=2', host.token('reader'))).text()
  const { code: status, stdout: said, stderr } = await runHere(['verify', '-'], { input: page })
  expect([status, said + stderr]).toEqual([
    1,
    expect.stringContaining(
      'game#sample-4: it is a page of the audit: the commits after 2 are on the next one',
    ),
  ])
})

test('stopped and started again, the host has the same sample round', async () => {
  const before = await (await get('/games/sample-8/events', host.token('reader'))).text()
  expect(await host.stop()).toBe(0)
  host = await serve(folder.path, ['--sample'])
  expect(await (await get('/games/sample-8/events', host.token('reader'))).text()).toBe(before)
})
