/** Where imported games sit: in the rounds of a tournament. */
import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'
import { isId } from '../../events/index.ts'
import { type Desk, problemOf } from '../http/api-client.ts'
import { type Defaults, type OpeningOptions, placesOf } from './pgn-opening.ts'

export interface Seat {
  /** The route that opens games of the round. */
  readonly path: string
  readonly opening: OpeningOptions
}

export interface Seating {
  seatOf(game: PgnGame): Promise<Seat>
}

/** The tournament could not be read or entered. */
export class SeatingFailed extends Error {
  override readonly name = 'SeatingFailed'
}

/** A tournament that is not there yet is entered under the name of the first game's event. */
export function openSeating(desk: Desk, tournament: string): Seating {
  let defaults: Defaults | null = null
  return {
    async seatOf(game) {
      defaults ??= await defaultsOf(desk, tournament, tagOf(game, 'Event'))
      const path = `/tournaments/${tournament}/rounds/${roundId(placesOf(game).round)}/games`
      return { path, opening: { ...defaults } }
    },
  }
}

/** Games whose text names no round come into round 0. */
function roundId(round: number | string | undefined): string {
  const text = String(round ?? 0)
  return isId(text) ? text : text.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 64)
}

async function defaultsOf(desk: Desk, id: string, event: string | undefined): Promise<Defaults> {
  const found = await desk.ask('GET', `/tournaments/${id}`)
  if (found.status === 200) {
    const { edition, play, supervision, regulations } =
      (JSON.parse(found.text) as { defaults?: Defaults }).defaults ?? {}
    return {
      ...(edition !== undefined && { edition }),
      ...(play !== undefined && { play }),
      ...(supervision !== undefined && { supervision }),
      ...(regulations !== undefined && { regulations }),
    }
  }
  // A name is one line: signs that steer a terminal do not belong in it.
  const told = [...(event ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim()].slice(0, 120).join('')
  const name = /^\?*$/.test(told) ? id : told
  const made = await desk.ask('POST', '/tournaments', { body: { id, name } })
  if (made.status >= 400) throw new SeatingFailed(`tournament ${id}: ${problemOf(made)}`)
  return {}
}
