/**
 * What use cases need, named where several need the same. A use case takes these, or picks single ports; none takes all. The
 * composition roots (host/create-host.ts, lambda/deployed.ts) have all there are.
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

/** Appends events to streams, with their personal data kept apart, and tells who follows them. */
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

/** Erases personal data, and forgets what was made of them in memory. */
export interface Eraser extends Pick<Ports, 'ids' | 'notify' | 'persons'> {
  readonly games: GameStreams
  readonly rounds: RoundStreams
  readonly responses: ResponseCache
  readonly erasures: ErasureWatch
}
