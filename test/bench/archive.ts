/**
 * `npm run archive:year [-- GAMES]`: a federation's year (100,000 games unless said) imported into the embedded database,
 * indexed by the change notifier and asked; prints what it took. The folder is thrown away. Control-C ends the import, and what is
 * there by then is asked.
 */
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createHost } from '../../functions/host/create-host.ts'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { importPgn } from '../../functions/ingest/pgn-import.ts'
import { temporaryFolder } from '../kit/command.ts'
import { federationYear } from '../kit/federation-year.ts'
import { askArchive } from './archive-questions.ts'

const GAMES = Number(process.argv[2] ?? 100_000)
const PLIES = 160

const scratch = temporaryFolder()
const folder = scratch.path
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

await askArchive(client, print)
await host.close()

let bytes = 0
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
print(`stored    ${(bytes / 1e6).toFixed(0)} MB, ${Math.round(bytes / games)} bytes a game, index and all`)
print(`memory    ${Math.round(process.memoryUsage().rss / 1e6)} MB at the end`)
scratch.remove()
