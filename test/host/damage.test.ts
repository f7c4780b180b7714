/** Bits flipped in the files of the embedded database, as a dying disk or a patient hand does it. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GetItemCommand, PutItemCommand, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { findFileFaults, noteFileDigests } from '../../functions/host/database/file-digests.ts'
import { type Dynamo, sendWithRetries } from '../../functions/store/dynamo.ts'
import { tableNames } from '../../functions/store/tables.ts'
import { temporaryFolder } from '../kit/command.ts'
import { append, move, openedGame, press, report } from '../kit/reports.ts'
import { runHere } from '../kit/run-here.ts'
import { ARBITER, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

function need<T>(outcome: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

const scratch = temporaryFolder()
afterAll(() => scratch.remove())

/** The same record as a host left it, all of it in LevelDB's log, and as it lies after two more starts, in tables. */
const [LOGGED, TABLED] = [join(scratch.path, 'logged'), join(scratch.path, 'tabled')]
const GAMES = ['g1', 'g2', 'g3']
const NAMES = tableNames()
let whole: Contents

beforeAll(async () => {
  const host = need(await createHost({ folder: LOGGED, fsync: false }))
  for (const game of GAMES) await played(host, game)
  await host.close()
  cpSync(LOGGED, TABLED, { recursive: true })
  for (let start = 0; start < 2; start++)
    await need(await createHost({ folder: TABLED, fsync: false })).close()
  whole = await contentsOf(TABLED)
  expect(whole.scanned?.size).toBeGreaterThan(20)
  expect(whole.asked).toEqual(whole.scanned)
}, 60_000)

/** Four commits, each with an anchor of its own; names and an arbiter's words are kept apart. */
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

/** Every item by its key, as who goes through the tables finds it and as who asks for it does; null: it cannot be read. */
interface Contents {
  readonly scanned: ReadonlyMap<string, string> | null
  readonly asked: ReadonlyMap<string, string> | null
}

async function contentsOf(folder: string): Promise<Contents> {
  const copy = join(scratch.path, 'looked-at')
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  const database = await openDatabase({ folder: copy, fsync: false })
  if (!database.ok) return { scanned: null, asked: null }
  const { client, close } = database.value
  const scanned = await scannedBy(client).catch(() => null)
  const asked = await askedBy(client, whole?.scanned ?? scanned).catch(() => null)
  await close()
  return { scanned, asked }
}

async function scannedBy(client: Dynamo): Promise<Map<string, string>> {
  const items = new Map<string, string>()
  // Views are folded again as the record is opened.
  for (const table of [NAMES.commits, NAMES.persons, NAMES.registry]) {
    const { Items = [], LastEvaluatedKey } = await sendWithRetries(
      client,
      new ScanCommand({ TableName: table }),
    )
    expect(LastEvaluatedKey).toBeUndefined()
    for (const item of Items)
      items.set(JSON.stringify([table, { pk: item['pk'], sk: item['sk'] }]), JSON.stringify(item))
  }
  return items
}

async function askedBy(
  client: Dynamo,
  known: ReadonlyMap<string, string> | null,
): Promise<Map<string, string>> {
  const items = new Map<string, string>()
  for (const key of known?.keys() ?? []) {
    const [TableName, Key] = JSON.parse(key)
    items.set(
      key,
      JSON.stringify((await sendWithRetries(client, new GetItemCommand({ TableName, Key }))).Item),
    )
  }
  return items
}

/** A copy of the folder in which one bit of a file is another; tells which. */
function flipped(folder: string, files: RegExp, k: number): string {
  const copy = join(scratch.path, 'copy')
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  const database = join(copy, 'database')
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

const verified = () => runHere(['verify', '--all', '--data', join(scratch.path, 'copy')])

test.each([
  ['a table', () => TABLED, /\.ldb$/, 300],
  ['the log', () => LOGGED, /\.log$/, 100],
] as const)(
  'any bit flipped in %s of a database that was closed is told by its file',
  async (_, folder, files, most) => {
    for (let k = 0; k < trials(4, most); k++) {
      const what = flipped(folder(), files, k)
      const { code, stdout, stderr } = await verified()
      expect(code, `${what}: ${stdout}${stderr}`).toBeGreaterThan(0)
      // Said before LevelDB is asked, which may refuse the database, or end the process.
      expect(stdout, what).toMatch(/^BROKEN files: .*: it is not as it was written/m)
    }
  },
  3_600_000,
)

/** An item that is read otherwise than it was written, by who goes through the tables or by who asks for it by its key. */
function isReadOtherwise({ scanned, asked }: Contents): boolean {
  if (scanned === null || asked === null) return true
  return [...whole.scanned!].some(([key, was]) => {
    const found = scanned.get(key)
    return found !== undefined && (found !== was || asked.get(key) !== was)
  })
}

test('where nobody noted the files, nearly all by which an item is read otherwise is told by the item', async () => {
  let [harmed, reported] = [0, 0]
  // As many as reach the record, however its tables lie this time.
  for (let k = 0; k < trials(12, 300) || (harmed < 5 && k < 200); k++) {
    const what = flipped(TABLED, /\.ldb$/, k)
    rmSync(join(scratch.path, 'copy', 'database-sums.json'))
    // A block that is skipped whole takes documents with it that no event knows of: the note of the files is there for these.
    if (!isReadOtherwise(await contentsOf(join(scratch.path, 'copy')))) continue
    harmed++
    const { code, stdout, stderr } = await verified()
    // LevelDB makes a filter anew as it opens the copy: then the item is found again, and nothing is to be told.
    if (code === 0) continue
    reported++
    if (code === 1) expect(stdout, what).toMatch(/^BROKEN /m)
    else expect(stderr, what).toMatch(/^touchmove: /m)
  }
  expect(harmed, 'flips that reached the record').toBeGreaterThan(4)
  expect(reported).toBeGreaterThanOrEqual(0.8 * harmed)
}, 3_600_000)

test('a whole record is called whole, with the note of its files and without', async () => {
  for (const folder of [LOGGED, TABLED]) {
    const copy = join(scratch.path, 'copy')
    rmSync(copy, { recursive: true, force: true })
    cpSync(folder, copy, { recursive: true })
    expect(await verified()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('BROKEN') })
    rmSync(join(copy, 'database-sums.json'))
    expect(await verified()).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the database was not closed since it was opened last'),
    })
  }
}, 60_000)

test('a host that starts over a damaged log says so and keeps a copy of it', async () => {
  const copy = join(scratch.path, 'copy')
  flipped(LOGGED, /\.log$/, 3)
  const log = readdirSync(join(copy, 'database')).find((name) => name.endsWith('.log'))!
  const bytes = readFileSync(join(copy, 'database', log))
  const host = need(await createHost({ folder: copy, fsync: false }))
  expect(host.damage).toEqual([expect.stringContaining(`${log}: it is not as it was written`)])
  await host.close()
  expect(readFileSync(join(copy, `damaged-${log}`))).toEqual(bytes)
})

test('a host that starts without a log that there was says that it is gone', async () => {
  const copy = join(scratch.path, 'copy')
  rmSync(copy, { recursive: true, force: true })
  cpSync(LOGGED, copy, { recursive: true })
  const log = readdirSync(join(copy, 'database')).find((name) => name.endsWith('.log'))!
  // Another one lies there, as where LevelDB had begun the next.
  renameSync(join(copy, 'database', log), join(copy, 'database', '999999.log'))
  const host = need(await createHost({ folder: copy, fsync: false }))
  expect(host.damage).toEqual([
    `${join(copy, 'database', log)}: it is gone; what was recorded last may be lost`,
  ])
  await host.close()
})

test('what is altered, gone or laid elsewhere in a closed database is named by its item', async () => {
  const folder = join(scratch.path, 'copy')
  rmSync(folder, { recursive: true, force: true })
  cpSync(TABLED, folder, { recursive: true })
  const database = need(await openDatabase({ folder, fsync: false }))
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
  const { code, stdout } = await verified()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^BROKEN registry: anchors \/ \S+: it does not have its checksum$/m)
  expect(stdout).toMatch(/^BROKEN commits: game#g1 \/ 1: beside its body it says something else/m)
}, 60_000)

test('after a crash the log is compared as far as it had been noted, also where it goes on', async () => {
  const folder = join(scratch.path, 'copy')
  const [log] = readdirSync(join(LOGGED, 'database')).filter((name) => name.endsWith('.log'))
  const crashed = (change: (bytes: Buffer) => Buffer) => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(LOGGED, folder, { recursive: true })
    const note = JSON.parse(readFileSync(join(folder, 'database-sums.json'), 'utf8'))
    writeFileSync(join(folder, 'database-sums.json'), JSON.stringify({ ...note, closed: false }))
    const file = join(folder, 'database', log!)
    writeFileSync(file, change(readFileSync(file)))
    return findFileFaults(folder, true)
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
  const folder = join(scratch.path, 'copy')
  rmSync(folder, { recursive: true, force: true })
  cpSync(TABLED, folder, { recursive: true })
  const table = readdirSync(join(folder, 'database')).find((name) => name.endsWith('.ldb'))!
  const note = () => JSON.parse(readFileSync(join(folder, 'database-sums.json'), 'utf8'))
  const { sha256 } = note().files[table]
  const bytes = readFileSync(join(folder, 'database', table))
  writeFileSync(join(folder, 'database', table), bytes.fill(bytes[9]! ^ 1, 9, 10))
  await noteFileDigests(folder, (error) => expect(error).toBeNull()).close()
  expect(note().files[table].sha256).toBe(sha256)
})
