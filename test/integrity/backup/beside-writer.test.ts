/** A backup beside a host that goes on recording: whatever comes between two of its lines, what it holds is whole. */
import { afterAll, expect, test } from 'vitest'
import { erasePerson, listErasures } from '../../../functions/app/erase.ts'
import { gameEvents } from '../../../functions/app/read-game.ts'
import { allStreams, checkAnchors, checkStream } from '../../../functions/host/cli/record-check.ts'
import { createHost, type Host } from '../../../functions/host/create-host.ts'
import { inProcessClient } from '../../../functions/host/in-process-client.ts'
import { parsePublicKey } from '../../../functions/integrity/anchors/signer.ts'
import type { BackupEnd, BackupLine } from '../../../functions/integrity/backup/lines.ts'
import { repeatErasures } from '../../../functions/integrity/backup/repeat-erasures.ts'
import { restoreLines } from '../../../functions/integrity/backup/restore.ts'
import { backupLines } from '../../../functions/integrity/backup/write.ts'
import { temporaryFolder } from '../../kit/command.ts'
import { append, move, need, openedGame, report } from '../../kit/reports.ts'
import { ADMIN, ARBITER, GAME, TIMED } from '../../kit/service.ts'

const folders: { remove(): void }[] = []
const hosts: Host[] = []
afterAll(async () => {
  for (const each of hosts) await each.close()
  for (const each of folders) each.remove()
})

async function emptyHost(): Promise<Host> {
  const folder = temporaryFolder()
  folders.push(folder)
  const opened = await createHost({ folder: folder.path, fsync: false })
  if (!opened.ok) throw new Error(opened.error.message)
  hosts.push(opened.value)
  return opened.value
}

const arbiter = { principal: ARBITER }
const begun = (host: Host, game: string) =>
  append(host.service, [report('s', 'session-started', 'arbiter')], { ...arbiter, game })

test('what is recorded and anchored between a backup’s lines spoils nothing of it', async () => {
  const here = await emptyHost()
  for (const game of ['g1', 'g2', 'g3']) {
    await openedGame(here.service, TIMED, game)
    need(await begun(here, game))
    await here.anchorer.onChange(`game#${game}`)
  }
  await here.anchorer.flush()
  let n = 0
  /** A game gets a note and one is opened, and what there is is anchored. */
  const meanwhile = async () => {
    const id = `n${++n}`
    const note = { kind: 'other', note: `a telephone rang, ${n}` }
    need(
      await append(here.service, [report(id, 'incident-recorded', 'arbiter', note)], {
        ...arbiter,
        game: 'g2',
      }),
    )
    await openedGame(here.service, { ...GAME, white: { name: `Player ${n}` } }, `new-${n}`)
    for (const stream of ['game#g2', `game#new-${n}`]) await here.anchorer.onChange(stream)
    await here.anchorer.flush()
  }
  const lines: BackupLine[] = []
  for await (const line of backupLines(inProcessClient(here.adminRouter), new Date())) {
    lines.push(line)
    if (n < 12) await meanwhile()
  }
  expect(n).toBe(12)

  const there = await emptyHost()
  const restored = await restoreLines(
    there.service,
    (async function* () {
      yield* lines
    })(),
  )
  expect(restored.ok ? null : restored.error.message).toBeNull()
  expect((lines.at(-1) as BackupEnd).streams).toBeGreaterThanOrEqual(3)
  const client = inProcessClient(there.adminRouter)
  const key = parsePublicKey(here.service.anchorKey?.text ?? '')
  const { attested } = await checkAnchors(client, key.ok ? [key.value] : null)
  expect(attested.faults).toEqual([])
  const seen: string[] = []
  for await (const stream of allStreams(client, attested)) {
    expect((await checkStream(client, stream, attested)).fault, stream).toBeNull()
    seen.push(stream)
  }
  expect(seen).toEqual(expect.arrayContaining(['game#g1', 'game#g2', 'game#g3']))
  // It goes on where it was.
  need(await append(there.service, [move('m', 'white', 'e2', 'e4')], { ...arbiter, game: 'g2' }))
}, 120_000)

test('a person who was erased before a backup is not in it, and stays erased where it is restored', async () => {
  const here = await emptyHost()
  await openedGame(here.service, TIMED, 'g1')
  const [first] = await here.service.log.load('game#g1', 0)
  const { person } = JSON.parse(first!.body).events[0].data.white
  need(await erasePerson(here.service, ADMIN, person))
  const lines: BackupLine[] = []
  for await (const line of backupLines(inProcessClient(here.adminRouter), new Date())) lines.push(line)
  expect(JSON.stringify(lines)).not.toMatch(/Anderssen|1001/)
  const there = await emptyHost()
  const restored = await restoreLines(
    there.service,
    (async function* () {
      yield* lines
    })(),
  )
  expect(restored.ok).toBe(true)
  expect((await listErasures(there.service)).items.map((each) => each.person)).toEqual([person])
  expect((await gameEvents(there.service, 'g1'))[0]?.data).toMatchObject({ white: { name: 'erased' } })
}, 60_000)

test('a person who was erased after a backup is erased again where it is restored, with the notes that went too', async () => {
  const here = await emptyHost()
  await openedGame(here.service, TIMED, 'g1')
  const words = { kind: 'medical', note: 'fainted' }
  need(
    await append(here.service, [report('i', 'incident-recorded', 'arbiter', words)], {
      ...arbiter,
      game: 'g1',
    }),
  )
  const lines: BackupLine[] = []
  for await (const line of backupLines(inProcessClient(here.adminRouter), new Date())) lines.push(line)
  const [first] = await here.service.log.load('game#g1', 0)
  const { person } = JSON.parse(first!.body).events[0].data.white
  need(await erasePerson(here.service, ADMIN, person, undefined, 'all'))
  const { items: erasures } = await listErasures(here.service)
  const there = await emptyHost()
  const restored = await restoreLines(
    there.service,
    (async function* () {
      yield* lines
    })(),
  )
  expect(restored.ok).toBe(true)
  const reported = async () => JSON.stringify(await gameEvents(there.service, 'g1'))
  expect(await reported()).toMatch(/Anderssen.*fainted/)
  for (const each of [...erasures, { person: 'nobody' }])
    expect(await repeatErasures(inProcessClient(there.adminRouter), each)).toHaveProperty('entries')
  expect(await reported()).not.toMatch(/Anderssen|fainted/)
  expect((await listErasures(there.service)).items).toMatchObject([{ person, notes: erasures[0]!.notes }])
}, 60_000)
