/**
 * `npm run archive:year [-- GAMES]`: a federation's year (100,000 games unless said) imported into the embedded database,
 * indexed by the change notifier and asked; prints what it took. The folder is thrown away. Control-C ends the import, and what is
 * there by then is asked.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessClient } from '../../functions/host/cli/in-process-client.ts'
import { createHost } from '../../functions/host/create-host.ts'
import { importPgn } from '../../functions/ingest/pgn-import.ts'
import { federationYear } from '../kit/federation-year.ts'

const GAMES = Number(process.argv[2] ?? 100_000)
const PLIES = 160
const ASKED = 30

const folder = mkdtempSync(join(tmpdir(), 'touchmove-archive-'))
const opened = await createHost({ folder, fsync: false })
if (!opened.ok) throw new Error(opened.error.message)
const host = opened.value
const client = inProcessClient(host.adminRouter)
const seconds = (since: number): number => (performance.now() - since) / 1000
const print = (line: string) => process.stdout.write(`${line}\n`)

async function* texts() {
  for (const { pgn } of federationYear(GAMES, 7, PLIES)) yield pgn
}

let enough = false
process.once('SIGINT', () => {
  enough = true
})

const start = performance.now()
const cpu = process.cpuUsage()
let [games, plies, events] = [0, 0, 0]
for await (const game of importPgn(client, texts(), { now: Date.UTC(2027, 0, 1) })) {
  if (game.outcome !== 'opened') throw new Error(`${game.id}: ${game.outcome} ${game.reason ?? ''}`)
  games++
  plies += game.plies
  events += game.events
  if (games % 1000 === 0)
    process.stderr.write(`${games} games, ${Math.round(games / seconds(start))} a second\r`)
  if (enough) break
}
const imported = seconds(start)
const { user, system } = process.cpuUsage(cpu)
print(
  `imported  ${games} games, ${plies} half-moves, ${events} events in ${imported.toFixed(0)} s (${Math.round(games / imported)} games a second), indexed meanwhile`,
)
print(
  `took      ${((user + system) / 1e6).toFixed(0)} s of CPU, ${((user + system) / 1000 / games).toFixed(1)} ms a game; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
)

const QUESTIONS = {
  'a player by id': (k: number) => `fideId=${14_000_001 + 4 * k}`,
  'a player by name': (k: number) => `name=zupan%20${19 + 10 * k}`,
  'a league, first page': (k: number) => `event=league%20${1 + (k % 20)}`,
  'a week-end': (k: number) =>
    `from=2026-${String(1 + (k % 11)).padStart(2, '0')}-01&to=2026-${String(1 + (k % 11)).padStart(2, '0')}-08`,
  'wins of a player by id': (k: number) => `fideId=${14_000_001 + 4 * k}&result=1-0`,
  'a rule, lapsed': () => 'rule=illegal-move-completed&status=lapsed',
}
for (const [name, query] of Object.entries(QUESTIONS)) {
  const times: number[] = []
  let found = 0
  for (let k = 0; k < ASKED; k++) {
    const asked = performance.now()
    const { status, text } = await client.request('GET', `/archive?${query(k)}`)
    if (status !== 200) throw new Error(text)
    times.push(performance.now() - asked)
    found += (JSON.parse(text) as { games: unknown[] }).games.length
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(part * (times.length - 1))]!.toFixed(1)
  print(`asked     ${name}: ${(found / ASKED).toFixed(1)} games, median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const exported = performance.now()
let [lines, pages] = [0, 0]
let path: string | undefined = '/archive'
while (path !== undefined) {
  const { text, headers }: Awaited<ReturnType<typeof client.request>> = await client.request('GET', path, {
    headers: { accept: 'application/x-ndjson' },
  })
  lines += text.split('\n').length - 1
  pages++
  path = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1]
}
print(`exported  ${lines} rows as NDJSON in ${pages} pages, ${seconds(exported).toFixed(1)} s`)
await host.close()

let bytes = 0
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
print(`stored    ${(bytes / 1e6).toFixed(0)} MB, ${Math.round(bytes / games)} bytes a game, index and all`)
print(`memory    ${Math.round(process.memoryUsage().rss / 1e6)} MB at the end`)
rmSync(folder, { recursive: true })
