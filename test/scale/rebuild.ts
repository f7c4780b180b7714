/**
 * `npm run sim:rebuild -- GAMES [THREADS]`: records so many invented games in a folder's database, in rounds of a hundred, then has all
 * views made anew as a host does, and prints how long that took. Nothing is asserted.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { viewWorkers } from '../../functions/host/rebuild/view-workers.ts'
import { createViewRebuilder, rebuildPart } from '../../functions/projections/rebuild.ts'
import { realRuntime } from '../../functions/runtime.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { dynamoDocuments } from '../../functions/store/dynamodb-documents.ts'
import { createTables, tableNames } from '../../functions/store/tables.ts'
import { openService } from '../kit/compose.ts'
import { inventGames } from '../kit/games.ts'
import { pairing } from '../kit/hall.ts'
import { append, move, need, press, report } from '../kit/reports.ts'
import { ARBITER, OPERATOR, START } from '../kit/service.ts'

const [games = 1000, threads = Math.max(1, availableParallelism() - 1)] = process.argv.slice(2).map(Number)
const ROUND = 100
const DIFFERENT_GAMES = 20

const folder = mkdtempSync(join(tmpdir(), 'touchmove-rebuild-'))
const database = await openDatabase({ folder, fsync: false })
if (!database.ok) throw new Error(database.error.message)
const { client } = database.value
const names = tableNames()
const runtime = realRuntime()
await createTables(client, names, (ms) => new Promise((resolve) => setTimeout(resolve, ms)))
const ports = {
  ...runtime,
  log: dynamoCommitLog(client, names.commits, runtime.pause),
  persons: dynamoDocuments(client, names.persons, runtime.pause),
  registry: dynamoDocuments(client, names.registry, runtime.pause),
  views: dynamoDocuments(client, names.views, runtime.pause),
  singleWriter: true,
}
const service = openService(ports)
const defaults = { edition: '2018-01-01', play: 'rapid', date: '2026-03-14' } as const
need(await createTournament(ports, ARBITER, { name: 'Rebuilt', defaults }, 'T'))
const played = inventGames(DIFFERENT_GAMES, 1)
let plies = 0
for (let first = 0; first < games; first += ROUND) {
  const count = Math.min(ROUND, games - first)
  const pairings = Array.from({ length: count }, (_, k) =>
    pairing(`White ${first + k}`, `Black ${first + k}`, { id: `g${first + k}`, board: k + 1 }),
  )
  const round = { tournament: 'T', round: String(1 + first / ROUND) }
  for (let next = 0; next < count; next += 50)
    need(await openRoundGames(service, OPERATOR, round, pairings.slice(next, next + 50), undefined, START))
  for (let k = 0; k < count; k++) {
    const more = { game: `g${first + k}` }
    need(await append(service, [report('s', 'session-started', 'arbiter')], more))
    const moves = played[k % DIFFERENT_GAMES]!.plies.slice(0, 80)
    plies += moves.length
    const events = moves.flatMap(({ side, uci }, ply) => [
      move(`m${ply}`, side, uci.slice(0, 2), uci.slice(2, 4), 1_000 * ply),
      press(`p${ply}`, side, 1_000 * ply + 500),
    ])
    for (let next = 0; next < events.length; next += 50)
      need(await append(service, events.slice(next, next + 50), more))
  }
}
const parts = { projector: service.projector, archiveIndexer: service.archiveIndexer }
const rebuilder = createViewRebuilder(service, parts, {
  doParts: viewWorkers(ports, {
    workers: threads,
    async inThisThread(few) {
      for (const part of few) await rebuildPart(service, parts, part)
    },
  }),
})
const began = performance.now()
const { streams } = await rebuilder.rebuild()
const seconds = (performance.now() - began) / 1000
const cpu = process.cpuUsage()
console.log(
  `${games} games of ${Math.round(plies / games)} plies, ${streams} streams, ${threads} threads: ${seconds.toFixed(1)} s, ${((1000 * seconds) / games).toFixed(1)} ms a game; CPU of the whole run ${((cpu.user + cpu.system) / 1e6).toFixed(0)} s`,
)
await database.value.close()
rmSync(folder, { recursive: true })
