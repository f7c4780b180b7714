/** The boards of a followed round as they were shown last, and the messages from there to what is seen now. */
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

/** A game at its board as it was shown last. */
interface ShownBoard {
  /** Null: it was taken out of the round. */
  readonly board: number | null
  readonly players: string
  readonly serialized: SerializedState
  readonly record: GameRecord
  /** How much of it was erased by then: what was sent before that is not sent again. */
  readonly erased: number
  /** The instant of its clocks, ms. */
  readonly at: number
  /** When its next period will be seen to begin, ms. */
  readonly nextPeriod: number | null
}

export interface ShownBoards {
  /**
   * The messages by which a reader learns what is new at a board. `board`: null for a game that was taken out of the round: of
   * that nothing is sent, but its events go on counting.
   */
  look(board: number | null, game: string, asOf: AsOf): Promise<readonly SseMessage[]>
  /** Events of all games shown. */
  events(): number
  /** Whether anybody's name or words were erased from a game shown. */
  hasErasures(): boolean
  /** All boards in their order, as JSON texts. */
  texts(): readonly string[]
  /** The instants (ms) at which a game will have more to see without any commit. */
  dues(): readonly (number | null)[]
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
  /** Games looked at, those that may not be seen yet included. */
  const records = new Map<string, GameRecord>()

  return {
    async look(board, game, asOf) {
      const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
      if (record === null) return []
      records.set(game, record)
      const seq = visibleSeq(record, asOf)
      const before = shown.get(game)
      if (seq === 0) return []
      const state = withPeriodBegun(stateAfter(record, seq, follower), asOfInstant(asOf))
      const isShown = before?.serialized.seq === seq && before.at === state.at
      if (isShown && before.board === board && before.record === record) return []
      const { erased } = record
      const isErased = before !== undefined && before.erased !== erased
      if (isErased) onErased()
      const nextPeriod = nextPeriodAt(state, delay)
      const serialized = serializeVisible(reading, state, moves)
      const now = { board, players: playersText(state), serialized, record, erased, at: state.at, nextPeriod }
      shown.set(game, now)
      if (board === null) return []
      if (before === undefined || before.board === null || isErased || before.players !== now.players)
        return [{ name: 'game', data: boardText(game, { ...now, board }) }]
      if (isShown) return []
      const place = placeText(game, board)
      return stepsBetween(before.serialized, serialized, state.log, reading).map(({ name, data }) => ({
        name,
        data: `{${place},${data.slice(1)}`,
      }))
    },
    events: () => [...shown.values()].reduce((sum, { serialized }) => sum + serialized.seq, 0),
    hasErasures: () => [...shown.values()].some(({ erased }) => erased > 0),
    texts: () =>
      [...shown]
        .flatMap(([game, { board, ...rest }]) => (board === null ? [] : [{ game, board, ...rest }]))
        .sort((a, b) => a.board - b.board)
        .map(({ game, ...seated }) => boardText(game, seated)),
    dues: () =>
      [...records].map(([game, record]) => {
        const { serialized, nextPeriod = null } = shown.get(game) ?? {}
        return earlierOf(nextVisibleAt(record, serialized?.seq ?? 0, delay), nextPeriod)
      }),
    bytes: () => [...shown.values()].reduce((sum, { serialized }) => sum + serializedBytes(serialized), 0),
  }
}

const placeText = (game: string, board: number): string => `"game":${JSON.stringify(game)},"board":${board}`

const playersText = ({ details }: GameState): string =>
  `"white":${JSON.stringify(details?.white ?? null)},"black":${JSON.stringify(details?.black ?? null)}`

const boardText = (
  game: string,
  { board, players, serialized }: Pick<ShownBoard, 'players' | 'serialized'> & { readonly board: number },
): string => `{${placeText(game, board)},${players},"state":${serializedText(serialized)}}`
