/** All that the use cases share: the ports, and the streams folded and kept warm. */
import type { Ports } from '../ports.ts'
import { watchWrites } from '../store/watched-documents.ts'
import { type Games, openGames } from './games.ts'
import { openRounds, type Rounds } from './round-record.ts'

export interface Service extends Ports {
  readonly games: Games
  readonly rounds: Rounds
  /** Writes of this process to a partition of the registry since it was first asked for. */
  registryWrites(pk: string): number
}

export function openService(ports: Ports): Service {
  const { documents, writesTo } = watchWrites(ports.registry)
  return {
    ...ports,
    registry: documents,
    registryWrites: writesTo,
    games: openGames(ports),
    rounds: openRounds(ports),
  }
}
