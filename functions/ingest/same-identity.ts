/** The games on record that have one identity. Texts whose tags are the same can tell several games: a match, a tie-break. */

import type { ApiClient } from '../http/api-client.ts'
import { type RecordedGame, recordedGame } from './continuation.ts'
import { nthId, type PgnIdentity } from './pgn-identity.ts'
import { eventsOf } from './record-events.ts'

/** `null`: the id is in use, and the token may not read its game. */
export type SameIdentityGames = (RecordedGame | null)[]

/** The games of the identities that this import asked for, as far as MOST_CHARACTERS goes; beyond that they are read again. */
export interface IdentityCache {
  of(identity: PgnIdentity): Promise<SameIdentityGames>
  /** Reads one of them anew, or what another importer has opened as the next one; null where there is none to be read. */
  reload(identity: PgnIdentity, n: number): Promise<RecordedGame | null>
}

/** Characters of moves that are held at a time, of some twenty thousand games of forty moves: beyond them identities are read again. */
const MOST_CHARACTERS = 16_000_000

export function openIdentityCache(client: ApiClient): IdentityCache {
  const known = new Map<string, SameIdentityGames>()
  let held = 0

  const sizeOf = (games: SameIdentityGames): number =>
    games.reduce((sum, game) => sum + (game === null ? 0 : 2 * game.current.moves.length), 0)

  const read = async (identity: PgnIdentity, n: number): Promise<RecordedGame | null> => {
    const id = nthId(identity, n)
    const events = await eventsOf(client, id)
    return events === null ? null : recordedGame(id, events)
  }

  const forget = (id: string) => {
    held -= sizeOf(known.get(id) ?? [])
    known.delete(id)
  }

  const keep = (id: string, games: SameIdentityGames) => {
    held += sizeOf(games)
    for (const oldest of known.keys()) {
      if (held <= MOST_CHARACTERS) break
      forget(oldest)
    }
    known.set(id, games)
  }

  return {
    async of(identity) {
      const held = known.get(identity.id)
      if (held !== undefined) return held
      const games: SameIdentityGames = [await read(identity, 1)]
      for (let n = 2; ; n++) {
        const game = await read(identity, n)
        if (game === null) break
        games.push(game)
      }
      keep(identity.id, games)
      return games
    },
    async reload(identity, n) {
      const games = known.get(identity.id) ?? []
      forget(identity.id)
      const game = await read(identity, n)
      games[n - 1] = game
      keep(identity.id, games)
      return game
    },
  }
}
