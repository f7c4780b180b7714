/** The folder of a host whose database others share: what it lacks is named, and what one host drops holds nowhere. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { type RunningHost, startHost } from '../../functions/host/serve.ts'
import { logOver } from '../../functions/observability/log.ts'
import { removeBundle, temporaryFolder } from '../kit/command.ts'
import { type Listening, listenTo } from '../kit/listening.ts'
import { runHere } from '../kit/run-here.ts'

const scratch = temporaryFolder()
const folderOf = (name: string) => join(scratch.path, name)
const KEY_FILES = ['keys.json', 'anchor-key.pem'] as const

let database: { close(): Promise<void> }
let endpoint: Listening

beforeAll(async () => {
  const opened = await openDatabase()
  if (!opened.ok) throw new Error(opened.error.message)
  database = opened.value
  endpoint = await listenTo(opened.value)
})

afterAll(async () => {
  await database.close()
  await endpoint.close()
  scratch.remove()
  removeBundle()
})

const start = (name: string) =>
  startHost({
    ...{ folder: folderOf(name), host: '127.0.0.1', port: 0, dynamodb: endpoint.endpoint },
    log: logOver(() => {}, 'error'),
  })

async function started(name: string): Promise<RunningHost> {
  const host = await start(name)
  if (!host.ok) throw new Error(host.error.message)
  return host.value
}

test('keys are made on the first start alone; a folder that lost them, and a new one beside a database in use, are refused', async () => {
  await (await started('a')).close()
  expect(await start('b')).toMatchObject({
    error: {
      code: 'key-missing',
      message: expect.stringMatching(/is in use: copy keys\.json and anchor-key\.pem/),
    },
  })
  for (const file of KEY_FILES) expect(existsSync(join(folderOf('b'), file)), file).toBe(false)
  for (const file of KEY_FILES) {
    const [own, aside] = [join(folderOf('a'), file), join(scratch.path, file)]
    copyFileSync(own, aside)
    rmSync(own)
    expect(await start('a')).toMatchObject({
      error: { code: 'key-missing', message: expect.stringContaining(`${own} is missing; put it back, or`) },
    })
    expect(existsSync(own)).toBe(false)
    copyFileSync(aside, own)
  }
  rmSync(join(folderOf('a'), 'anchor-key.pem'))
  const made = await runHere(['anchors', 'key', '--make', '--data', folderOf('a')])
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^\S{40,}\n$/)])
  await (await started('a')).close()
})

test('a command that would read the folder says that the record lies in the database', async () => {
  await (await started('a')).close()
  const ran = await runHere(['verify', '--all', '--data', folderOf('a')])
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toContain(
    `${folderOf('a')} holds a host's keys and no record: that lies in the database at ${endpoint.endpoint}`,
  )
  expect(ran.stderr).not.toContain('damaged')
})

test('keys dropped at one host open nothing at another within seconds, which mints nothing with them', async () => {
  const a = await started('a')
  mkdirSync(folderOf('c'), { recursive: true })
  for (const file of KEY_FILES) copyFileSync(join(folderOf('a'), file), join(folderOf('c'), file))
  const c = await started('c')
  try {
    const minted = await a.host.mint('admin', 1)
    const headers = {
      authorization: `Bearer ${minted.ok ? minted.value : ''}`,
      'content-type': 'application/json',
    }
    const atOther = async () => (await fetch(`${c.url}/tokens`, { headers })).status
    expect(await atOther()).toBe(200)
    const body = JSON.stringify({ atOnce: true })
    expect((await fetch(`${a.url}/keys/rotate`, { method: 'POST', headers, body })).status).toBe(200)
    await expect.poll(atOther, { timeout: 5_000, interval: 100 }).toBe(401)
    expect(await c.host.mint('admin', 1)).toMatchObject({
      error: { message: expect.stringMatching(/the key .* was dropped .*: copy keys\.json/) },
    })
  } finally {
    await c.close()
    await a.close()
  }
})
