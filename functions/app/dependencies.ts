/**
 * Dependencies that several use cases have in common. A use case takes these, or picks single ports; none takes all. The
 * composition roots (host/create-host.ts, lambda/deployed.ts) provide them.
 */

import type { Ports } from '../ports.ts'
import type { ResponseCache } from '../response-cache.ts'
import type { ErasureWatch } from './erasures.ts'
import type { GameStreams } from './games.ts'
import type { RoundStreams } from './round-streams.ts'

/** Loads games: from memory, where this process alone writes. */
export interface GameLoader extends Pick<Ports, 'singleWriter'> {
  readonly games: GameStreams
}

/** Loads rounds. */
export interface RoundLoader extends Pick<Ports, 'singleWriter'> {
  readonly rounds: RoundStreams
}

/** Loads games for readers: a tournament in the registry says how late the public sees them. */
export interface GameReader extends GameLoader, Pick<Ports, 'clock' | 'registry'> {}

/** Loads rounds with their tournaments. */
export interface RoundReader extends RoundLoader, Pick<Ports, 'registry'> {}

/** Appends events to streams, stores their personal data separately, and notifies the streams' consumers. */
export interface Recorder
  extends Pick<
    Ports,
    | 'alertLog'
    | 'clock'
    | 'ids'
    | 'inTurn'
    | 'log'
    | 'metrics'
    | 'notify'
    | 'pause'
    | 'persons'
    | 'random'
    | 'singleWriter'
  > {
  readonly erasures: ErasureWatch
}

/** Erases personal data, and drops from memory what was made of them. */
export interface Eraser extends Pick<Ports, 'ids' | 'notify' | 'persons'> {
  readonly games: GameStreams
  readonly rounds: RoundStreams
  readonly responses: ResponseCache
  readonly erasures: ErasureWatch
}
