/**
 * An import of PGN games into the host's service over the embedded database, whole: record, views, index, log of appends. Beside it
 * pgn-extract reads the same games, where it is installed (`apt install pgn-extract`) or PGN_EXTRACT names it.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consumersOf } from '../../../functions/consumers.ts'
import { inProcessClient } from '../../../functions/host/in-process-client.ts'
import type { ApiClient } from '../../../functions/http/api-client.ts'
import { importPgn } from '../../../functions/ingest/pgn-import.ts'
import { sequenceAppends } from '../../../functions/store/append-log.ts'
import { temporaryFolder } from '../../kit/command.ts'
import { pgnCorpus } from '../corpus.ts'
import { comparePairs, cpu, inverse, spread } from '../measure.ts'
import { figure, type Row, time } from '../row.ts'
import { embedded, served } from '../served.ts'
import { replayTheirs } from './pgn.ts'

/** Games of one measurement, and measurements with those that warm up. */
const BATCH = 40
const MOST_BATCHES = 16

export async function importRows(): Promise<Row[]> {
  const { games } = pgnCorpus(BATCH * MOST_BATCHES, { plies: 120, evaluated: true })
  const batches = Array.from({ length: MOST_BATCHES }, (_, k) =>
    games.slice(k * BATCH, (k + 1) * BATCH).join('\n'),
  )
  const stores = await embedded()
  const { service, notifier, router, token, close } = await served(stores)
  notifier.subscribe(consumersOf(service))
  let requests = 0
  for (const each of [stores.client.retrying, stores.client.singleAttempt])
    each.middlewareStack.add(
      (next) => (sent) => {
        requests++
        return next(sent)
      },
      { step: 'initialize' },
    )
  const local = inProcessClient(router)
  const client: ApiClient = {
    request: (method, path, { headers = {}, ...more } = {}) =>
      local.request(method, path, { ...more, headers: { ...headers, authorization: `Bearer ${token}` } }),
  }
  let next = 0
  const ours = async () => {
    const text = batches[next++]!
    const before = cpu()
    for await (const game of importPgn(client, pieces(text), { now: Date.UTC(2027, 0, 1) }))
      if (game.outcome !== 'opened') throw new Error(`${game.id}: ${game.outcome} ${game.reason ?? ''}`)
    await notifier.drained()
    await sequenceAppends(service)
    return (cpu() - before) / BATCH
  }
  const theirs = async () => {
    const before = cpu()
    for (let k = 0; k < 4; k++) replayTheirs(batches[k]!)
    return (cpu() - before) / (4 * BATCH)
  }
  const { seconds, ratios } = await comparePairs(ours, theirs)
  await close()
  await stores.shut()
  const [ourSeconds = 0, theirSeconds = 0] = seconds
  const row = {
    group: 'import',
    what: 'a game of 60 moves with clock times and evaluations imported: record, views, index, log',
    target: null,
  }
  const asked = `${figure(requests / (next * BATCH))} requests to the database`
  const rows: Row[] = [
    {
      ...row,
      id: 'import',
      beside: 'chessops replaying the same text',
      ratio: inverse(ratios[0]!),
      figures: `${time(ourSeconds)} · ${time(theirSeconds)}; ${asked}`,
    },
  ]
  const read = extractSeconds(games)
  if (read === null) process.stderr.write('import: pgn-extract is not there, so there is no row beside it\n')
  else
    rows.push({
      ...row,
      id: 'import-extract',
      beside: 'pgn-extract reading and writing the same text',
      ratio: spread([ourSeconds / read]),
      figures: `${time(ourSeconds)} · ${time(read)}`,
    })
  return rows
}

/** CPU seconds a game of pgn-extract; null where it is not there. */
function extractSeconds(games: readonly string[]): number | null {
  const folder = temporaryFolder()
  const file = join(folder.path, 'games.pgn')
  writeFileSync(file, games.join('\n'))
  const program = process.env['PGN_EXTRACT'] ?? 'pgn-extract'
  // The shell prints what its children took.
  const script = '"$0" -s "$1" > /dev/null && times'
  const { status, stdout } = spawnSync('bash', ['-c', script, program, file], { encoding: 'utf8' })
  folder.remove()
  if (status !== 0) return null
  const children = stdout.trim().split('\n').at(-1) ?? ''
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return seconds.reduce((sum, each) => sum + each, 0) / games.length
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text
}
