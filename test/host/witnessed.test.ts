import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { witnessServer } from '../../functions/host/cli/commands/witness.ts'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { startHost } from '../../functions/host/serve.ts'
import { witnessBySync } from '../../functions/integrity/sync/run.ts'
import { parseNoteKey } from '../../functions/integrity/transparency/signed-note.ts'
import { openWitnessFolder } from '../../functions/integrity/transparency/witness-folder.ts'
import { logOver } from '../../functions/observability/log.ts'
import { queueAppends } from '../../functions/store/append-log.ts'
import type { Documents } from '../../functions/store/documents.ts'
import { sendWithRetries } from '../../functions/store/dynamodb-client.ts'
import { tableNames } from '../../functions/store/tables.ts'
import { temporaryFolder } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'

const scratch = temporaryFolder()
afterAll(() => scratch.remove())

async function open(name: string): Promise<Host> {
  const opened = await createHost({ folder: join(scratch.path, name), fsync: false })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

const client = (host: Host) => inProcessClient(host.adminRouter)

async function play(host: Host, game: string): Promise<void> {
  const opening = {
    ...{ id: game, edition: '2023-01-01', play: 'standard', white: { name: 'A' }, black: { name: 'B' } },
    timeControl: { periods: [{ time: 5_400_000 }] },
  }
  expect((await client(host).request('POST', '/games', { body: opening })).status).toBe(201)
  const events = [{ id: 's', type: 'session-started', at: new Date().toISOString(), by: 'arbiter', data: {} }]
  expect((await client(host).request('POST', `/games/${game}/events`, { body: { events } })).status).toBe(200)
  const anchored = await client(host).request('POST', '/anchors', { body: { streams: [`game#${game}`] } })
  expect(anchored.status).toBe(200)
}

const verify = (...args: string[]) =>
  runHere(['verify', '--all', '--data', join(scratch.path, 'venue'), ...args])

test('a record synced to another host is cosigned there, and verified with that host’s key', async () => {
  const [venue, office] = [await open('venue'), await open('office')]
  await play(venue, 'one')
  const seen = await witnessBySync(client(venue), client(office))
  if (typeof seen === 'string') throw new Error(seen)
  const { size, witness } = seen
  expect(size).toBeGreaterThan(2)
  const own = await client(venue).request('POST', '/log/checkpoint')
  const { log } = JSON.parse(own.text)
  await play(venue, 'two')
  await venue.close()

  const whole = await verify('--witness', witness)
  expect(whole.stdout).not.toContain('BROKEN')
  expect(whole.stderr).toContain(`saw the first ${size} of `)
  expect(whole.stderr).toContain('game#two: no witness has seen it')
  expect(whole.code).toBe(0)

  const keyOfLog = await verify('--witness', log)
  expect(keyOfLog.stdout).not.toContain('BROKEN')
  expect(keyOfLog.stderr).toContain('is the key of a log, not of a witness')
  const noted = await runHere(['anchors', 'checkpoint', '--data', join(scratch.path, 'venue')])
  const checked = await verify('--checkpoint', noted.stdout.trim())
  expect(checked.stderr).toContain('are those of the checkpoint noted')
  // As it stands on paper: half of the root, in groups.
  const [, groups] = /to be read out: (\d+:[0-9a-f ]+)/.exec(noted.stderr) ?? []
  expect(groups).toMatch(/^\d+:(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  expect((await verify('--checkpoint', groups ?? '')).stderr).toContain('are those of the checkpoint noted')
  expect((await verify('--checkpoint', (groups ?? '').replace(/.$/, 'g'))).code).toBe(2)
  const other = await verify(
    '--checkpoint',
    noted.stdout.trim().replace(/:./, (sign) => (sign === ':A' ? ':B' : ':A')),
  )
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('0 broken; THE LOG DOES NOT HOLD')])

  // The holder of the folder takes all anchors away, and what points to them.
  const robbed = await open('venue')
  const registry = robbed.service.registry as Documents<unknown>
  for await (const { pk, sk } of registry.query('anchors')) await registry.delete(pk, sk)
  await registry.delete('anchor-last', 'n')
  await robbed.close()
  const reported = await verify('--witness', witness)
  expect(reported.stdout).toContain('BROKEN anchors: a witness saw anchor 1, the last one here is 0')
  expect(reported.code).toBe(1)
  const keyed = await verify('--key', 'A'.repeat(43))
  expect(keyed.stdout).toContain('BROKEN anchors: there is none, though a key is given')
  await office.close()
}, 120_000)

test('a witness that stands alone cosigns over HTTP what continues, and remembers it over a restart', async () => {
  const host = await open('alone')
  await play(host, 'one')
  const { note, log } = JSON.parse((await client(host).request('POST', '/log/checkpoint')).text)
  const key = parseNoteKey(log)
  if (!key.ok) throw new Error(key.error.message)
  const folder = join(scratch.path, 'witness')
  const post = async (body: string) => {
    const opened = openWitnessFolder(folder, 'federation.example/witness', [key.value])
    if (!opened.ok) throw new Error(opened.error.message)
    const twice = openWitnessFolder(folder, 'federation.example/witness', [key.value])
    expect(twice).toMatchObject({ ok: false, error: { code: 'folder-in-use' } })
    const server = witnessServer(opened.value).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const base = `http://127.0.0.1:${port}`
    const answer = await fetch(`${base}/add-checkpoint`, { method: 'POST', body })
    const last = await fetch(`${base}/checkpoint?origin=${encodeURIComponent(key.value.name)}`)
    const hash = createHash('sha256').update(key.value.name).digest('hex')
    const byHash = await (await fetch(`${base}/${hash}/checkpoint`)).text()
    const said = { status: answer.status, text: await answer.text(), last: await last.text(), byHash }
    server.closeAllConnections()
    server.close()
    opened.value.close()
    return said
  }
  const first = await post(`old 0\n\n${note}`)
  expect(first.status).toBe(200)
  expect(first.text).toMatch(/^\u2014 federation\.example\/witness \S+\n$/)
  // As tlog-witness has it: with the signature of the log, and that of the witness.
  expect(first.last).toBe(note + first.text)
  expect(first.byHash).toBe(first.last)
  const again = await post(`old 0\n\n${note}`)
  expect([again.status, again.text]).toEqual([409, `${note.split('\n')[1]}\n`])
  expect((await post('nonsense')).status).toBe(400)
  expect((await post(`old 0\n\n${note.replaceAll(key.value.name, 'another')}`)).status).toBe(404)
  expect((await post('x'.repeat(200_000))).status).toBe(413)

  const refusal = (name = 'federation.example/witness', of = folder) => {
    const opened = openWitnessFolder(of, name, [key.value])
    return opened.ok ? 'opened' : opened.error.code
  }
  expect(refusal('another')).toBe('bad-name')
  expect(refusal(undefined, join(scratch.path, 'alone'))).toBe('folder-in-use')
  const file = join(folder, 'witnessed.json')
  const whole = readFileSync(file, 'utf8')
  for (const spoilt of [
    '[1]',
    '{',
    whole.replace(/\\n\d+\\n/, '\\n1\\n'),
    whole.replace(key.value.name, 'x'),
  ]) {
    expect(spoilt).not.toBe(whole)
    writeFileSync(file, spoilt)
    expect(refusal(), spoilt).toBe('folder-damaged')
  }
  rmSync(file)
  expect(refusal()).toBe('folder-damaged')
  writeFileSync(file, whole)
  expect(refusal()).toBe('opened')
  await host.close()
}, 120_000)

/** What the owner of folder and key takes away to write and sign it anew: all of the log, and all anchors. */
const SIGNED_PARTITIONS = ['anchors', 'anchor-last', 'anchored#game#one', 'anchored#game#two']
const LOG_PARTITIONS = ['#batches', '#heads', '#checkpoints', '#bundles', '#tiles'].map(
  (part) => `log${part}`,
)

/** Takes the last commit of a game out of a folder's database. */
async function cutGame(folder: string, game: string): Promise<void> {
  const database = await openDatabase({ folder, fsync: false })
  if (!database.ok) throw new Error(database.error.message)
  const Key = { pk: { S: `game#${game}` }, sk: { N: '2' } }
  await sendWithRetries(
    database.value.client,
    new DeleteItemCommand({ TableName: tableNames().commits, Key }),
  )
  await database.value.close()
}

/** Signs the folder's record anew with its own key, as if nothing else had ever been there; `before`: with what besides. */
async function signAnew(folder: string, before: (host: Host) => Promise<void>): Promise<void> {
  const host = await open(folder)
  const registry = host.service.registry as Documents<unknown>
  for (const partition of [...SIGNED_PARTITIONS, ...LOG_PARTITIONS])
    for await (const { pk, sk } of registry.query(partition)) await registry.delete(pk, sk)
  await registry.delete('log#checkpoint', 'signed')
  await before(host)
  const streams = ['game#one', 'game#two']
  expect((await client(host).request('POST', '/anchors', { body: { streams } })).status).toBe(200)
  for (const stream of streams) await queueAppends(host.service, stream)
  expect((await client(host).request('POST', '/log/checkpoint')).status).toBe(200)
  await host.close()
}

test('one witness detects what the owner of the folder and its key may do: a game written anew, a cut end, no anchors, an older copy', async () => {
  const folder = (name: string) => join(scratch.path, name)
  let host = await open('whole')
  await play(host, 'one')
  const { log } = JSON.parse((await client(host).request('POST', '/log/checkpoint')).text)
  const key = parseNoteKey(log)
  if (!key.ok) throw new Error(key.error.message)
  const opened = openWitnessFolder(folder('seer'), 'federation.example/seer', [key.value])
  if (!opened.ok) throw new Error(opened.error.message)
  const server = witnessServer(opened.value).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const witnesses = [{ key: opened.value.key, url }]
  const reopen = async () => {
    const again = await createHost({ folder: folder('whole'), fsync: false, witnesses })
    if (!again.ok) throw new Error(again.error.message)
    return again.value
  }
  await host.close()
  host = await reopen()
  await client(host).request('POST', '/log/checkpoint')
  await host.close()
  cpSync(folder('whole'), folder('older'), { recursive: true })
  host = await reopen()
  await play(host, 'two')
  await client(host).request('POST', '/log/checkpoint')
  await host.close()
  for (const name of ['forged', 'cut', 'bare']) cpSync(folder('whole'), folder(name), { recursive: true })

  await cutGame(folder('forged'), 'one')
  await signAnew('forged', async (forger) => {
    const event = { id: 'f', type: 'session-started', at: new Date().toISOString(), by: 'arbiter', data: {} }
    const answer = await client(forger).request('POST', '/games/one/events', { body: { events: [event] } })
    expect(answer.status).toBe(200)
  })
  await cutGame(folder('cut'), 'two')
  await signAnew('cut', async () => {})
  const bare = await open('bare')
  const registry = bare.service.registry as Documents<unknown>
  for (const partition of SIGNED_PARTITIONS)
    for await (const { pk, sk } of registry.query(partition)) await registry.delete(pk, sk)
  await bare.close()

  const verified = async (name: string, ...witness: string[]) => {
    const { code, stdout, stderr } = await runHere(['verify', '--all', '--data', folder(name), ...witness])
    return { code, broken: stdout.split('\n').filter((line) => line.startsWith('BROKEN')), stderr }
  }
  const seer = opened.value.key.text
  expect(await verified('whole', '--witness', `${seer}@${url}`)).toMatchObject({ code: 0, broken: [] })
  // Each shows in what the witness signed and the folder still holds.
  for (const [name, reported] of [
    ['forged', /^BROKEN log: the first \d+ entries of the log are not those that |: its end was cut off$/],
    ['cut', /: its end was cut off$|are not those that /],
    ['bare', /^BROKEN anchors: a witness saw anchor \d+, the last one here is 0$/],
  ] as const)
    expect((await verified(name, '--witness', seer)).broken).toContainEqual(expect.stringMatching(reported))
  // The folder's own key vouches for what was written anew with it, and an older copy is whole in itself.
  const { broken: unnoticed } = await verified('forged')
  expect(unnoticed).toEqual([])
  const alone = await verified('older', '--witness', seer)
  expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining('it was not asked itself')])
  const reported = await verified('older', '--witness', `${seer}@${url}`)
  expect(reported.code).toBe(1)
  expect(reported.broken[0]).toMatch(/saw at \S+ has \d+ entries, the log here has \d+: its end was cut off$/)

  server.closeAllConnections()
  server.close()
  opened.value.close()
  const unreached = await verified('whole', '--witness', `${seer}@${url}`)
  expect(unreached.broken).toEqual([expect.stringContaining('federation.example/seer was not reached')])
}, 240_000)

test('a folder that no host serves is cosigned by a sync that is told to keep the signature in it', async () => {
  const folder = join(scratch.path, 'away')
  const host = await open('away')
  await play(host, 'one')
  await host.close()
  const office = await startHost({
    ...{ folder: join(scratch.path, 'federation'), host: '127.0.0.1', port: 0, fsync: false },
    log: logOver(() => {}, 'error'),
  })
  if (!office.ok) throw new Error(office.error.message)
  const tokens = JSON.parse(readFileSync(join(scratch.path, 'federation', 'tokens.json'), 'utf8'))
  const args = ['sync', '--to', office.value.url, '--data', folder]
  const env = { TOUCHMOVE_SYNC_TOKEN: tokens.admin }
  const read = await runHere(args, { env })
  expect([read.code, read.stderr]).toEqual([0, expect.stringContaining('--cosign opens the folder for it')])
  const synced = await runHere([...args, '--cosign'], { env })
  const [, witness = ''] = /signed that it did: verify --all --witness (\S+)/.exec(synced.stderr) ?? []
  await office.value.close()
  const verified = await runHere(['verify', '--all', '--data', folder, '--witness', witness])
  expect([verified.code, verified.stderr]).toEqual([
    0,
    expect.stringMatching(/saw the first \d+ of \d+ entries/),
  ])
}, 120_000)
