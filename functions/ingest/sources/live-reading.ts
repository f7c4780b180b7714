/** A reading of the clock that a source shows between two moves. */
import type { PublicState } from '../../../domain/game/index.ts'
import type { StoredEvent } from '../../../events/index.ts'
import type { ApiClient } from '../../http/api-client.ts'
import type { OutboundReport } from './outbox.ts'
import type { SourceGame } from './source.ts'

const TOLERANCE_MS = 1500
const MINUTE_MS = 60_000

/** The report of it: where it differs from the computed clocks, and once a minute; otherwise none. */
export async function liveReading(
  client: ApiClient,
  id: string,
  live: NonNullable<SourceGame['live']>,
  events: readonly StoredEvent[],
  now: number,
): Promise<OutboundReport[]> {
  const at = Math.min(live.at, now)
  const last = events.at(-1)
  if (last !== undefined && Date.parse(last.at) >= at) return []
  const answer = await client.request('GET', `/games/${id}/state?at=${new Date(at).toISOString()}`)
  if (answer.status !== 200) return []
  const { clocks, result } = JSON.parse(answer.text) as PublicState
  if (clocks === null || result !== null) return []
  const { white, black, running } = live
  const read = events.findLast(({ type }) => type === 'clock-read')
  const differs =
    Math.abs(clocks.white - white) > TOLERANCE_MS || Math.abs(clocks.black - black) > TOLERANCE_MS
  if (!differs && clocks.running === running && read !== undefined && at - Date.parse(read.at) < MINUTE_MS)
    return []
  const envelope = {
    id: `live-${at}`,
    at: new Date(at).toISOString(),
    type: 'clock-read',
    by: 'clock',
  } as const
  return [{ ...envelope, data: { white, black, running } }]
}
