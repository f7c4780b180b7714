/** Loads the sample round into a record. Loading it again, or after an interrupted load, gives the same round. */
import { type ApiClient, problemText } from '../../../http/api-client.ts'
import { openAt, reportTo } from '../../../ingest/enter-game.ts'
import { CommandFailure } from '../../cli/failure.ts'
import { PLAYED_MS, sampleGames } from './games.ts'

export const SAMPLE = { tournament: 'sample', round: '1' } as const

const ROUND = `/tournaments/${SAMPLE.tournament}/rounds/${SAMPLE.round}`

/** `now` (ms) counts on the first load only: the round began some two hours before. */
export async function loadSample(desk: ApiClient, now: number): Promise<void> {
  await requestOrFail(desk, 'POST', '/tournaments', {
    id: SAMPLE.tournament,
    name: 'Sample Open',
    site: 'Nowhere Hall',
  })
  const start = await startOfRound(desk, now)
  for (const { id, reports } of sampleGames(Date.parse(start))) {
    const opening = await openAt(desk, `${ROUND}/games`, id, reports)
    // The games may have been continued meanwhile: what is recorded stays.
    const entry = opening.kind === 'refused' ? opening : await reportTo(desk, id, reports.slice(1))
    if (entry.kind === 'refused') throw new CommandFailure(`sample game ${id}: ${entry.reason}`)
  }
  await requestOrFail(desk, 'PATCH', ROUND, { published: true })
}

/** The recorded start of the round, so that a second load writes the same instants. */
async function startOfRound(desk: ApiClient, now: number): Promise<string> {
  const known = await requestOrFail<{ start: string | null }>(desk, 'PATCH', ROUND, {})
  if (known.start !== null) return known.start
  const start = new Date(Math.floor((now - PLAYED_MS) / 60_000) * 60_000).toISOString()
  await requestOrFail(desk, 'PATCH', ROUND, { start, reason: 'the round begins' })
  return start
}

async function requestOrFail<T>(
  desk: ApiClient,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
): Promise<T> {
  const answer = await desk.request(method, path, { body })
  if (answer.status >= 400) throw new CommandFailure(`sample round: ${problemText(answer)}`)
  return JSON.parse(answer.text) as T
}
