/** A round as its reader sees it and saw it earlier, for the increments that bring them from one to the other. */
import { boardsOf, type RoundId } from '../../domain/state/round.ts'
import { loadUnlessDamaged } from '../app/access.ts'
import { DELAY_UNIT_MS, stateAfter, visibleSeq, withPeriodBegun } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { type RoundRecord, roundAfter } from '../app/round-streams.ts'
import { roundViewOf } from '../app/rounds.ts'
import { gameStream } from '../app/stored-events.ts'
import type { ViewReader } from '../projections/read-views.ts'
import type { ViewedProgress, ViewedSeat } from '../projections/round-index.ts'
import type { AppResult } from '../refusal.ts'
import { type OpenableRound, placeOf, recordedAccess, roundOutline, viewedRound } from './read-rounds.ts'
import type { FollowedRound } from './snapshots.ts'
import { recordedState, recordedSteps, seenState, type Viewpoint, viewsFrom } from './viewpoint.ts'

/** `unknown-tournament`, `unknown-round`, `delayed` */
export async function followRound(viewpoint: Viewpoint, id: RoundId): Promise<AppResult<FollowedRound>> {
  const reader = await viewsFrom(viewpoint)
  const viewed = reader === null ? null : await viewedRound(viewpoint, id)
  if (reader === null || viewed === null) return followRecorded(viewpoint, id)
  return viewed.ok ? { ok: true, value: followViewed(viewpoint, id, viewed.value, reader) } : viewed
}

/** What a reader sees of a stream of the record, and saw of it earlier. */
function progressOf(
  { asOf, delay }: Viewpoint,
  { known, seq: head }: Pick<GameRecord, 'known' | 'seq'>,
): ViewedProgress {
  const seq = visibleSeq({ known, seq: head }, asOf)
  const late = delay * DELAY_UNIT_MS
  const seqAt = (instant: number) => known.slice(0, seq).findLastIndex((since) => since + late <= instant) + 1
  return { seq, since: seq === 0 ? 0 : known[seq - 1]! + late, seqAt }
}

const followViewed = (
  viewpoint: Viewpoint,
  id: RoundId,
  { index, ...looked }: OpenableRound,
  reader: ViewReader,
): FollowedRound => ({
  ...looked,
  round: looked.place.round,
  own: index,
  games: inIdOrder(index.seats.filter(({ seq }) => seq > 0)),
  async *states(behind) {
    for await (const [game, viewed] of reader.states(id.tournament, id.round, viewpoint.viewedAt, behind)) {
      const state =
        viewed === null
          ? (await recordedState(viewpoint, game))?.state
          : withPeriodBegun(viewed.state, viewpoint.instant)
      if (state !== undefined) yield [game, state]
    }
  },
  async steps(game, range) {
    const viewed = await reader.steps(game, viewpoint.viewedAt, range)
    if (viewed === null) return recordedSteps(viewpoint, game, range)
    const { known } = viewed
    return known && { ...known, state: withPeriodBegun(known.state, viewpoint.instant) }
  },
})

async function followRecorded(viewpoint: Viewpoint, id: RoundId): Promise<AppResult<FollowedRound>> {
  const { service, delay } = viewpoint
  const found = await recordedAccess(viewpoint, id)
  if (!found.ok) return found
  const { tournament, record, seq, reading } = found.value
  const folded = roundAfter(record, seq)
  const place = placeOf(tournament, roundViewOf(id, folded), seq)
  const own = progressOf(viewpoint, record)
  const placedBy = placements(record, seq)
  const games: ViewedSeat[] = []
  const versions: string[] = []
  for (const { board, game } of boardsOf(folded)) {
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
    const progress = record === null ? null : progressOf(viewpoint, record)
    if (record === null || progress === null || progress.seq === 0) continue
    const { erased } = record
    const state = stateAfter(record, progress.seq, viewpoint.follower)
    const { periodBegunAt, version } = seenState(viewpoint, { game, state, seq: progress.seq, erased })
    const since = Math.max(progress.since, periodBegunAt === 0 ? 0 : periodBegunAt + delay * DELAY_UNIT_MS)
    games.push({
      board,
      game,
      erased,
      periodBegunAt,
      placedBy: placedBy.get(game) ?? seq,
      ...progress,
      since,
    })
    versions.push(version)
  }
  const followed: FollowedRound = {
    ...roundOutline(viewpoint, place, reading, versions),
    round: place.round,
    own,
    games: inIdOrder(games),
    async *states(behind) {
      for (const { game } of this.games) {
        if (behind !== undefined && game <= behind) continue
        const recorded = await recordedState(viewpoint, game)
        if (recorded !== null) yield [game, recorded.state]
      }
    },
    steps: (game, range) => recordedSteps(viewpoint, game, range),
  }
  return { ok: true, value: followed }
}

const inIdOrder = <G extends { readonly game: string }>(games: readonly G[]): G[] =>
  [...games].sort((a, b) => (a.game < b.game ? -1 : 1))

/** By which event of its round each game came to its board. */
const placements = ({ folded }: RoundRecord, seq: number): Map<string, number> =>
  new Map(
    folded.events.flatMap((event) =>
      event.type === 'board-assigned' && event.seq <= seq ? [[event.data.game, event.seq] as const] : [],
    ),
  )
