/** What a composition root puts together: the ports, and the streams folded in memory. Use cases take parts of it. */

import type { Ports } from '../ports.ts'
import { ResponseCache } from '../response-cache.ts'
import { createGameStreams, type GameStreams } from './games.ts'
import { createRoundStreams, type RoundStreams } from './round-state.ts'

export interface Service extends Ports {
  readonly games: GameStreams
  readonly rounds: RoundStreams
  /** What was rendered for readers. */
  readonly responses: ResponseCache
}

export const openService = (ports: Ports, responses = new ResponseCache()): Service => ({
  ...ports,
  games: createGameStreams(ports),
  rounds: createRoundStreams(ports),
  responses,
})
