/** The boards of a followed round as they were shown last, and the messages from there to what is seen now. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type MovesShown,
  type SerializedState,
  serializedText,
} from '../../domain/formats/change-messages.ts'
import type { GameState } from '../../domain/game/index.ts'
import { loadUnlessDamaged, type Visibility } from '../app/access.ts'
import { type AsOf, asOfInstant, stateAfter, visibleSeq, withPeriodBegun } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { gameStream } from '../app/stored-events.ts'
import { batchesOf } from '../batches.ts'
import type { SseMessage } from './sse.ts'
import {
  earlierOf,
  nextPeriodAt,
  nextVisibleAt,
  serializedBytes,
  serializeVisible,
  stepsBetween,
} from './stream-game.ts'
import type { FeedSources } from './viewpoint.ts'

/** Games read at a time; between two such batches of a look the process does what else there is to do. */
const CONCURRENCY = 50

/** A game at its board as it was shown last. */
interface ShownBoard {
  /** Null: it was taken out of the round. */
  readonly board: number | null
  readonly players: string
  readonly serialized: SerializedState
  /** How much of it was erased by then: what was sent before that is not sent again. */
  readonly erased: number
  /** The instant of its clocks, ms. */
  readonly at: number
  /** About how many bytes it takes. */
  readonly bytes: number
}

/** A game looked at, also one that may not be seen yet. */
interface LookedAt {
  /** Weak: how many records stay in memory is for the cache of games to say, however many boards are followed. */
  readonly record: WeakRef<GameRecord>
  /** The instant (ms) at which it will have more to see without any commit; null: it will not. */
  readonly dueAt: number | null
}

/** Where a game sits; `board` null: it was taken out of the round, of which nothing is sent, but its events go on counting. */
export interface RoundSeat {
  readonly game: string
  readonly board: number | null
}

export interface ShownBoards {
  /**
   * Adds the messages by which a reader learns what is new at these boards; where it fails, those of the boards before are there.
   * `hasChanged`: the record of a game may have gone on.
   */
  look(
    seats: readonly RoundSeat[],
    asOf: AsOf,
    hasChanged: (game: string) => boolean,
    messages: SseMessage[],
  ): Promise<void>
  /** Whether there is more to see of a game at an instant (ms) than at the last look, without any commit. */
  isDue(game: string, now: number): boolean
  /** Events of all games shown. */
  events(): number
  /** Whether anybody's name or words were erased from a game shown. */
  hasErasures(): boolean
  /** All boards in their order, as JSON texts. */
  texts(): readonly string[]
  /** The instant (ms) at which a game will have more to see without any commit; null: none will. */
  dueAt(): number | null
  /** About how many bytes they take. */
  bytes(): number
}

/** `onErased`: what was sent before must not be sent again, since somebody was erased from it. */
export function openShownBoards(
  service: FeedSources,
  { reading, delay, moves }: { reading: Visibility; delay: number; moves: MovesShown },
  onErased: () => void,
): ShownBoards {
  const follower = `stream ${delay}`
  const shown = new Map<string, ShownBoard>()
  const looks = openLooks()
  const totals = openTotals()

  const recordOf = async (game: string, hasChanged: boolean): Promise<GameRecord | null> => {
    const known = looks.recordOf(game)
    if (known !== undefined && !hasChanged) return known
    return loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
  }

  /** Nothing is awaited here: the state is live. */
  const lookAt = ({ game, board }: RoundSeat, record: GameRecord, asOf: AsOf): readonly SseMessage[] => {
    const seq = visibleSeq(record, asOf)
    const before = shown.get(game)
    const isSameRecord = looks.recordOf(game) === record
    const nextKnown = nextVisibleAt(record, seq, delay)
    if (seq === 0) {
      looks.set(game, record, nextKnown)
      return []
    }
    const state = withPeriodBegun(stateAfter(record, seq, follower), asOfInstant(asOf))
    looks.set(game, record, earlierOf(nextKnown, nextPeriodAt(state, delay)))
    const isShown = before?.serialized.seq === seq && before.at === state.at
    const { erased } = record
    const isErased = before !== undefined && before.erased !== erased
    if (isShown && before.board === board && isSameRecord) return []
    if (isErased) onErased()
    const serialized = serializeVisible(reading, state, moves)
    const now: ShownBoard = {
      board,
      players: playersText(state),
      serialized,
      erased,
      at: state.at,
      bytes: serializedBytes(serialized),
    }
    shown.set(game, now)
    totals.replace(before, now)
    if (before === undefined || needsWhole(before, now)) return wholeBoard(game, now)
    return isShown
      ? []
      : stepsAtBoard(game, board, stepsBetween(before.serialized, serialized, state.log, reading))
  }

  return {
    async look(seats, asOf, hasChanged, messages) {
      for (const [k, some] of [...batchesOf(seats, CONCURRENCY)].entries()) {
        if (k > 0) await nextTurn()
        const records = await Promise.all(some.map(({ game }) => recordOf(game, hasChanged(game))))
        for (const [k, seat] of some.entries()) {
          const record = records[k] ?? null
          if (record !== null) messages.push(...lookAt(seat, record, asOf))
        }
      }
    },
    isDue: looks.isDue,
    events: totals.events,
    hasErasures: () => totals.erasures() > 0,
    texts: () =>
      [...shown]
        .flatMap(([game, { board, ...rest }]) => (board === null ? [] : [{ game, board, ...rest }]))
        .sort((a, b) => a.board - b.board)
        .map(({ game, ...seated }) => boardText(game, seated)),
    dueAt: looks.dueAt,
    bytes: totals.bytes,
  }
}

/** The games looked at, and when one of them will have more to see without any commit. */
function openLooks() {
  const looks = new Map<string, LookedAt>()
  return {
    /** Undefined also of a game whose record has left the memory since. */
    recordOf: (game: string): GameRecord | undefined => looks.get(game)?.record.deref(),
    set(game: string, record: GameRecord, dueAt: LookedAt['dueAt']): void {
      looks.set(game, { record: new WeakRef(record), dueAt })
    },
    isDue(game: string, now: number): boolean {
      const dueAt = looks.get(game)?.dueAt ?? null
      return dueAt !== null && dueAt <= now
    },
    dueAt(): number | null {
      let next: number | null = null
      for (const { dueAt } of looks.values()) next = earlierOf(next, dueAt)
      return next
    },
  }
}

/** Sums of all boards shown; each look at a board brings them up to date, since a round of thousands is looked at with each move. */
function openTotals() {
  let [events, bytes, erasures] = [0, 0, 0]
  return {
    events: () => events,
    bytes: () => bytes,
    erasures: () => erasures,
    replace(before: ShownBoard | undefined, now: ShownBoard): void {
      events += now.serialized.seq - (before?.serialized.seq ?? 0)
      bytes += now.bytes - (before?.bytes ?? 0)
      erasures += now.erased - (before?.erased ?? 0)
    },
  }
}

/** Whether a reader has to get the whole board: it has come, its players are others, or somebody was erased from it. */
const needsWhole = (before: ShownBoard, now: ShownBoard): boolean =>
  before.board === null || before.erased !== now.erased || before.players !== now.players

/** None of a game that was taken out of the round. */
const wholeBoard = (game: string, { board, ...rest }: ShownBoard): readonly SseMessage[] =>
  board === null ? [] : [{ name: 'game', data: boardText(game, { ...rest, board }) }]

/** The messages of a game as messages of the round: each names the game and its board. */
function stepsAtBoard(
  game: string,
  board: number | null,
  steps: readonly SseMessage[],
): readonly SseMessage[] {
  if (board === null) return []
  const place = placeText(game, board)
  return steps.map(({ name, data }) => ({ name, data: `{${place},${data.slice(1)}` }))
}

const placeText = (game: string, board: number): string => `"game":${JSON.stringify(game)},"board":${board}`

const playersText = ({ details }: GameState): string =>
  `"white":${JSON.stringify(details?.white ?? null)},"black":${JSON.stringify(details?.black ?? null)}`

const boardText = (
  game: string,
  { board, players, serialized }: Pick<ShownBoard, 'players' | 'serialized'> & { readonly board: number },
): string => `{${placeText(game, board)},${players},"state":${serializedText(serialized)}}`
