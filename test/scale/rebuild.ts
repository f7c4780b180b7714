/**
 * `npm run sim:rebuild -- GAMES [THREADS] [EVENTS] [FOLDER]`: records so many invented games in a folder's database, so many events a
 * commit, in rounds of a hundred, then has all views and the archive's index made anew as a host does, and asks the archive; prints
 * how long that took. A folder that is named is not deleted, and what is recorded there is used again; with 0 threads that is all. Nothing is
 * asserted.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ok } from '../../domain/result.ts'
import type { Principal } from '../../functions/auth/roles.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { viewWorkers } from '../../functions/host/rebuild/view-workers.ts'
import { createRouter } from '../../functions/http/router.ts'
import { createViewRebuilder } from '../../functions/projections/rebuild.ts'
import { rebuildPart } from '../../functions/projections/rebuild-part.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { realRuntime } from '../../functions/runtime.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { gatheredDocuments } from '../../functions/store/gathered-documents.ts'
import { createTables, tableNames } from '../../functions/store/tables.ts'
import { askArchive } from '../bench/archive-questions.ts'
import { temporaryFolder } from '../kit/command.ts'
import { openService } from '../kit/compose.ts'
import { recordArchive } from './recorded-archive.ts'

const [games = 1000, threads = Math.max(1, availableParallelism() - 1), events = 50] = process.argv
  .slice(2, 5)
  .map(Number)
const named = process.argv[5]

// A scratch folder goes with the process.
const folder = named ?? temporaryFolder().path
const isRecorded = existsSync(join(folder, 'database'))
const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const database = await openDatabase({ folder, fsync: false })
if (!database.ok) throw new Error(database.error.message)
const { client } = database.value
const names = tableNames()
const runtime = realRuntime()
const { pause } = runtime
await createTables(client, names, (ms) => new Promise((resolve) => setTimeout(resolve, ms)))
const documentsIn = (table: string) => gatheredDocuments<unknown>({ client, table, pause })
const ports = {
  ...runtime,
  log: dynamoCommitLog(client, names.commits, pause),
  persons: documentsIn(names.persons),
  registry: documentsIn(names.registry),
  views: documentsIn(names.views),
  singleWriter: true,
}

if (!isRecorded) {
  const began = performance.now()
  const { plies, commits, bytes } = await recordArchive(
    ports,
    { client, table: names.commits, pause },
    games,
    events,
    (done) => process.stderr.write(`${done} games recorded in ${seconds(began)} s\r`),
  )
  print(
    `recorded ${games} games of ${(plies / games).toFixed(0)} plies, ${commits} commits, ${(bytes / 1e6).toFixed(0)} MB of commits, in ${seconds(began)} s`,
  )
}

if (threads === 0) {
  await database.value.close()
  process.exit()
}
let requests = 0
client.retrying.middlewareStack.add(
  (next) => (args) => {
    requests++
    return next(args)
  },
  { step: 'initialize' },
)
const service = openService(ports)
const parts = { projector: service.projector, archiveIndexer: service.archiveIndexer, isOnlyProcess: true }
const before = process.cpuUsage()
const began = performance.now()
const rebuilder = createViewRebuilder(service, parts, {
  doParts: viewWorkers(ports, {
    workers: threads,
    async inThisThread(few) {
      for (const part of few) await rebuildPart(service, parts, part)
    },
  }),
  log: {
    write: (_level, event, fields) =>
      process.stderr.write(`${event} ${JSON.stringify(fields)} ${seconds(began)} s\n`),
  },
})
const { streams, setAside } = await rebuilder.rebuild()
const took = (performance.now() - began) / 1000
const cpu = cpuSince(before)
print(
  `rebuilt  ${streams} streams (${setAside.length} set aside) by ${threads} threads in ${took.toFixed(1)} s, ${((1000 * took) / games).toFixed(1)} ms a game; ${cpu.toFixed(0)} s of CPU, ${((1000 * cpu) / games).toFixed(1)} ms a game; ${(requests / games).toFixed(1)} requests a game; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
)
const OWNER: Principal = { id: 'host', token: 'host', role: 'admin', scope: '*' }
const onFault = (error: unknown) => {
  throw error
}
const router = createRouter({ deps: service, authenticate: async () => ok(OWNER), onFault }, ROUTES)
await askArchive(inProcessClient(router), print)
await database.value.close()
