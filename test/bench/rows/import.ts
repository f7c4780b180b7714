/** An import of PGN games into the host's service over the embedded database, whole: record, views, index, log of appends. */
import { consumersOf } from '../../../functions/consumers.ts'
import { inProcessClient } from '../../../functions/host/cli/in-process-client.ts'
import type { ApiClient } from '../../../functions/http/api-client.ts'
import { importPgn } from '../../../functions/ingest/pgn-import.ts'
import { sequenceAppends } from '../../../functions/store/append-log.ts'
import { pgnCorpus } from '../corpus.ts'
import { comparePairs, cpu, inverse } from '../measure.ts'
import { type Row, time } from '../row.ts'
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
  return [
    {
      id: 'import',
      group: 'import',
      what: 'a game of 60 moves with clock times and evaluations imported: record, views, index, log',
      beside: 'chessops replaying the same text',
      ratio: inverse(ratios[0]!),
      target: null,
      figures: `${time(ourSeconds)} · ${time(theirSeconds)}`,
    },
  ]
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text
}
