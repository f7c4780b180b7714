/** A round as its reader sees it and saw it earlier, for the increments that bring them from one to the other. */
import type { RoundId } from '../../domain/state/round.ts'
import { withPeriodBegun } from '../app/earlier-states.ts'
import type { ViewReader } from '../projections/read-views.ts'
import type { AppResult } from '../refusal.ts'
import { recordedRound, type ViewedRound, viewedRound } from './read-rounds.ts'
import type { FollowedRound } from './snapshots.ts'
import { recordedState, recordedSteps, type Viewpoint, viewpointAt, viewsFrom } from './viewpoint.ts'

/** Reads a round for its increments, from views where there are any. Refused: `unknown-tournament`, `unknown-round`, `delayed`. */
export async function followRound(viewpoint: Viewpoint, id: RoundId): Promise<AppResult<FollowedRound>> {
  const reader = await viewsFrom(viewpoint)
  const viewed = reader === null ? null : await viewedRound(viewpoint, id)
  if (reader === null || viewed === null) return followRecorded(viewpoint, id)
  return viewed.ok ? { ok: true, value: followViewed(viewpoint, id, viewed.value, reader) } : viewed
}

const followViewed = (
  viewpoint: Viewpoint,
  id: RoundId,
  { reading, name, version, place, index }: ViewedRound,
  reader: ViewReader,
): FollowedRound => ({
  ...{ reading, name, version },
  round: place.round,
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
  const found = await recordedRound(viewpoint, id)
  if (!found.ok) return found
  const { reading, name, version, seen } = found.value
  const games = inIdOrder(seen.seats)
  const from = viewpointAt(viewpoint, seen.asOf)
  const followed: FollowedRound = {
    ...{ reading, name, version, games },
    round: seen.round,
    own: seen.own,
    async *states(behind) {
      for (const { game } of games) {
        if (behind !== undefined && game <= behind) continue
        const recorded = await recordedState(from, game)
        if (recorded !== null) yield [game, recorded.state]
      }
    },
    steps: (game, range) => recordedSteps(from, game, range),
  }
  return { ok: true, value: followed }
}

const inIdOrder = <G extends { readonly game: string }>(games: readonly G[]): G[] =>
  [...games].sort((a, b) => (a.game < b.game ? -1 : 1))
