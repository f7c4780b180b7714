/** A game being reported while it is folded: what comes next is chosen by what stands on the board and what is due. */
import {
  castlingSide,
  isChess960,
  kingTarget,
  legalMoves,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  parseFen,
  turnOf,
} from '../../../domain/chess/index.ts'
import { type Fold, fenOf, type GameState, openFold, step } from '../../../domain/game/index.ts'
import type { Actor, EventData, EventType, Side, StoredEvent } from '../../../events/index.ts'

const START = Date.UTC(2026, 2, 14, 14)

export type Pick = (below: number) => number

export interface GameGenerator {
  readonly pick: Pick
  /** True `percent` times in a hundred. */
  chance(percent: number): boolean
  one<T>(list: readonly T[]): T
  readonly state: GameState
  readonly position: Position
  readonly turn: Side
  readonly legal: readonly Move[]
  /** The record so far. */
  readonly events: readonly StoredEvent[]
  readonly seq: number
  wait(ms: number): void
  /** The record is as long as it was to be: what is reported now is left out. */
  readonly full: boolean
  report<T extends EventType>(type: T, by: Actor, data: EventData<T>): void
}

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white')

/** `watch` is shown the state after each event. */
export function openGenerator(
  pick: Pick,
  length: number,
  watch: (state: GameState, event: StoredEvent) => void,
): GameGenerator & { fold: Fold } {
  const fold = openFold()
  const events: StoredEvent[] = []
  let now = START
  let read: { fen: string; position: Position; legal: Move[] | null } | null = null
  const here = (): NonNullable<typeof read> => {
    const { points, here: index } = fold.state
    const fen = fenOf(points, points[index])
    if (read?.fen === fen) return read
    const chess960 = / [wb] \S*[A-Ha-h]/.test(fenOf(points, points[0]))
    const parsed = parseFen(fen, { chess960 })
    if (!parsed.ok) throw new Error(`the state stands at ${fen}: ${parsed.error.message}`)
    read = { fen, position: parsed.value, legal: null }
    return read
  }
  return {
    fold,
    pick,
    events,
    chance: (percent) => pick(100) < percent,
    one: (list) => list[pick(list.length)] as (typeof list)[number],
    get state() {
      return fold.state
    },
    get position() {
      return here().position
    },
    get turn() {
      return turnOf(here().position)
    },
    get legal() {
      const at = here()
      at.legal ??= legalMoves(at.position)
      return at.legal
    },
    get seq() {
      return events.length
    },
    get full() {
      return events.length >= length
    },
    wait(ms) {
      now += ms
    },
    report(type, by, data) {
      if (events.length >= length) return
      const seq = events.length + 1
      const at = new Date(now).toISOString()
      const event = { id: `e${seq}`, type, at, by, data, game: 'soak', seq, receivedAt: at, recordedAt: at }
      const stored = { ...event, principal: 'kit', v: 1 } as unknown as StoredEvent
      events.push(stored)
      step(fold, stored)
      watch(fold.state, stored)
    },
  }
}

/** A legal move as `move-made` reports it. */
export function dataOf(move: Move): EventData<'move-made'> {
  const castling = castlingSide(move)
  const promotion = movePromotion(move)
  return {
    from: nameOf(moveFrom(move)),
    to: nameOf(castling === null ? moveTo(move) : kingTarget(move)),
    ...(promotion === null ? {} : { promotion }),
    ...(castling === null ? {} : { castling }),
  }
}

/** Can the report leave the castling out? Two steps of a king say enough, save in Chess960. */
export const plain = (generator: GameGenerator, move: Move): EventData<'move-made'> => {
  const { castling, ...data } = dataOf(move)
  return castling === undefined || !isChess960(generator.position) ? data : { ...data, castling }
}

const FILES = 'abcdefgh'
export const anySquare = (generator: GameGenerator): string =>
  `${FILES.charAt(generator.pick(8))}${1 + generator.pick(8)}`
