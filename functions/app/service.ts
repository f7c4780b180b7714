/** All that the use cases share: the ports, and the streams folded and kept warm. */

import type { Ports } from '../ports.ts'
import { ResponseCache } from '../response-cache.ts'
import { type Games, openGames } from './games.ts'
import { openRounds, type Rounds } from './round-state.ts'

export interface Service extends Ports {
  readonly games: Games
  readonly rounds: Rounds
  /** What was rendered for readers. */
  readonly responses: ResponseCache
}

export const openService = (ports: Ports, responses = new ResponseCache()): Service => ({
  ...ports,
  games: openGames(ports),
  rounds: openRounds(ports),
  responses,
})
