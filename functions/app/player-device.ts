/** A player's device reads nothing until its game has ended: whatever it showed during play would be advice (11.3.1). */

import type { Principal } from '../auth/roles.ts'
import { scopeGame } from '../auth/scope.ts'
import { type Refusal, refused } from '../refusal.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader } from './dependencies.ts'
import type { FoldedGame } from './games.ts'
import { gameStream } from './stored-events.ts'

/**
 * Refuses a player until their game has ended; null for everybody else. The router asks it before every route that reads, and
 * before the start of the game too, since a stream that is opened then would go on during play.
 */
export async function refusalToPlayer(service: GameLoader, principal: Principal): Promise<Refusal | null> {
  if (principal.role !== 'player') return null
  const game = scopeGame(principal.scope) ?? ''
  const { folded } = await loadCurrent<FoldedGame>(service, service.games, gameStream(game))
  if (folded.fold.state.status === 'ended') return null
  return refused(
    'not-allowed',
    `a player's token opens nothing to read until game ${game} has ended; after that what the public sees`,
  ).error
}
