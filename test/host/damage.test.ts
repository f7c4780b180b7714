/** Bits flipped in the files of the embedded database, as a failing disk or an attacker does it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { findFileFaults, noteFileDigests } from '../../functions/host/database/file-digests.ts'
import { sendWithRetries } from '../../functions/store/dynamodb-client.ts'
import { tableNames } from '../../functions/store/tables.ts'
import { bundledProgram } from '../kit/bundled-program.ts'
import { removeBundle, temporaryFolder } from '../kit/command.ts'
import { append, move, openedGame, press, report } from '../kit/reports.ts'
import { runHere } from '../kit/run-here.ts'
import { ARBITER, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'
import type { Answered, CommandAsked, Contents, ContentsAsked, Printed } from './database-contents.ts'

function need<T>(outcome: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

const scratch = temporaryFolder()
afterAll(() => scratch.remove())

/** The same record as a host left it, all of it in LevelDB's log, and as it lies after two more starts, in tables. */
const [LOGGED, TABLED] = [join(scratch.path, 'logged'), join(scratch.path, 'tabled')]
const COPY = join(scratch.path, 'copy')
const GAMES = ['g1', 'g2', 'g3']
const NAMES = tableNames()
let whole: Contents | undefined

beforeAll(async () => {
  program = await bundledProgram(join(import.meta.dirname, 'database-contents.ts'))
  const host = need(await createHost({ folder: LOGGED, fsync: false }))
  for (const game of GAMES) await played(host, game)
  await host.close()
  cpSync(LOGGED, TABLED, { recursive: true })
  for (let start = 0; start < 2; start++)
    await need(await createHost({ folder: TABLED, fsync: false })).close()
  whole = await contentsOf(TABLED)
  expect(Object.keys(whole.scanned!).length).toBeGreaterThan(20)
  expect(whole.asked).toEqual(whole.scanned)
}, 60_000)

/** Four commits, each with an anchor of its own; names and an arbiter's words are stored apart. */
async function played({ service, anchorer }: Host, game: string): Promise<void> {
  await openedGame(service, TIMED, game)
  const steps = [
    [report('s', 'session-started', 'arbiter')],
    [
      move('m1', 'white', 'f2', 'f3', 1000),
      press('p1', 'white', 1000),
      move('m2', 'black', 'e7', 'e5', 2000),
    ],
    [report('i', 'incident-recorded', 'arbiter', { kind: 'other', note: 'a telephone rang twice' }, 2500)],
    [move('m3', 'white', 'g2', 'g4', 3000), move('m4', 'black', 'd8', 'h4', 4000)],
  ]
  for (const events of steps) {
    need(await append(service, events, { principal: ARBITER, game }))
    await anchorer.onChange(`game#${game}`)
    await anchorer.flush()
  }
}

/** The process that opens damaged databases; LevelDB may end it, and then another one is started. */
let reader: ChildProcess | null = null
let program: string
afterAll(async () => {
  if (reader === null) return
  const ended = once(reader, 'exit')
  reader.kill()
  await ended
})
afterAll(removeBundle)

/** The answer of that process, or null if it ended before it answered. */
function ask<T extends Answered>(
  request: ContentsAsked | CommandAsked,
  onPrinted: (piece: Printed) => void = () => {},
): Promise<T | null> {
  reader ??= fork(program, {
    execArgv: ['--no-warnings'],
    // The log of each record that is opened, which no test reads.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const child = reader
  return new Promise((resolve) => {
    const onExit = () => {
      reader = null
      resolve(null)
    }
    const onMessage = (message: T | Printed) => {
      if ('printed' in message) return onPrinted(message)
      child.off('exit', onExit)
      child.off('message', onMessage)
      resolve(message)
    }
    child.once('exit', onExit)
    child.on('message', onMessage)
    child.send(request)
  })
}

async function contentsOf(folder: string): Promise<Contents> {
  const copy = join(scratch.path, 'looked-at')
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  const keys = whole === undefined ? null : Object.keys(whole.scanned!)
  return (await ask<Contents>({ folder: copy, keys })) ?? { scanned: null, asked: null }
}

/** A copy of the folder in which one bit of a file is flipped; returns which. */
function flipped(folder: string, files: RegExp, k: number): string {
  rmSync(COPY, { recursive: true, force: true })
  cpSync(folder, COPY, { recursive: true })
  const database = join(COPY, 'database')
  const names = readdirSync(database).filter(
    (name) => files.test(name) && statSync(join(database, name)).size,
  )
  const name = names[k % names.length]!
  const bytes = readFileSync(join(database, name))
  // Spread over the file, and every time elsewhere: what a bit does depends on what it is in.
  const at = Math.floor(((k * 0.618_034) % 1) * bytes.length)
  bytes[at] = bytes[at]! ^ (1 << (k % 8))
  writeFileSync(join(database, name), bytes)
  return `bit ${k % 8} of byte ${at} of ${name}`
}

const VERIFY = ['verify', '--all', '--data', COPY]

/** Verifies the copy in that process; the code is null where LevelDB ended it. */
async function verified(): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const ended = await ask<{ code: number }>({ args: VERIFY }, ({ printed, text }) => {
    said[printed] += text
  })
  return { code: ended?.code ?? null, ...said }
}

test.each([
  ['a table', () => TABLED, /\.ldb$/, 300],
  ['the log', () => LOGGED, /\.log$/, 100],
] as const)(
  'any bit flipped in %s of a database that was closed is told by its file',
  async (_, folder, files, most) => {
    for (let k = 0; k < trials(2, most); k++) {
      const what = flipped(folder(), files, k)
      const { code, stdout, stderr } = await verified()
      expect(code, `${what}: ${stdout}${stderr}`).not.toBe(0)
      // Said before LevelDB is asked, which may refuse the database, or end the process.
      expect(stdout, what).toMatch(/^BROKEN files: .*: it is not as it was written/m)
    }
  },
  3_600_000,
)

/** An item that is read otherwise than it was written, by a scan of the tables or by its key. */
function isReadOtherwise({ scanned, asked }: Contents): boolean {
  if (scanned === null || asked === null) return true
  return Object.entries(whole!.scanned!).some(([key, was]) => {
    const found = scanned[key]
    return found !== undefined && (found !== was || asked[key] !== was)
  })
}

test('where nobody noted the files, nearly every flipped bit by which an item is read otherwise shows in the item', async () => {
  const MANY = trials(3, 5)
  let [harmed, reported] = [0, 0]
  // As many as reach the record, however its tables lie this time.
  for (let k = 0; k < trials(5, 300) || (harmed < MANY && k < 200); k++) {
    const what = flipped(TABLED, /\.ldb$/, k)
    rmSync(join(COPY, 'database-sums.json'))
    // A block that is skipped whole takes documents with it that no event knows of: the note of the files is there for these.
    if (!isReadOtherwise(await contentsOf(COPY))) continue
    harmed++
    const { code, stdout, stderr } = await verified()
    // LevelDB makes a filter anew as it opens the copy: then the item is found again, and there is nothing to report.
    if (code === 0) continue
    reported++
    if (code === 1) expect(stdout, what).toMatch(/^BROKEN /m)
    else if (code !== null) expect(stderr, what).toMatch(/^touchmove: /m)
  }
  expect(harmed, 'flips that reached the record').toBeGreaterThanOrEqual(MANY)
  expect(reported).toBeGreaterThanOrEqual(0.8 * harmed)
}, 3_600_000)

test('a whole record is called whole, with the note of its files and without', async () => {
  for (const folder of [LOGGED, TABLED]) {
    rmSync(COPY, { recursive: true, force: true })
    cpSync(folder, COPY, { recursive: true })
    expect(await runHere(VERIFY)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('BROKEN') })
    rmSync(join(COPY, 'database-sums.json'))
    expect(await runHere(VERIFY)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the database was not closed since it was opened last'),
    })
  }
}, 60_000)

test('a host that starts over a damaged log says so and keeps a copy of it', async () => {
  flipped(LOGGED, /\.log$/, 3)
  const log = readdirSync(join(COPY, 'database')).find((name) => name.endsWith('.log'))!
  const bytes = readFileSync(join(COPY, 'database', log))
  const host = need(await createHost({ folder: COPY, fsync: false }))
  expect(host.damage).toEqual([expect.stringContaining(`${log}: it is not as it was written`)])
  await host.close()
  expect(readFileSync(join(COPY, `damaged-${log}`))).toEqual(bytes)
})

test('a host that starts without a log that there was says that it is gone', async () => {
  rmSync(COPY, { recursive: true, force: true })
  cpSync(LOGGED, COPY, { recursive: true })
  const log = readdirSync(join(COPY, 'database')).find((name) => name.endsWith('.log'))!
  // Another one lies there, as where LevelDB had begun the next.
  renameSync(join(COPY, 'database', log), join(COPY, 'database', '999999.log'))
  const host = need(await createHost({ folder: COPY, fsync: false }))
  expect(host.damage).toEqual([
    `${join(COPY, 'database', log)}: it is gone; what was recorded last may be lost`,
  ])
  await host.close()
})

test('what is altered, gone or laid elsewhere in a closed database is named by its item', async () => {
  rmSync(COPY, { recursive: true, force: true })
  cpSync(TABLED, COPY, { recursive: true })
  const database = need(await openDatabase({ folder: COPY, fsync: false }))
  const { client, close } = database
  const alter = async (
    TableName: string,
    pk: string,
    change: (item: Record<string, { S?: string }>) => void,
  ) => {
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    }
    const [Item] = (await sendWithRetries(client, new QueryCommand(query))).Items ?? []
    change(Item as Record<string, { S?: string }>)
    await sendWithRetries(client, new PutItemCommand({ TableName, Item: Item! }))
  }
  await alter(
    NAMES.registry,
    'anchors',
    (item) => (item['doc'] = { S: item['doc']!.S!.replace('"at"', '"At"') }),
  )
  await alter(NAMES.commits, 'game#g1', (item) => (item['catAt'] = { S: '1999-01-01T00:00:00.000Z' }))
  await close()
  const { code, stdout } = await runHere(VERIFY)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^BROKEN registry: anchors \/ \S+: it does not have its checksum$/m)
  expect(stdout).toMatch(/^BROKEN commits: game#g1 \/ 1: beside its body it says something else/m)
}, 60_000)

test('after a crash the log is compared as far as it had been noted, also where it goes on', async () => {
  const [log] = readdirSync(join(LOGGED, 'database')).filter((name) => name.endsWith('.log'))
  const crashed = (change: (bytes: Buffer) => Buffer) => {
    rmSync(COPY, { recursive: true, force: true })
    cpSync(LOGGED, COPY, { recursive: true })
    const note = JSON.parse(readFileSync(join(COPY, 'database-sums.json'), 'utf8'))
    writeFileSync(join(COPY, 'database-sums.json'), JSON.stringify({ ...note, closed: false }))
    const file = join(COPY, 'database', log!)
    writeFileSync(file, change(readFileSync(file)))
    return findFileFaults(COPY, { withoutTables: true })
  }
  const more = Buffer.from('what was written behind the note')
  expect(await crashed((bytes) => Buffer.concat([bytes, more]))).toEqual({ faults: [], whole: false })
  const harmed = (bytes: Buffer) => Buffer.concat([bytes.fill(bytes[40]! ^ 8, 40, 41), more])
  expect((await crashed(harmed)).faults).toMatchObject([
    { message: expect.stringContaining('not as it was written') },
  ])
  const cut = (bytes: Buffer) => bytes.subarray(0, -1)
  expect((await crashed(cut)).faults).toMatchObject([
    { message: expect.stringMatching(/^it has \d+ bytes; \d+ were/) },
  ])
})

test('a host that runs notes its files, and what was noted of a table is never made anew', async () => {
  rmSync(COPY, { recursive: true, force: true })
  cpSync(TABLED, COPY, { recursive: true })
  const table = readdirSync(join(COPY, 'database')).find((name) => name.endsWith('.ldb'))!
  const note = () => JSON.parse(readFileSync(join(COPY, 'database-sums.json'), 'utf8'))
  const { sha256 } = note().files[table]
  const bytes = readFileSync(join(COPY, 'database', table))
  writeFileSync(join(COPY, 'database', table), bytes.fill(bytes[9]! ^ 1, 9, 10))
  await noteFileDigests(COPY, (error) => expect(error).toBeNull()).close()
  expect(note().files[table].sha256).toBe(sha256)
})
