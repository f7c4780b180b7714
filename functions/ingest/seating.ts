/** The seating of imported games in the rounds of a tournament. */
import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'
import { isId } from '../../events/index.ts'
import { type ApiClient, problemText } from '../http/api-client.ts'
import { type OpeningOptions, roundAndBoardOf, type TournamentDefaults } from './pgn-opening.ts'

export interface ImportSeat {
  /** The route that opens games of the round. */
  readonly path: string
  readonly opening: OpeningOptions
}

export interface RoundSeating {
  seatOf(game: PgnGame): Promise<ImportSeat>
}

/** The tournament could not be read or entered. */
export class SeatingFailed extends Error {
  override readonly name = 'SeatingFailed'
}

/** A tournament that is not there yet is entered under the name of the first game's event. */
export function openRoundSeating(client: ApiClient, tournament: string): RoundSeating {
  let defaults: TournamentDefaults | null = null
  return {
    async seatOf(game) {
      defaults ??= await defaultsOf(client, tournament, tagOf(game, 'Event'))
      const path = `/tournaments/${tournament}/rounds/${roundId(roundAndBoardOf(game).round)}/games`
      return { path, opening: { ...defaults } }
    },
  }
}

/** Games whose text names no round come into round 0. */
function roundId(round: number | string | undefined): string {
  const text = String(round ?? 0)
  return isId(text) ? text : text.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 64)
}

async function defaultsOf(
  client: ApiClient,
  id: string,
  event: string | undefined,
): Promise<TournamentDefaults> {
  const found = await client.request('GET', `/tournaments/${id}`)
  if (found.status === 200) {
    const { edition, play, supervision, regulations } =
      (JSON.parse(found.text) as { defaults?: TournamentDefaults }).defaults ?? {}
    return {
      ...(edition !== undefined && { edition }),
      ...(play !== undefined && { play }),
      ...(supervision !== undefined && { supervision }),
      ...(regulations !== undefined && { regulations }),
    }
  }
  // A name is one line: signs that steer a terminal do not belong in it.
  const title = [...(event ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim()].slice(0, 120).join('')
  const name = /^\?*$/.test(title) ? id : title
  const made = await client.request('POST', '/tournaments', { body: { id, name } })
  if (made.status >= 400) throw new SeatingFailed(`tournament ${id}: ${problemText(made)}`)
  return {}
}
