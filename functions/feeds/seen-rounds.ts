/**
 * Rounds as their readers saw them last, for a process that alone writes its record. The streams in memory tell which records go
 * on: so a request reads those boards again, and no others, and of a round that has not changed none.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { RoundId, RoundState } from '../../domain/state/round.ts'
import { loadCurrent, loadUnlessDamaged } from '../app/access.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import {
  type AsOf,
  asOfInstant,
  countKnown,
  DELAY_UNIT_MS,
  stateAfter,
  visibleSeq,
} from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { type RoundRecord, roundAfter } from '../app/round-streams.ts'
import { type RoundView, roundViewOf } from '../app/rounds.ts'
import { gameStream, roundStream } from '../app/stored-events.ts'
import { batchesOf } from '../batches.ts'
import type { Ports } from '../ports.ts'
import type { ViewedProgress } from '../projections/round-index.ts'
import type { SeenRound, SeenRounds, SeenSeat } from './snapshots.ts'
import { earlierOf, nextPeriodAt, nextVisibleAt } from './stream-game.ts'
import { seenState, versionsDigest } from './viewpoint.ts'

/** About how many bytes all rounds that are remembered take, each delay counted by itself. */
const MAX_BYTES = 64 * 1024 * 1024
/** About how many a round takes beside its seats, a seat beside its events, and an event. */
const [ROUND_BYTES, SEAT_BYTES, EVENT_BYTES] = [4_000, 600, 8]
/** Games read at a time; between two such batches the process does what else there is to do. */
const CONCURRENCY = 50

/** `maxBytes`: where they take more, the rounds that nobody has asked for longest are read anew when somebody does. */
export function createSeenRounds(
  service: GameLoader & Pick<Ports, 'clock'> & RoundLoader,
  maxBytes = MAX_BYTES,
): SeenRounds {
  const watched = new LRUCache<string, WatchedRound>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes(),
  })
  const note = (stream: string) => {
    for (const round of watched.values()) round.note(stream)
  }
  service.games.watch(note)
  service.rounds.watch(note)
  return {
    async see(id, { delay, now }) {
      const key = `${delay} ${roundStream(id.tournament, id.round)}`
      const known = watched.get(key)
      // After the clock was set back, a round that was read before that would show more than the delay allows.
      const isUsable = known !== undefined && known.askedUntil() <= service.clock.now()
      const round = isUsable ? known : watchRound(service, id, delay)
      // Before it is read, so that it hears of what changes meanwhile; and after it, with as many boards as it has then.
      watched.set(key, round)
      const seen = await round.see(now)
      if (watched.peek(key) === round) watched.set(key, round)
      return seen
    },
  }
}

/** Reads all of a round once: for a process that is not told what others write. */
export const seeRound = (
  service: GameLoader & RoundLoader,
  id: RoundId,
  { delay, now }: AsOf,
): Promise<SeenRound> => watchRound(service, id, delay).see(now)

interface WatchedRound {
  note(stream: string): void
  /**
   * As it is to be seen at that time (ms), or later. Those who ask while records are read share the look after that: nobody waits
   * for more than these two.
   */
  see(now: number): Promise<SeenRound>
  /** The latest time (ms) for which somebody has asked. */
  askedUntil(): number
  /** About how many bytes it takes. */
  bytes(): number
}

/** A game as it was read last; `seat` null: nothing of it is to be seen. */
interface ReadGame {
  readonly seat: Omit<SeenSeat, 'board' | 'placedBy'> | null
  /** How many events are remembered with it. */
  readonly events: number
  /** The instant (ms) at which there is more to see of it without any commit; null: there is none. */
  readonly dueAt: number | null
}

/** The round's own record as it was read last. */
interface ReadRound {
  readonly round: RoundView
  readonly own: ViewedProgress
  /** The event that put each game at its board. */
  readonly placedBy: ReadonlyMap<string, number>
  readonly dueAt: number | null
}

function watchRound(service: GameLoader & RoundLoader, id: RoundId, delay: number): WatchedRound {
  const ownStream = roundStream(id.tournament, id.round)
  const follower = `delay ${delay}`
  const games = new Map<string, ReadGame>()
  const streams = new Map<string, string>()
  const changed = new Set([ownStream])
  let read: ReadRound | null = null
  let seen: SeenRound | null = null
  /** The look under way. */
  let turn: Promise<unknown> = Promise.resolve()
  /** The look that has not begun yet. */
  let waiting: Promise<SeenRound> | null = null
  /** When the first of them has more to show without any commit. */
  let nextDue: number | null = null
  let askedUntil = 0
  let events = 0

  const readOwn = async (asOf: AsOf): Promise<ReadRound> => {
    const record = await loadCurrent<RoundState>(service, service.rounds, ownStream)
    const seq = visibleSeq(record, asOf)
    const round = roundViewOf(id, roundAfter(record, seq))
    return {
      round,
      own: seenProgress(record, seq, delay),
      placedBy: placements(record, seq),
      dueAt: nextVisibleAt(record, seq, delay),
    }
  }

  /** One that cannot be read is tried again by who asks next. */
  const readGame = async (game: string, asOf: AsOf): Promise<ReadGame> => {
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
    if (record === null) return { seat: null, events: 0, dueAt: 0 }
    const seq = visibleSeq(record, asOf)
    const nextKnown = nextVisibleAt(record, seq, delay)
    if (seq === 0) return { seat: null, events: 0, dueAt: nextKnown }
    const { erased } = record
    const now = { game, state: stateAfter(record, seq, follower), seq, erased }
    const { state, periodBegunAt, version } = seenState({ instant: asOfInstant(asOf) }, now)
    const progress = seenProgress(record, seq, delay)
    const since = Math.max(progress.since, periodBegunAt === 0 ? 0 : periodBegunAt + delay * DELAY_UNIT_MS)
    return {
      seat: { game, erased, periodBegunAt, version, ...progress, since },
      events: record.known.length,
      dueAt: earlierOf(nextKnown, nextPeriodAt(state, delay)),
    }
  }

  const readChanged = async (asOf: AsOf): Promise<void> => {
    const those = [...changed]
    changed.clear()
    seen = null
    try {
      if (those.includes(ownStream)) read = await readOwn(asOf)
      const boards = read?.round.boards ?? []
      for (const { game } of boards) {
        if (streams.has(gameStream(game))) continue
        streams.set(gameStream(game), game)
        those.push(gameStream(game))
      }
      const again = those.flatMap((stream) => streams.get(stream) ?? [])
      for (const [k, some] of [...batchesOf(again, CONCURRENCY)].entries()) {
        if (k > 0) await nextTurn()
        for (const game of some) {
          const now = await readGame(game, asOf)
          events += now.events - (games.get(game)?.events ?? 0)
          games.set(game, now)
        }
      }
      nextDue = read?.dueAt ?? null
      for (const { dueAt } of games.values()) nextDue = earlierOf(nextDue, dueAt)
    } catch (error) {
      for (const stream of those) changed.add(stream)
      throw error
    }
  }

  const noteDue = (now: number) => {
    if (nextDue === null || nextDue > now) return
    const isDue = (dueAt: number | null) => dueAt !== null && dueAt <= now
    if (isDue(read?.dueAt ?? null)) changed.add(ownStream)
    for (const [game, { dueAt }] of games) if (isDue(dueAt)) changed.add(gameStream(game))
  }

  /** All of it as of one time: what goes on while others are read is read again. */
  const look = async (): Promise<SeenRound> => {
    waiting = null
    const asOf: AsOf = { delay, now: askedUntil }
    noteDue(asOf.now)
    while (changed.size > 0) await readChanged(asOf)
    seen ??= seenRound(asOf, read!, games)
    return seen
  }

  return {
    note(stream) {
      if (stream === ownStream || streams.has(stream)) changed.add(stream)
    },
    see(now) {
      askedUntil = Math.max(askedUntil, now)
      if (waiting === null) {
        waiting = turn.then(look)
        // A failure is reported to who asked; the next look reads what this one did not.
        turn = waiting.catch(() => {})
      }
      return waiting
    },
    askedUntil: () => askedUntil,
    bytes: () => ROUND_BYTES + SEAT_BYTES * games.size + EVENT_BYTES * events,
  }
}

function seenRound(
  asOf: AsOf,
  { round, own, placedBy }: ReadRound,
  games: ReadonlyMap<string, ReadGame>,
): SeenRound {
  const seats = round.boards.flatMap(({ board, game }): SeenSeat[] => {
    const seat = games.get(game)?.seat
    return seat == null ? [] : [{ board, placedBy: placedBy.get(game) ?? own.seq, ...seat }]
  })
  return { asOf, round, own, seats, version: versionsDigest(seats.map(({ version }) => version)) }
}

/** Up to which event a reader sees a record, and saw it earlier. */
function seenProgress({ known }: Pick<GameRecord, 'known'>, seq: number, delay: number): ViewedProgress {
  const late = delay * DELAY_UNIT_MS
  const since = seq === 0 ? 0 : known[seq - 1]! + late
  return { seq, since, seqAt: (instant) => Math.min(seq, countKnown(known, instant - late)) }
}

/** By which event of its round each game came to its board. */
const placements = ({ folded }: RoundRecord, seq: number): Map<string, number> =>
  new Map(
    folded.events.flatMap((event) =>
      event.type === 'board-assigned' && event.seq <= seq ? [[event.data.game, event.seq] as const] : [],
    ),
  )
