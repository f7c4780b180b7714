/** The source of a game's live stream: its state and what changes it; the `id:` of messages is the seq. */

import {
  type ChangeMessage,
  causesAmong,
  type MovesShown,
  messagesSince,
  type SerializedState,
  serializedText,
  serializeState,
} from '../../domain/formats/change-messages.ts'
import type { GameState, LogEntry } from '../../domain/game/index.ts'
import { loadCurrent, type Visibility } from '../app/access.ts'
import {
  type AsOf,
  asOfInstant,
  DELAY_UNIT_MS,
  periodsAhead,
  stateAfter,
  visibleSeq,
  withPeriodBegun,
} from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { stateVisibleTo } from '../app/read-game.ts'
import { type Belonging, gameStream } from '../app/stored-events.ts'
import { type SseBatch, sseBatch } from './sse.ts'
import type { StreamSource } from './stream-source.ts'
import type { FeedSources } from './viewpoint.ts'

/** A state as far as its reader may see it, serialized to be compared with the next. */
export const serializeVisible = (
  reading: Visibility,
  state: GameState,
  moves: MovesShown = 'all',
): SerializedState => serializeState(stateVisibleTo(reading, state), moves)

/** About how many bytes a serialized state takes. */
export const serializedBytes = (serialized: SerializedState | null): number =>
  serialized === null
    ? 0
    : [...serialized.moves, ...Object.values(serialized.fields)].reduce(
        (sum, { length }) => sum + length,
        500,
      )

/** The messages between two states of a game, for readers of one kind; `log`: the game's, with what lies between them. */
export const stepsBetween = (
  before: SerializedState,
  after: SerializedState,
  log: readonly LogEntry[],
  reading: Visibility,
): ChangeMessage[] => stepsSince([before], after, log, reading)

/** The same for readers of whom each has one of some earlier states. */
export const stepsSince = (
  earlier: readonly [SerializedState, ...SerializedState[]],
  after: SerializedState,
  log: readonly LogEntry[],
  reading: Visibility,
): ChangeMessage[] =>
  messagesSince(
    earlier,
    after,
    causesAmong(
      log.filter(({ seq }) => seq > earlier[0].seq && seq <= after.seq),
      reading === 'all',
    ),
  )

/** The messages for a reader who has no state of a game: the whole state, and the end where it has ended. */
export const openingMessages = (serialized: SerializedState): ChangeMessage[] => {
  const { result = 'null', at } = serialized.fields
  const end: ChangeMessage = { name: 'end', data: `{"seq":${serialized.seq},"at":${at},"result":${result}}` }
  return [{ name: 'snapshot', data: serializedText(serialized) }, ...(result === 'null' ? [] : [end])]
}

/** When the event after `seq` will be seen with so many minutes of delay; null where there is none, or no delay. */
export function nextVisibleAt(
  { known }: Pick<GameRecord, 'known'>,
  seq: number,
  delay: number,
): number | null {
  const next = known[seq]
  return delay === 0 || next === undefined ? null : next + delay * DELAY_UNIT_MS
}

/** When the next period begins by itself, as seen with so many minutes of delay; null where none will. */
export function nextPeriodAt(state: GameState, delay: number): number | null {
  const next = periodsAhead(state)[0]
  return next === undefined ? null : next + delay * DELAY_UNIT_MS
}

/** The earlier of two instants of which either may not be. */
export const earlierOf = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)

export function gameStreamSource(
  service: FeedSources,
  game: string,
  reading: Visibility,
  delay: number,
): StreamSource {
  const stream = gameStream(game)
  const follower = `stream ${delay}`
  /** Weak: how many records stay in memory is for the cache of games to say, however many games are followed. */
  let read: WeakRef<GameRecord> | null = null
  let belonging: Belonging = {}
  let shown: SerializedState | null = null
  let whole: SseBatch | null = null
  let erased = 0
  let shownAt = 0
  let dueAt: number | null = null

  return {
    streams: new Set([stream]),
    get belonging() {
      return belonging
    },
    async refresh(changed) {
      const asOf: AsOf = { delay, now: service.clock.now() }
      const known = changed === null || changed.has(stream) ? undefined : read?.deref()
      const record = known ?? (await loadCurrent<FoldedGame>(service, service.games, stream))
      read = new WeakRef(record)
      belonging = record.folded.belonging
      const seq = visibleSeq(record, asOf)
      // What was erased is shown no more, so all readers get a new snapshot.
      const before = record.erased === erased ? shown : null
      if (seq === 0) return null
      const state = withPeriodBegun(stateAfter(record, seq, follower), asOfInstant(asOf))
      dueAt = earlierOf(nextVisibleAt(record, seq, delay), nextPeriodAt(state, delay))
      if (seq === before?.seq && state.at === shownAt) return null
      erased = record.erased
      shownAt = state.at
      shown = serializeVisible(reading, state)
      whole = null
      return sseBatch(
        seq,
        before === null ? openingMessages(shown) : stepsBetween(before, shown, state.log, reading),
      )
    },
    snapshot() {
      whole ??= sseBatch(shown!.seq, openingMessages(shown!))
      return [whole]
    },
    since(id) {
      const record = read?.deref()
      if (record === undefined || shown === null || id < 1 || id > shown.seq) return null
      // A reader who reconnects may still show what was erased meanwhile, of which no event tells them: they get the whole.
      if (record.erased > 0) return null
      const state = stateAfter(record, id, 'asked')
      // A reader of the last event may lack the period that began since.
      if (id === shown.seq && state.at === shownAt) return { id, bytes: Buffer.alloc(0) }
      const before = serializeVisible(reading, state)
      return sseBatch(shown.seq, stepsBetween(before, shown, record.folded.fold.state.log, reading))
    },
    dueAt: () => dueAt,
    bytes: () => serializedBytes(shown) + (whole?.bytes.length ?? 0),
  }
}
