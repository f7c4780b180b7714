/** A whole game into the record: opened, then reported in as few requests as it takes. Entered again, it is the same game. */
import type { ReportedEvent } from '../../events/index.ts'
import { type Answer, type Desk, problemOf } from './desk.ts'

/**
 * `fresh`: how many of its reports were new. `elsewhere`: it lies in another place than the one it was to go to, and stays
 * there. `clash`: reports under the same ids tell another course of the game.
 */
export type Entry =
  | {
      readonly kind: 'entered'
      readonly opened: boolean
      readonly fresh: number
      readonly elsewhere?: string
    }
  | { readonly kind: 'clash' }
  | { readonly kind: 'refused'; readonly reason: string }

/** `path`: the route that opens it. The first report is its `game-opened`. */
export async function enterGame(
  desk: Desk,
  path: string,
  id: string,
  reports: readonly ReportedEvent[],
): Promise<Entry> {
  const [opening, ...others] = reports as [ReportedEvent, ...ReportedEvent[]]
  const opened = await desk.ask('POST', path, { body: { id, at: opening.at, ...opening.data } })
  // Another description under this id: an earlier state of the same game, or another game. The moves will tell.
  if (opened.status >= 300 && !isReused(opened)) return { kind: 'refused', reason: problemOf(opened) }
  let fresh = 0
  for (const events of parts(others)) {
    const answer = await desk.ask('POST', `/games/${id}/events`, { body: { events } })
    if (isReused(answer)) return { kind: 'clash' }
    if (answer.status !== 200) return { kind: 'refused', reason: problemOf(answer) }
    const { results } = JSON.parse(answer.text) as { results: { replayed: boolean }[] }
    fresh += results.filter(({ replayed }) => !replayed).length
  }
  const elsewhere = opened.text.includes('opened elsewhere') ? { elsewhere: problemOf(opened) } : {}
  return { kind: 'entered', opened: opened.status === 201, fresh, ...elsewhere }
}

const isReused = ({ status, text }: Answer): boolean =>
  status === 422 && text.includes('urn:touchmove:problem:id-reused')

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
