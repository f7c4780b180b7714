/** A round folded from its own stream: who plays at which board, and whether it is published or closed. */
import type { RoundEvent, RoundEventData } from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import { type StreamRecord, type Streams, warmStreams } from './streams.ts'

export type RoundDefaults = NonNullable<RoundEventData<'round-opened'>['defaults']>

export interface FoldedRound {
  start: string | null
  defaults: RoundDefaults
  /** The game at each board. */
  readonly boards: Map<number, string>
  /** Games whose board nobody named. */
  readonly chosen: Set<string>
  publishedAt: string | null
  closedAt: string | null
  /** What was folded, to be folded again up to an earlier event. */
  readonly events: RoundEvent[]
  /** The boards in their order as they stood after `after` events of the round; null: nobody has asked. */
  order: { readonly after: number; readonly boards: readonly Seated[] } | null
}

export type RoundRecord = StreamRecord<FoldedRound>
export type RoundStreams = Streams<RoundEvent, FoldedRound>

export const createRoundStreams = (
  ports: Pick<Ports, 'log' | 'persons' | 'registry' | 'singleWriter'>,
): RoundStreams => warmStreams(ports, { empty: emptyRound, apply: applyRoundEvent })

const emptyRound = (): FoldedRound => ({
  start: null,
  defaults: {},
  boards: new Map(),
  chosen: new Set(),
  publishedAt: null,
  closedAt: null,
  events: [],
  order: null,
})

/** The round after event `seq`. */
export function roundAfter({ folded, seq: head }: RoundRecord, seq: number): FoldedRound {
  if (seq === head) return folded
  const round = emptyRound()
  for (const event of folded.events.slice(0, seq)) applyRoundEvent(round, event)
  return round
}

/** Folds one event into the round, in place. */
function applyRoundEvent(round: FoldedRound, event: RoundEvent): void {
  round.events.push(event)
  switch (event.type) {
    case 'round-opened':
      describe(round, event.data)
      return
    case 'board-assigned':
      assign(round, event.data)
      return
    case 'round-published':
      round.publishedAt ??= event.at
      return
    case 'details-corrected':
      describe(round, event.data.fields)
      return
    case 'round-closed':
      round.closedAt ??= event.at
      return
  }
}

function describe(
  round: FoldedRound,
  { start, defaults }: { start?: string | undefined; defaults?: RoundDefaults | undefined },
) {
  if (start !== undefined) round.start = start
  if (defaults !== undefined) round.defaults = { ...round.defaults, ...defaults }
}

/** A game sits at one board: the one it had before is free, unless another game was put there meanwhile. */
function assign(round: FoldedRound, { board, game, chosen }: RoundEventData<'board-assigned'>) {
  for (const [other, there] of round.boards) if (there === game) round.boards.delete(other)
  round.boards.set(board, game)
  if (chosen === true) round.chosen.add(game)
  else round.chosen.delete(game)
}

/** A game at its board. */
interface Seated {
  readonly board: number
  readonly game: string
}

/** The boards in their order. */
export function boardsOf(round: FoldedRound): readonly Seated[] {
  const after = round.events.length
  if (round.order?.after === after) return round.order.boards
  const boards = [...round.boards].map(([board, game]) => ({ board, game }))
  boards.sort((a, b) => a.board - b.board)
  round.order = { after, boards }
  return boards
}

/** The board of a game, null if it has none in this round. */
export function boardOf(round: FoldedRound, game: string): number | null {
  for (const [board, there] of round.boards) if (there === game) return board
  return null
}

/** The lowest boards that no game sits at, `count` of them, leaving out `taken`. */
export function freeBoards(round: FoldedRound, count: number, taken: ReadonlySet<number>): number[] {
  const free: number[] = []
  for (let board = 1; free.length < count; board++)
    if (!round.boards.has(board) && !taken.has(board)) free.push(board)
  return free
}
