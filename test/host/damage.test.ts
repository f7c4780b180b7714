/** Bits flipped in the files of the embedded database, as a dying disk or a patient hand does it. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Evidence } from '../../functions/anchors/evidence.ts'
import { askDesk, evidenceOver } from '../../functions/anchors/over-desk.ts'
import { crc32c } from '../../functions/host/crc32c.ts'
import { type House, openHouse } from '../../functions/host/house.ts'
import { damagedLogs, damagedTables } from '../../functions/host/level-files.ts'
import { ownDesk } from '../../functions/host/own-desk.ts'
import { allStreams, checkAnchors, checkStream } from '../../functions/host/record-check.ts'
import type { RecordFault } from '../../functions/record/verify.ts'
import { removeBundle, temporaryFolder, touchmove } from '../kit/command.ts'
import { append, move, openedGame, press, report } from '../kit/reports.ts'
import { ARBITER, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

function need<T>(outcome: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

const scratch = temporaryFolder()
afterAll(() => {
  scratch.remove()
  removeBundle()
})

/** The same record as a host left it, all of it in LevelDB's log, and as it lies after the next start, in a table. */
const [LOGGED, TABLED] = [join(scratch.path, 'logged'), join(scratch.path, 'tabled')]
const GAMES = ['g1', 'g2', 'g3']
let whole: Found

beforeAll(async () => {
  const house = need(await openHouse({ folder: LOGGED, fsync: false }))
  for (const game of GAMES) await played(house, game)
  await house.close()
  cpSync(LOGGED, TABLED, { recursive: true })
  whole = await lookedAt(TABLED)
}, 60_000)

/** Four commits, each with an anchor of its own; names and an arbiter's words are kept apart. */
async function played({ service, anchorer }: House, game: string): Promise<void> {
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
    await anchorer.heard(`game#${game}`)
    await anchorer.flush()
  }
}

/** What a folder holds, read around its damage, and what verifying says of it. */
interface Found {
  readonly evidence: ReadonlyMap<string, Evidence>
  readonly anchors: readonly unknown[]
  readonly faults: ReadonlyMap<string, RecordFault | null>
  readonly anchorFaults: number
  readonly damage: readonly string[]
}

async function lookedAt(folder: string): Promise<Found> {
  const house = need(await openHouse({ folder, fsync: false, salvage: true }))
  try {
    const desk = ownDesk(house.ownRouter)
    const { attested } = await checkAnchors(desk, null)
    const faults = new Map<string, RecordFault | null>()
    for await (const stream of allStreams(desk, attested))
      faults.set(stream, (await checkStream(desk, stream, attested)).fault)
    const evidence = new Map<string, Evidence>()
    for (const game of GAMES) evidence.set(`game#${game}`, await evidenceOver(desk, `game#${game}`))
    const { anchors } = await askDesk<{ anchors: unknown[] }>(desk, 'GET', '/anchors')
    return { evidence, anchors, faults, anchorFaults: attested.faults.length, damage: house.damage }
  } finally {
    await house.close()
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const beginsWith = (whole: readonly unknown[], part: readonly unknown[]): boolean =>
  same(whole.slice(0, part.length), part)

/** The first commit that is not read as it was, or null. */
function firstHarmed(was: Evidence, is: Evidence): number | null {
  const k = was.commits.findIndex((commit, index) => !same(commit, is.commits[index]))
  return k >= 0 ? k + 1 : is.commits.length > was.commits.length ? was.commits.length + 1 : null
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

test('any bit flipped in a table is found by its block, and what it does to the record is named by stream and commit', async () => {
  const copy = join(scratch.path, 'copy')
  let harmed = 0
  for (let k = 0; k < trials(16, 300); k++) {
    const what = flipped(TABLED, /\.ldb$/, k)
    expect(await damagedTables(join(copy, 'database')), what).not.toEqual([])
    const found = await lookedAt(copy)
    // Only an anchor noted elsewhere tells that the last ones are gone (docs/archive.md); the file tells all the same.
    const cut = beginsWith(whole.anchors, found.anchors)
    expect(cut || found.anchorFaults > 0, what).toBe(true)
    for (const [stream, was] of whole.evidence) {
      const is = found.evidence.get(stream)!
      const n = firstHarmed(was, is)
      const fault = found.faults.get(stream) ?? null
      const sameKept = same(was.kept, is.kept)
      if (n === null && sameKept) expect(fault, `${what}, ${stream}`).toBeNull()
      else if (found.anchors.length === whole.anchors.length && found.anchorFaults === 0) {
        harmed++
        expect(fault, `${what}, ${stream}`).not.toBeNull()
        if (n === null) expect(fault?.kind, what).toMatch(/^(?:altered-text|altered-person|lost)$/)
        else if (sameKept) expect(fault?.n, `${what}, ${stream}: ${fault?.message}`).toBe(n)
      }
    }
  }
  expect(harmed, 'flips that reached the record').toBeGreaterThan(2)
}, 600_000)

test('any bit flipped in the log is found before LevelDB drops what lies behind it, and a copy is kept', async () => {
  const copy = join(scratch.path, 'copy')
  for (let k = 0; k < trials(8, 100); k++) {
    const what = flipped(LOGGED, /\.log$/, k)
    const found = await lookedAt(copy)
    expect(found.damage, what).toEqual([expect.stringContaining('does not have its checksum')])
    expect(
      readdirSync(copy).some((name) => /^damaged-\d+\.log$/.test(name)),
      what,
    ).toBe(true)
    for (const [stream, was] of whole.evidence) {
      const n = firstHarmed(was, found.evidence.get(stream)!)
      const named = found.faults.get(stream)?.n === n || found.anchorFaults > 0
      // Where the flip took the last anchors too, the rest is the record as it was then.
      const cut = (n ?? 1) - 1 === found.evidence.get(stream)!.commits.length
      expect(n === null || named || cut, `${what}, ${stream}, commit ${n}`).toBe(true)
    }
  }
}, 600_000)

test('a log that ends in the middle of a record is that of a machine that stopped, and no damage', async () => {
  const copy = join(scratch.path, 'copy')
  flipped(LOGGED, /\.log$/, 0)
  cpSync(join(LOGGED, 'database'), join(copy, 'database'), { recursive: true })
  const database = join(copy, 'database')
  const log = readdirSync(database).find((name) => name.endsWith('.log'))!
  const bytes = readFileSync(join(database, log))
  for (const cut of [1, 5, 30]) {
    writeFileSync(join(database, log), bytes.subarray(0, bytes.length - cut))
    expect(await damagedLogs(database)).toEqual([])
  }
  writeFileSync(join(database, log), Buffer.concat([bytes, Buffer.alloc(4096)]))
  expect(await damagedLogs(database)).toEqual([])
})

test('touchmove verify names file, stream and commit of a flipped bit and ends with 1; a host that starts over a damaged log says so', async () => {
  const copy = join(scratch.path, 'copy')
  flipped(LOGGED, /\.log$/, 3)
  const { code, stdout } = await touchmove(['verify', '--all', '--data', copy])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^BROKEN files: .*\d+\.log: the record at byte \d+ does not have its checksum/m)
  expect(existsSync(join(copy, 'database'))).toBe(true)
}, 60_000)

test('the checksum is Castagnoli’s', () => {
  // RFC 3720, appendix B.4: 32 bytes of zeros, of ones, and counting up.
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa)
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43)
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, k) => k))).toBe(0x46dd794e)
})
