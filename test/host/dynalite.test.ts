import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { inProcessHttpHandler } from '../../functions/host/database/in-process-http-handler.ts'
import { verifyChain } from '../../functions/store/chain.ts'
import { UnknownOutcome } from '../../functions/store/commit-log.ts'
import { embeddedClient } from '../../functions/store/dynamodb-client.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { createTables, tableNames } from '../../functions/store/tables.ts'
import { temporaryFolder } from '../kit/command.ts'
import { quickClient } from '../kit/faulty-client.ts'
import { commitsOf, nextCommit, pause, sleep, startStore, type TestStore } from '../kit/store.ts'
import { trials } from '../kit/trials.ts'

const scratch = temporaryFolder()
afterAll(() => scratch.remove())
const newFolder = () => mkdtempSync(join(scratch.path, 'database-'))
const logOn = (store: TestStore) => dynamoCommitLog(store.client, store.names.commits, pause)

const require = createRequire(import.meta.url)
const fromDynalite = createRequire(require.resolve('dynalite'))

/** Runs `work` and returns how many resources (iterators and the like) it left open in all LevelDBs. */
async function leftOpen(work: () => Promise<void>): Promise<{ opened: number; left: number }> {
  const { prototype } = fromDynalite('abstract-level').AbstractLevel
  const { attachResource, detachResource } = prototype
  const live = new Set()
  let opened = 0
  Object.assign(prototype, {
    attachResource(resource: unknown) {
      opened++
      live.add(resource)
      return attachResource.call(this, resource)
    },
    detachResource(resource: unknown) {
      live.delete(resource)
      return detachResource.call(this, resource)
    },
  })
  try {
    await work()
    await expect.poll(() => live.size, { timeout: 2_000 }).toBe(0)
    return { opened, left: live.size }
  } finally {
    Object.assign(prototype, { attachResource, detachResource })
  }
}

test.each([
  ['in memory', () => undefined],
  ['on disk', newFolder],
])('queries leave no iterator open, not even those that stop early (%s)', async (_where, folder) => {
  const store = await startStore({ folder: folder() })
  const log = logOn(store)
  for (const commit of commitsOf('game#leak', 20)) await log.append(commit)
  const { opened, left } = await leftOpen(async () => {
    for (let i = 0; i < trials(100); i++) {
      await log.head('game#leak')
      await log.load('game#leak', 10)
    }
    for await (const entry of log.streams('game')) expect(entry.stream).toBe('game#leak')
  })
  expect(opened).toBeGreaterThanOrEqual(trials(100) * 2)
  expect(left).toBe(0)
  await store.stop()
})

test('a commit and its entry in the catalogue are one write: neither is there without the other', async () => {
  const { prototype } = fromDynalite('abstract-level').AbstractLevel
  const { batch } = prototype
  const written: string[][] = []
  Object.assign(prototype, {
    batch(operations: { key: string }[], ...more: unknown[]) {
      written.push(operations.map(({ key }) => key))
      return batch.call(this, operations, ...more)
    },
  })
  try {
    const store = await startStore({ folder: newFolder() })
    written.length = 0
    for (const commit of commitsOf('game#whole', 2)) await logOn(store).append(commit)
    expect(written.map((keys) => keys.length)).toEqual([2, 1])
    await store.stop()
  } finally {
    Object.assign(prototype, { batch })
  }
})

/** Sends the beginning of a put and goes away. */
function abortedRequest(endpoint: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(endpoint).port), '127.0.0.1', () => {
      socket.write(
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-amz-json-1.0\r\n' +
          'X-Amz-Target: DynamoDB_20120810.PutItem\r\nContent-Length: 1000\r\n\r\n{"Table',
      )
      setTimeout(() => socket.destroy(), 5)
    })
    socket.on('close', () => resolve())
  })
}

test('twenty clients who go away in the middle of a request do no harm', async () => {
  const store = await startStore()
  for (let i = 0; i < 20; i++) await abortedRequest(store.endpoint)
  expect(await logOn(store).append(nextCommit('game#after'))).toBe('stored')
  await store.stop()
})

test('clients who go away while their request is worked on do no harm, and what was put is whole', async () => {
  const store = await startStore()
  const commits = commitsOf('game#hasty', 30)
  for (const commit of commits) {
    const client = quickClient(store.endpoint)
    const put = dynamoCommitLog(client, store.names.commits, pause).append(commit)
    await sleep(1)
    client.destroy()
    await put.catch((error) => expect(error).toBeInstanceOf(UnknownOutcome))
    await logOn(store).append(commit)
  }
  expect(verifyChain('game#hasty', await logOn(store).load('game#hasty', 0))).toMatchObject({ ok: true })
  await store.stop()
})

test('a folder that this process has open is refused in one line', async () => {
  const folder = newFolder()
  const store = await startStore({ folder })
  expect(await openDatabase({ folder })).toEqual({
    ok: false,
    error: {
      code: 'folder-in-use',
      message: `${folder} is in use by this process (${process.pid}); stop it, or name another folder`,
    },
  })
  expect(await logOn(store).append(nextCommit('game#still'))).toBe('stored')
  await store.stop()
})

test('data survives closing and opening, with and without fsync', async () => {
  const folder = newFolder()
  const commits = commitsOf('game#kept', 6)
  for (const fsync of [true, false, true]) {
    const store = await startStore({ folder, fsync })
    const log = logOn(store)
    const { n } = (await log.head('game#kept')) ?? { n: 0 }
    for (const commit of commits.slice(n, n + 2)) expect(await log.append(commit)).toBe('stored')
    expect(await log.load('game#kept', 0)).toHaveLength(n + 2)
    await store.stop()
  }
})

test('the note of ownership is there while the folder is open and gone afterwards', async () => {
  const folder = newFolder()
  const note = join(folder, 'owner.json')
  const store = await startStore({ folder })
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ pid: process.pid })
  await store.stop()
  expect(existsSync(note)).toBe(false)
})

/** Another process that opens the folder and appends to `game#other` until it is killed, saying each stored number. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; stored: () => number }> {
  const code = `
    import { startStore, nextCommit, pause } from './test/kit/store.ts'
    import { dynamoCommitLog } from './functions/store/dynamodb-commit-log.ts'
    const store = await startStore({ folder: ${JSON.stringify(folder)}, fsync: true })
    const log = dynamoCommitLog(store.client, store.names.commits, pause)
    for (let head = (await log.head('game#other')) ?? undefined; ; ) {
      const commit = nextCommit('game#other', head)
      if ((await log.append(commit)) !== 'stored') throw new Error('conflict')
      head = commit
      console.log(commit.n)
    }`
  const options = ['--no-warnings', '--import', 'tsx', '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let last = 0
  child.stdout!.on('data', (chunk) => {
    last = Number(String(chunk).trim().split('\n').at(-1))
  })
  await expect.poll(() => last, { timeout: 20_000 }).toBeGreaterThan(5)
  return { child, stored: () => last }
}

test('a folder of another process is refused with its number; when that is killed, all it stored is there', async () => {
  const folder = newFolder()
  for (let kill = 0; kill < trials(1, 12); kill++) {
    const { child, stored } = await otherProcess(folder)
    const refused = await openDatabase({ folder })
    expect(refused.ok ? '' : refused.error.message).toMatch(
      new RegExp(`^${folder} is in use by process ${child.pid} on host .*; stop it, or name another folder$`),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = await startStore({ folder })
    const chain = verifyChain('game#other', await logOn(store).load('game#other', 0))
    expect(chain.ok && chain.value.length).toBeGreaterThanOrEqual(stored())
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    await store.stop()
  }
})

test('a locked folder whose note is lost is refused all the same', async () => {
  const folder = newFolder()
  const store = await startStore({ folder })
  rmSync(join(folder, 'owner.json'))
  const refused = await openDatabase({ folder })
  expect(refused.ok ? '' : refused.error.message).toContain('another process, which has left no owner.json')
  await store.stop()
})

test('a folder that cannot be one is refused', async () => {
  const folder = newFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await openDatabase({ folder: join(file, 'data') })).toMatchObject({
    error: { code: 'folder-unusable' },
  })
  writeFileSync(join(folder, 'database'), '')
  expect(await openDatabase({ folder })).toMatchObject({ error: { code: 'folder-unusable' } })
})

test('a full disk is an unknown outcome to the client, and after it nothing is taken until a new start', async () => {
  const folder = newFolder()
  const store = await startStore({ folder })
  const { prototype } = fromDynalite('level').Level
  const batch = prototype._batch
  prototype._batch = () => Promise.reject(new Error('No space left on device'))
  try {
    await expect(logOn(store).append(nextCommit('game#full'))).rejects.toThrow(UnknownOutcome)
  } finally {
    prototype._batch = batch
  }
  // LevelDB's log may end in half a record: what came behind it would be acknowledged and not found again.
  await expect(logOn(store).append(nextCommit('game#full'))).rejects.toThrow(UnknownOutcome)
  expect(await logOn(store).load('game#full', 0)).toEqual([])
  await store.stop()
  const again = await startStore({ folder })
  expect(await logOn(again).append(nextCommit('game#full'))).toBe('stored')
  await again.stop()
})

test('closing under load answers what it stores and stores what it answers', async () => {
  const folder = newFolder()
  for (let round = 0; round < trials(3); round++) {
    const store = await startStore({ folder })
    const log = logOn(store)
    const answered: string[] = []
    const refused: string[] = []
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const commit = nextCommit(`game#${round}-${writer}-${i}`)
        const answer = await log.append(commit).catch((error) => error)
        if (answer === 'stored') answered.push(commit.stream)
        else {
          expect(answer).toBeInstanceOf(UnknownOutcome)
          return refused.push(commit.stream)
        }
      }
    })
    const halfSent = abortedRequest(store.endpoint)
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(20)
    await store.stop()
    await Promise.all([...writers, halfSent])

    const again = await startStore({ folder })
    for (const stream of answered) expect(await logOn(again).head(stream)).toMatchObject({ n: 1 })
    for (const stream of refused) expect(await logOn(again).head(stream)).toBeNull()
    await again.stop()
  }
})

test('a request that begins as the database closes is answered, and what was answered is there', async () => {
  const folder = newFolder()
  const names = tableNames()
  const opened = await openDatabase({ folder })
  if (!opened.ok) throw new Error(opened.error.message)
  const { client, close, requestListener } = opened.value
  await createTables(client, names, (ms) => sleep(ms))
  let closed: Promise<void> | undefined
  const closing = embeddedClient(
    inProcessHttpHandler((request, response) => {
      requestListener(request, response)
      closed ??= close()
    }),
  )
  const commit = nextCommit('game#last')
  expect(await dynamoCommitLog(closing, names.commits, pause).append(commit)).toBe('stored')
  await closed
  const again = await openDatabase({ folder })
  if (!again.ok) throw new Error(again.error.message)
  expect(await dynamoCommitLog(again.value.client, names.commits, pause).head('game#last')).toMatchObject({
    n: 1,
  })
  await again.value.close()
})

test('a client that never sends the end of a request is not waited for when the database closes', async () => {
  const store = await startStore()
  const { hostname, port } = new URL(store.endpoint)
  const socket = connect(Number(port), hostname)
  const gone = once(socket, 'close')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
  await sleep(50)
  const began = performance.now()
  await store.stop()
  expect(performance.now() - began).toBeLessThan(10_000)
  await gone
})
