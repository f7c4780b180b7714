/** All that the use cases share: the ports, and the streams folded and kept warm. */

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
