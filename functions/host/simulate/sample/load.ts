/** Loads the sample round into a record. Loading it again, or after an interrupted load, gives the same round. */
import { type ApiClient, problemText } from '../../../http/api-client.ts'
import { openAt, reportTo } from '../../../ingest/enter-game.ts'
import { CommandFailure } from '../../cli/failure.ts'
import { PLAYED_MS, sampleGames } from './games.ts'

export const SAMPLE = { tournament: 'sample', round: '1' } as const

const ROUND = `/tournaments/${SAMPLE.tournament}/rounds/${SAMPLE.round}`

/** `now` (ms since 1970) matters on the first load alone: the round begins some two hours before. Throws CommandFailure. */
export async function loadSample(client: ApiClient, now: number): Promise<void> {
  await requestOrFail(client, 'POST', '/tournaments', {
    id: SAMPLE.tournament,
    name: 'Sample Open',
    site: 'Nowhere Hall',
  })
  const start = await startOfRound(client, now)
  for (const { id, reports } of sampleGames(Date.parse(start))) {
    const opening = await openAt(client, `${ROUND}/games`, id, reports)
    // The game may have been continued since an earlier load: what is recorded stays.
    const entry = opening.kind === 'refused' ? opening : await reportTo(client, id, reports.slice(1))
    if (entry.kind === 'refused') throw new CommandFailure(`sample game ${id}: ${entry.reason}`)
  }
  await requestOrFail(client, 'PATCH', ROUND, { published: true })
}

/** The recorded start of the round, so that a second load writes the same instants. */
async function startOfRound(client: ApiClient, now: number): Promise<string> {
  const known = await requestOrFail<{ start: string | null }>(client, 'PATCH', ROUND, {})
  if (known.start !== null) return known.start
  const start = new Date(Math.floor((now - PLAYED_MS) / 60_000) * 60_000).toISOString()
  await requestOrFail(client, 'PATCH', ROUND, { start, reason: 'the round begins' })
  return start
}

async function requestOrFail<T>(
  client: ApiClient,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
): Promise<T> {
  const answer = await client.request(method, path, { body })
  if (answer.status >= 400) throw new CommandFailure(`sample round: ${problemText(answer)}`)
  return JSON.parse(answer.text) as T
}
