/**
 * The service of a process: the ports, and the objects that live as long as the process does. Only composition roots and
 * tests hold a whole one; all other code names what it needs.
 */

import type { Ports } from '../ports.ts'
import { ResponseCache } from '../response-cache.ts'
import { createErasureWatch, type ErasureWatch } from './erasures.ts'
import { createGameStreams, type GameStreams } from './games.ts'
import { createHealthCheck, type Health } from './health.ts'
import { createRoundStreams, type RoundStreams } from './round-streams.ts'

export interface Service extends Ports {
  readonly games: GameStreams
  readonly rounds: RoundStreams
  /** The cache of rendered documents. */
  readonly responses: ResponseCache
  readonly erasures: ErasureWatch
  readonly checkHealth: () => Promise<Health>
}

export function openService(ports: Ports, responses = new ResponseCache()): Service {
  const streams = { games: createGameStreams(ports), rounds: createRoundStreams(ports) }
  return {
    ...ports,
    ...streams,
    responses,
    erasures: createErasureWatch(),
    checkHealth: createHealthCheck({ ...ports, ...streams }),
  }
}
