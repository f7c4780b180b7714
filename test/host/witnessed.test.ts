import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { witnessServer } from '../../functions/host/cli/commands/witness.ts'
import { inProcessClient } from '../../functions/host/cli/in-process-client.ts'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { witnessBySync } from '../../functions/integrity/sync/run.ts'
import { parseNoteKey } from '../../functions/integrity/transparency/signed-note.ts'
import { openWitnessFolder } from '../../functions/integrity/transparency/witness-folder.ts'
import type { Documents } from '../../functions/store/documents.ts'
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
  const told = await verify('--witness', witness)
  expect(told.stdout).toContain('BROKEN anchors: a witness saw anchor 1, the last one here is 0')
  expect(told.code).toBe(1)
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
    const said = { status: answer.status, text: await answer.text(), last: await last.text() }
    server.closeAllConnections()
    server.close()
    opened.value.close()
    return said
  }
  const first = await post(`old 0\n\n${note}`)
  expect(first.status).toBe(200)
  expect(first.text).toMatch(/^\u2014 federation\.example\/witness \S+\n$/)
  expect(first.last).toBe(note)
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
