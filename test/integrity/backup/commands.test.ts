import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeBundle, temporaryFolder, touchmove } from '../../kit/command.ts'
import { type HostHere, serveHere, serveSampleHere } from '../../kit/host-here.ts'
import { runHere } from '../../kit/run-here.ts'

const folder = temporaryFolder()
const at = (name: string) => join(folder.path, name)
const DATA = at('data')
let host: HostHere
let key = ''

beforeAll(async () => {
  host = await serveSampleHere(DATA)
  key = (await runHere(['anchors', 'key', '--data', DATA])).stdout.trim()
}, 120_000)

afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

const roots = (text: string): string[] => [...text.matchAll(/root ([0-9a-f]{64})/g)].map(([, root]) => root!)

test('the key that signs anchors is readable by its owner alone; its public half is printed', () => {
  expect(key).toMatch(/^[\w-]{43}$/)
  if (process.platform !== 'win32') expect(statSync(join(DATA, 'anchor-key.pem')).mode & 0o077).toBe(0)
})

test('a bundle is exported from a running host and verified offline by the key alone', async () => {
  const file = at('sample.zip')
  const exported = await touchmove(
    ['export', '--tournament', 'sample', '--format', 'bundle', '--data', DATA],
    {
      toFile: file,
    },
  )
  expect(exported.code, exported.stderr).toBe(0)
  const verified = await runHere(['verify', file, '--key', key])
  expect(verified.stdout.match(/^ok /gm), verified.stdout + verified.stderr).toHaveLength(9)
  expect(verified.code).toBe(0)
  const unsigned = await runHere(['verify', file])
  expect(unsigned).toMatchObject({ code: 1, stderr: expect.stringContaining('SIGNATURES WERE NOT CHECKED') })
  const wrong = await runHere(['verify', file, '--key', 'A'.repeat(43)])
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('signed by key') })
  expect(await runHere(['verify', file, '--key', 'nonsense'])).toMatchObject({ code: 2 })
  expect(await runHere(['verify', at('none.zip')])).toMatchObject({ code: 2 })
}, 120_000)

test('a running host is backed up and restored elsewhere with every head and anchor; what is there already is never overwritten', async () => {
  const file = at('day.backup')
  const backed = await runHere(['backup', file, '--data', DATA])
  expect(backed.code, backed.stderr).toBe(0)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
  expect(await runHere(['backup', file, '--data', DATA])).toMatchObject({ code: 2 })
  const restored = await runHere(['restore', file, '--data', at('restored')])
  expect(restored.code, restored.stderr).toBe(0)
  expect(roots(restored.stderr)).toEqual(roots(backed.stderr))
  expect(existsSync(at('restored/restore-unfinished'))).toBe(false)
  expect(await runHere(['restore', file, '--data', at('restored')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not empty'),
  })
  const verified = await runHere(['verify', '--all', '--key', key, '--data', at('restored')])
  expect(verified.code, verified.stdout).toBe(0)
  expect(verified.stdout.match(/^ok /gm)).toHaveLength(9)
  const [here, there] = await Promise.all(
    [DATA, at('restored')].map((data) =>
      runHere(['export', '--game', 'sample-4', '--format', 'ndjson', '--data', data]),
    ),
  )
  expect(there?.stdout).toBe(here?.stdout)
  expect(there?.stdout.length).toBeGreaterThan(1000)
}, 120_000)

test('with its keys a restored host is the same host: its tokens hold, its anchors go on', async () => {
  const file = at('keys.backup')
  expect((await runHere(['backup', file, '--with-keys', '--data', DATA])).code).toBe(0)
  expect((await runHere(['restore', file, '--data', at('same')])).code).toBe(0)
  for (const name of ['keys.json', 'tokens.json', 'anchor-key.pem'])
    expect(readFileSync(at(`same/${name}`), 'utf8')).toBe(readFileSync(join(DATA, name), 'utf8'))
  expect((await runHere(['anchors', 'key', '--data', at('same')])).stdout.trim()).toBe(key)
}, 120_000)

test('a backup that is cut off, altered or none is refused, and the folder says that it is not whole', async () => {
  const whole = gunzipSync(readFileSync(at('day.backup'))).toString('utf8')
  const lines = whole.trim().split('\n')
  const cases: [name: string, bytes: Buffer, message: RegExp][] = [
    ['cut', readFileSync(at('day.backup')).subarray(0, 5000), /damaged|cut off/],
    ['ended', gzipSync(lines.slice(0, -1).join('\n')), /no end/],
    ['short', gzipSync(lines.filter((line) => !/"kind":"commit".*sample-8/.test(line)).join('\n')), /heads/],
    [
      'torn',
      gzipSync(whole.replace(/("kind":"commit".*?"body":")/, '$1-')),
      /commit \d+ of \S+ cannot be read/,
    ],
    ['text', Buffer.from('1. e4 e5'), /no backup/],
  ]
  for (const [name, bytes, message] of cases) {
    writeFileSync(at(`${name}.backup`), bytes)
    const refused = await runHere(['restore', at(`${name}.backup`), '--data', at(name)])
    expect(refused, name).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
    expect(existsSync(at(`${name}/restore-unfinished`)), name).toBe(true)
  }
  const altered = whole.replace('\\"to\\":\\"e4\\"', '\\"to\\":\\"e3\\"')
  expect(altered).not.toBe(whole)
  writeFileSync(at('altered.backup'), gzipSync(altered))
  const reported = await runHere(['restore', at('altered.backup'), '--data', at('altered')])
  expect(reported).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^BROKEN game#sample-\d: altered: /m),
  })
  expect(existsSync(at('altered/restore-unfinished'))).toBe(true)
}, 120_000)

test('a venue’s day is brought to another host, twice, and both print one root', async () => {
  mkdirSync(at('cloud'))
  const cloud = await serveHere(at('cloud'))
  const env = { TOUCHMOVE_SYNC_TOKEN: cloud.token('admin') }
  const args = ['sync', '--to', cloud.url, '--data', DATA]
  expect(await runHere(args, { env: { TOUCHMOVE_SYNC_TOKEN: cloud.token('reader') } })).toMatchObject({
    code: 2,
  })
  const first = await runHere(args, { env })
  expect(first.code, first.stderr).toBe(0)
  const again = await runHere(args, { env })
  expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/^0 commits were brought/m) })
  expect(roots(again.stdout)).toEqual(roots(first.stdout))
  expect(await runHere(['sync', '--to', 'http://127.0.0.1:9', '--data', DATA], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('run the same again'),
  })
  await cloud.stop()
}, 120_000)

test('a person is exported and erased by command; the record verifies as before', async () => {
  const token = host.token('admin')
  const audit = await fetch(`${host.url}/games/sample-1/audit`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { commits, anchors } = (await audit.json()) as {
    commits: { events: { data: { white: { person: string } } }[] }[]
    anchors: unknown[]
  }
  expect(anchors.length).toBeGreaterThan(0)
  const { person } = commits[0]!.events[0]!.data.white
  const shown = await runHere(['export-person', person, '--data', DATA])
  const { name } = (JSON.parse(shown.stdout) as { entries: { fields: { name: string } }[] }).entries[0]!
    .fields
  expect(await runHere(['erase', person, '--data', DATA])).toMatchObject({ code: 0 })
  expect(await runHere(['export-person', person, '--data', DATA])).toMatchObject({ code: 2 })
  const pgn = await runHere(['export', '--game', 'sample-1', '--format', 'pgn', '--data', DATA])
  expect(pgn.stdout).toContain('[White "erased"]')
  expect(pgn.stdout).not.toContain(name)
  const verified = await runHere(['verify', '--game', 'sample-1', '--key', key, '--data', DATA])
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 events without their persons'),
  })
  expect(await runHere(['erase', '--data', DATA])).toMatchObject({ code: 2 })
  expect(await runHere(['erase', '--retention', '--dry', '--data', DATA])).toMatchObject({ code: 0 })
}, 120_000)
