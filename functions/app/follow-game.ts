/** A game's record for those who follow it beside the projector. */

import { StoreUnavailable } from '../store/commit-log.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader } from './dependencies.ts'
import type { FoldedGame, GameRecord } from './games.ts'

/**
 * Null for a stream that cannot be folded or verified: the projector lists it and raises the alarm, so others pass it by.
 * Throws StoreUnavailable, after which the notification comes again.
 */
export async function followGame(service: GameLoader, stream: string): Promise<GameRecord | null> {
  try {
    return await loadCurrent<FoldedGame>(service, service.games, stream)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return null
  }
}
