/** Requests that record games: many whole ones at once, or one that is opened and then reported in as few requests as possible. */
import type { ReportedEvent } from '../../events/index.ts'
import {
  type ApiClient,
  type ApiResponse,
  problemCode,
  problemFields,
  problemText,
} from '../http/api-client.ts'

/**
 * `used`: the id is that of a game on record, described the same or otherwise; `elsewhere`: that game lies in another place
 * than the one asked for, and stays there.
 */
export type OpenOutcome =
  | { readonly kind: 'opened' }
  | { readonly kind: 'used'; readonly elsewhere?: string }
  /** `seat`: only since another game sits at its board. */
  | { readonly kind: 'refused'; readonly reason: string; readonly seat: boolean }

/** `path`: the route that opens games. */
export async function openAt(
  client: ApiClient,
  path: string,
  id: string,
  [opening]: readonly ReportedEvent[],
): Promise<OpenOutcome> {
  const answer = await client.request('POST', path, { body: { id, at: opening?.at, ...opening?.data } })
  if (answer.status === 201) return { kind: 'opened' }
  if (answer.status < 300) return { kind: 'used' }
  if (!isReused(answer)) return { kind: 'refused', reason: problemText(answer), seat: isSeatTaken(answer) }
  return { kind: 'used', ...(answer.text.includes('opened elsewhere') && { elsewhere: problemText(answer) }) }
}

function isSeatTaken(answer: ApiResponse): boolean {
  const errors = problemFields(answer)?.['errors']
  return Array.isArray(errors) && errors.length > 0 && errors.every((each) => each?.pointer === '/board')
}

const isReused = (answer: ApiResponse): boolean =>
  answer.status === 422 && problemCode(answer) === 'id-reused'

/** A game as `POST /games/whole` takes it. */
export interface WholeGameText {
  readonly body: unknown
  /** UTF-8 bytes of its JSON. */
  readonly bytes: number
}

/** `reports`: the first opens it. */
export function wholeGameText(id: string, [opening, ...events]: readonly ReportedEvent[]): WholeGameText {
  const body = { ...opening?.data, id, at: opening?.at, events }
  return { body, bytes: new TextEncoder().encode(JSON.stringify(body)).length }
}

/**
 * Records whole games; resolves with the ids of those that were recorded. The others must be entered one by one, which says why
 * not.
 */
export async function recordWhole(
  client: ApiClient,
  games: readonly WholeGameText[],
): Promise<ReadonlySet<string>> {
  const answer = await client.request('POST', '/games/whole', {
    body: { games: games.map(({ body }) => body) },
  })
  if (answer.status !== 200) return new Set()
  const { games: answered } = JSON.parse(answer.text) as { games: { id: string; replayed?: boolean }[] }
  return new Set(answered.flatMap(({ id, replayed }) => (replayed === false ? [id] : [])))
}

/** `stale`: the game has other reports since the expected seq, or other reports under the same ids. */
export type ReportOutcome =
  | { readonly kind: 'entered' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Reports on a game; with `head`, its last seq, only where the record has not gone on meanwhile. */
export async function reportTo(
  client: ApiClient,
  id: string,
  reports: readonly ReportedEvent[],
  head?: number,
): Promise<ReportOutcome> {
  let expectedSeq = head
  for (const events of parts(reports)) {
    const body = { events, ...(expectedSeq !== undefined && { expectedSeq }) }
    const answer = await client.request('POST', `/games/${id}/events`, { body })
    if (answer.status === 409 || isReused(answer)) return { kind: 'stale' }
    if (answer.status !== 200) return { kind: 'refused', reason: problemText(answer) }
    if (head !== undefined) expectedSeq = (JSON.parse(answer.text) as { head: number }).head
  }
  return { kind: 'entered' }
}

/** As many reports as one request takes: 50, and well under 64 KB. */
const MOST_REPORTS = 50
const MOST_CHARACTERS = 40_000

function* parts(reports: readonly ReportedEvent[]): Generator<ReportedEvent[]> {
  let part: ReportedEvent[] = []
  let size = 0
  for (const report of reports) {
    const length = JSON.stringify(report).length
    if (part.length === MOST_REPORTS || (part.length > 0 && size + length > MOST_CHARACTERS)) {
      yield part
      part = []
      size = 0
    }
    part.push(report)
    size += length
  }
  if (part.length > 0) yield part
}
