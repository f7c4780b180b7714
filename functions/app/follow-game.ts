/** Loads a game's record for consumers other than the projector. */

import { StoreUnavailable } from '../store/commit-log.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader } from './dependencies.ts'
import type { FoldedGame, GameRecord } from './games.ts'

/**
 * Null for a stream that cannot be folded or verified: the projector quarantines it and raises the alarm, so that other
 * consumers need only skip it. Throws StoreUnavailable, after which the notification comes again.
 */
export async function followGame(service: GameLoader, stream: string): Promise<GameRecord | null> {
  try {
    return await loadCurrent<FoldedGame>(service, service.games, stream)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return null
  }
}
