/** Looking at a data folder leaves it as it is; one that lacks something is refused, by commands that read and by `serve` alike. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readRecord } from '../../functions/host/cli/record-client.ts'
import { createHost } from '../../functions/host/create-host.ts'
import { copyFolder } from '../../functions/host/database/folder-copy.ts'
import { startHost } from '../../functions/host/serve.ts'
import { hostLog } from '../../functions/observability/host-log.ts'
import { removeBundle, temporaryFolder, touchmove } from '../kit/command.ts'
import { serveHere, serveSampleHere } from '../kit/host-here.ts'
import { runHere } from '../kit/run-here.ts'

const scratch = temporaryFolder()
afterAll(() => {
  vi.unstubAllEnvs()
  scratch.remove()
  removeBundle()
})

/** As hosts left it: tables, a log, keys, tokens. */
const FOLDER = join(scratch.path, 'record')
/** Where commands put their copies. */
const TMPDIR = join(scratch.path, 'tmp')
let count = 0

const copies = (): string[] => readdirSync(TMPDIR).filter((name) => name.startsWith('touchmove-read-'))

beforeAll(async () => {
  mkdirSync(TMPDIR)
  vi.stubEnv('TMPDIR', TMPDIR)
  await (await serveSampleHere(FOLDER)).stop()
}, 180_000)

/** Every file with its bytes and the time of its last change. */
function listing(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return ['.', ...names].map((name) => {
    const { mtimeMs, mode, size } = statSync(join(folder, name))
    const file = join(folder, name)
    const bytes = statSync(file).isFile() ? readFileSync(file, 'base64') : ''
    return `${name} ${mode} ${mtimeMs} ${size} ${bytes}`
  })
}

test('the listing in the README is what replay prints, but for its instant', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, text = ''] =
    /npx touchmove replay sample-4 --seq 58\n```\n\n```text\n([\s\S]*?)\n```/.exec(readme) ?? []
  const shown = text.split('\n').filter((line) => !line.startsWith('after event'))
  expect(shown.length).toBeGreaterThan(15)
  const { stdout } = await runHere(['replay', 'sample-4', '--seq', '58', '--data', FOLDER])
  const printed = new Set(stdout.split('\n'))
  expect(shown.filter((line) => !printed.has(line))).toEqual([])
})

const READING: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['verify', ['verify', '--all']],
  ['export', ['export', '--tournament', 'sample', '--format', 'pgn']],
  ['export a bundle', ['export', '--tournament', 'sample', '--format', 'bundle']],
  ['export a game', ['export', '--game', 'sample-1', '--format', 'ndjson']],
  ['replay', ['replay', 'sample-4']],
  ['reconcile', ['reconcile', 'sample-1']],
  ['watch', ['watch', 'sample-6']],
  ['anchors key', ['anchors', 'key']],
  ['anchors list', ['anchors', 'list']],
  ['token list', ['token', 'list']],
  ['token keys', ['token', 'keys']],
  ['requeue --list', ['requeue', '--list']],
  ['erase --retention --dry', ['erase', '--retention', '--dry']],
  ['backup', ['backup', join(scratch.path, 'backup.gz')]],
]

/** Read-only as media are where this user may mount them; else as far as modes reach. */
function readOnlyMedium(): { path: string; release(): void } {
  const path = join(scratch.path, 'medium')
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path], { stdio: 'ignore' })
    cpSync(FOLDER, path, { recursive: true })
    execFileSync('mount', ['-o', 'remount,ro', path], { stdio: 'ignore' })
    return { path, release: () => execFileSync('umount', [path]) }
  } catch {
    cpSync(FOLDER, path, { recursive: true })
    execFileSync('chmod', ['-R', 'a-w', path])
    return { path, release: () => execFileSync('chmod', ['-R', 'u+w', path]) }
  }
}

test('each command that only reads does so on a medium that takes no writes, and leaves no copy behind', async () => {
  const medium = readOnlyMedium()
  const before = listing(medium.path)
  try {
    for (const [name, args] of READING) {
      const { code } = await runHere([...args, '--data', medium.path])
      // Its scoresheets differ, which is what reconcile is asked.
      expect([name, code]).toEqual([name, name === 'reconcile' ? 1 : 0])
      expect(copies(), name).toEqual([])
    }
    const own = await touchmove(['verify', '--all', '--data', medium.path], { env: { TMPDIR } })
    expect([own.code, copies()]).toEqual([0, []])
    expect(listing(medium.path)).toEqual(before)
  } finally {
    medium.release()
  }
}, 120_000)

test('a folder that could be written to stays byte for byte as it is, and verify says of what size its copy is', async () => {
  const before = listing(FOLDER)
  const { code, stdout, stderr } = await runHere(['verify', '--all', '--data', FOLDER])
  expect([code, stdout.match(/^ok /gm)?.length]).toEqual([0, 9])
  expect(stderr).toMatch(/is read from a copy \(\d+\.\d MB\), which is removed afterwards/)
  expect(listing(FOLDER)).toEqual(before)
}, 60_000)

test('what would write is refused where the folder is only read', async () => {
  await readRecord({ data: FOLDER }, async (client) => {
    expect((await client.request('POST', '/retention', { body: { dry: true } })).status).toBe(200)
    expect((await client.request('POST', '/retention', { body: {} })).status).toBe(405)
    expect((await client.request('POST', '/games', { body: {} })).status).toBe(405)
  })
})

test('interrupted, a command that reads removes its copy and ends by the signal', async () => {
  const code = `
    import { copyFolder } from './functions/host/database/folder-copy.ts'
    const copy = await copyFolder(${JSON.stringify(FOLDER)})
    if (!copy.ok) throw new Error(copy.error.message)
    setInterval(() => {}, 1000)
    console.log('copied')`
  const options = ['--no-warnings', '--import', 'tsx', '--input-type=module', '--eval', code]
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = spawn(process.execPath, options, {
      env: { ...process.env, TMPDIR },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(copies()).toHaveLength(1)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expect(copies()).toEqual([])
  }
}, 60_000)

test('a folder that is written to all the time is refused, and no half copy remains', async () => {
  const folder = another()
  const log = readdirSync(join(folder, 'database')).find((name) => name.endsWith('.log'))!
  const writing = setInterval(() => writeFileSync(join(folder, 'database', log), `${++count}`), 1)
  const copied = await copyFolder(folder)
  clearInterval(writing)
  expect(copied).toMatchObject({ ok: false, error: { code: 'folder-in-use' } })
}, 30_000)

function another(): string {
  const folder = join(scratch.path, `copy-${++count}`)
  cpSync(FOLDER, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

const remove = (names: RegExp) => (folder: string) => {
  const database = join(folder, 'database')
  const found = readdirSync(database).filter((name) => names.test(name))
  expect(found, String(names)).not.toEqual([])
  for (const name of found) rmSync(join(database, name))
}

const DAMAGED: readonly (readonly [name: string, harm: (folder: string) => void, says: RegExp])[] = [
  ['without CURRENT', remove(/^CURRENT$/), /CURRENT is missing/],
  ['without a manifest', remove(/^MANIFEST/), /MANIFEST-\d+ is missing/],
  ['without tables', remove(/\.ldb$/), /missing files/],
  ['without a log', remove(/\.log$/), /has no log/],
  ['with CURRENT alone', remove(/^(?!CURRENT)/), /MANIFEST-\d+ is missing/],
  ['without CURRENT, manifest and tables', remove(/^(?:CURRENT|MANIFEST.*|.*ldb)$/), /CURRENT is missing/],
  [
    'without its database',
    (folder) => rmSync(join(folder, 'database'), { recursive: true }),
    /it holds tokens\.json and anchor-key\.pem, but .* holds no database/,
  ],
  [
    'with an empty database folder',
    remove(/./),
    /it holds tokens\.json and anchor-key\.pem, but .* holds no database/,
  ],
  [
    'with an empty manifest',
    (folder) => {
      const database = join(folder, 'database')
      truncateSync(join(database, readdirSync(database).find((name) => name.startsWith('MANIFEST'))!))
    },
    /MANIFEST-\d+ is empty/,
  ],
  [
    'whose CURRENT is garbage',
    (folder) => writeFileSync(join(folder, 'database', 'CURRENT'), 'garbage'),
    /CURRENT names no manifest/,
  ],
  [
    'without its token key',
    (folder) => rmSync(join(folder, 'keys.json')),
    /keys\.json is missing; put it back, or `touchmove token keys --make`/,
  ],
  [
    'without its anchor key',
    (folder) => rmSync(join(folder, 'anchor-key.pem')),
    /anchor-key\.pem is missing; put it back, or `touchmove anchors key --make`/,
  ],
  [
    'with a damaged anchor key',
    (folder) => writeFileSync(join(folder, 'anchor-key.pem'), 'x'),
    /is no private key/,
  ],
  ['with damaged token keys', (folder) => writeFileSync(join(folder, 'keys.json'), '{'), /must be a list/],
]

test.each(DAMAGED)(
  'a folder %s is refused by serve, verify and export alike, and left as it is',
  async (_, harm, says) => {
    const folder = another()
    harm(folder)
    const before = listing(folder).map((line) => line.replace(/^(\S+ \d+) [\d.]+/, '$1'))
    const host = await startHost({ folder, host: '127.0.0.1', port: 0, log: hostLog('error') })
    if (host.ok) await host.value.close()
    expect(host.ok ? 'served' : host.error.message).toMatch(says)
    for (const args of [
      ['verify', '--all'],
      ['export', '--game', 'sample-1', '--format', 'pgn'],
    ]) {
      const { code, stdout, stderr } = await runHere([...args, '--data', folder])
      // Files that are gone are named before anything is opened.
      expect([code, stdout.replace(/^BROKEN files: .* it is gone\n/gm, '')]).toEqual([2, ''])
      expect(stderr).toMatch(says)
      expect(stderr).toContain(folder)
      expect(stderr).not.toContain(TMPDIR)
    }
    expect(copies()).toEqual([])
    expect(listing(folder).map((line) => line.replace(/^(\S+ \d+) [\d.]+/, '$1'))).toEqual(before)
  },
)

test.each(READING)(
  '%s tells that a folder is not there or holds no record, and makes nothing',
  async (_, args) => {
    const there = [...args, '--data']
    const absent = join(scratch.path, 'mistyped')
    const missing = await runHere([...there, absent])
    expect([missing.code, existsSync(absent)]).toEqual([2, false])
    expect(missing.stderr).toMatch(/^touchmove: .*mistyped.*\n$/)
    const empty = join(scratch.path, 'empty')
    mkdirSync(empty, { recursive: true })
    const nothing = await runHere([...there, empty])
    expect([nothing.code, readdirSync(empty)]).toEqual([2, []])
  },
)

test('a record without a round or a game is nothing that was verified', async () => {
  const folder = join(scratch.path, 'unused')
  await (await serveHere(folder)).stop()
  const { code, stderr } = await runHere(['verify', '--all', '--data', folder])
  expect([code, stderr]).toEqual([2, expect.stringContaining('holds no round and no game')])
}, 30_000)

test('a first start that was killed at any point goes on; one that was not lost its keys', async () => {
  const folder = join(scratch.path, 'first')
  mkdirSync(join(folder, 'database'), { recursive: true })
  writeFileSync(join(folder, 'first-start-unfinished'), '')
  writeFileSync(join(folder, 'database', 'MANIFEST-000001'), '')
  const opened = await createHost({ folder, fsync: false })
  expect(opened).toMatchObject({ ok: true })
  if (opened.ok) await opened.value.close()
  expect(readdirSync(folder).sort()).toEqual([
    'anchor-key.pem',
    'database',
    'database-sums.json',
    'keys.json',
  ])
  rmSync(join(folder, 'anchor-key.pem'))
  expect(await createHost({ folder, fsync: false })).toMatchObject({
    ok: false,
    error: { code: 'key-missing' },
  })
})

test('lost keys are made anew where somebody says so', async () => {
  const folder = another()
  for (const name of ['anchor-key.pem', 'keys.json']) rmSync(join(folder, name))
  expect((await runHere(['token', 'keys', '--make', '--data', folder])).code).toBe(0)
  expect((await runHere(['anchors', 'key', '--make', '--data', folder])).code).toBe(0)
  expect(await runHere(['anchors', 'key', '--make', '--data', folder])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has lost no key'),
  })
  await (await serveHere(folder)).stop()
}, 60_000)

test('a folder that this user may not read is reported in one line', async () => {
  const folder = another()
  chmodSync(join(folder, 'database'), 0)
  const { code, stderr } = await runHere(['verify', '--all', '--data', folder])
  chmodSync(join(folder, 'database'), 0o700)
  // Who is root may read it all the same.
  expect([code === 2 && stderr.includes('cannot be used'), code === 0 && process.getuid?.() === 0]).toContain(
    true,
  )
})
