/** Games folded up to their head and cached in memory, with the tournament and round they belong to. */
import { LRUCache } from 'lru-cache'
import { type Fold, openFold, step } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import type { Commit } from '../store/commit.ts'
import { type Belonging, recordedEvents } from './stored-events.ts'
import { type StreamKind, type StreamRecord, type Streams, warmStreams } from './streams.ts'

export interface FoldedGame {
  readonly fold: Fold
  /** Folds up to earlier events, one for each reader of delayed states (earlier-states.ts). */
  readonly trailing: LRUCache<string, Fold>
  belonging: Belonging
}

/** Each of these folds costs as much memory as the game's own, and counts as much. */
const MAX_TRAILING_FOLDS = 4

/**
 * Bytes of commits whose states are cached. It is twice the bound of other streams, since a game that is also read with a delay is held
 * twice and should not push out others.
 */
const MAX_WARM_GAME_BYTES = 128 * 1024 * 1024

export type GameRecord = StreamRecord<FoldedGame>
export type GameStreams = Streams<StoredEvent, FoldedGame>

export const createGameStreams = (
  ports: Pick<Ports, 'log' | 'persons' | 'registry' | 'singleWriter'>,
  maxBytes = MAX_WARM_GAME_BYTES,
): GameStreams => warmStreams(ports, GAMES, maxBytes)

const GAMES: StreamKind<StoredEvent, FoldedGame> = {
  empty: () => ({ fold: openFold(), trailing: new LRUCache({ max: MAX_TRAILING_FOLDS }), belonging: {} }),
  apply(folded, event, commit) {
    if (event.seq === 1) folded.belonging = belongingOf(commit)
    step(folded.fold, event)
  },
  countStates: ({ trailing }) => 1 + trailing.size,
}

/** Where a game belongs, by its first commit. */
export function belongingOf(first: Commit): Belonging {
  const { tournament, round } = recordedEvents(first)[0]?.margin ?? {}
  return { ...(tournament !== undefined && { tournament }), ...(round !== undefined && { round }) }
}
