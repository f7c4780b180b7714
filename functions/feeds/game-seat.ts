/** Where a game of a round sits, as far as its reader may know: boards are ordered anew while games go on. */

import type { PgnSeat } from '../../domain/formats/pgn-view.ts'
import { boardOf } from '../../domain/state/round.ts'
import { roundAsOf } from '../app/rounds.ts'
import type { Belonging } from '../app/stored-events.ts'
import { type Viewpoint, viewsFrom } from './viewpoint.ts'

/** The round and board of a game as of the viewpoint; undefined for a game without a round, or without a board then. */
export async function gameSeat(
  viewpoint: Viewpoint,
  game: string,
  { tournament, round }: Belonging,
): Promise<PgnSeat | undefined> {
  if (tournament === undefined || round === undefined) return undefined
  const viewed = await (await viewsFrom(viewpoint))?.seat(game, viewpoint.viewedAt)
  const board = viewed == null ? await recordedBoard(viewpoint, game, { tournament, round }) : viewed.board
  return board === null ? undefined : { round, board }
}

async function recordedBoard(
  { service, asOf }: Viewpoint,
  game: string,
  id: Required<Belonging>,
): Promise<number | null> {
  const round = await roundAsOf(service, id, asOf)
  return round === null ? null : boardOf(round.folded, game)
}
