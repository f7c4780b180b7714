/** Where a game of a round sits, as far as its reader may know: boards are ordered anew while games go on. */
import type { PgnSeat } from '../../domain/formats/pgn-view.ts'
import { loadCurrent } from '../app/access.ts'
import { asOfInstant } from '../app/earlier-states.ts'
import type { FoldedGame } from '../app/games.ts'
import { boardOf } from '../app/round-state.ts'
import { readRound } from '../app/rounds.ts'
import { gameStream } from '../app/stored-events.ts'
import type { FeedSources, Viewer } from './viewpoint.ts'

/** Undefined for a game that stands alone, and for one that has no board then. */
export async function gameSeat(
  service: FeedSources,
  game: string,
  { delay, receivedAt }: Pick<Viewer, 'delay' | 'receivedAt'>,
): Promise<PgnSeat | undefined> {
  const reader = (await service.readModels?.open()) ?? null
  const viewed = await reader?.seat(game, delay === 0 ? null : asOfInstant({ delay, now: receivedAt }))
  if (viewed != null) {
    const { round, board } = viewed
    return round === undefined || board === null ? undefined : { round, board }
  }
  const { belonging } = (await loadCurrent<FoldedGame>(service, service.games, gameStream(game))).folded
  const { tournament, round } = belonging
  if (tournament === undefined || round === undefined) return undefined
  const found = await readRound(service, { tournament, round }, { delay, now: receivedAt })
  if (!found.ok) return undefined
  const board = boardOf(found.value.folded, game)
  return board === null ? undefined : { round, board }
}
