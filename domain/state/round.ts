/** The state of a round, folded from its own stream: which game is at which board, and whether it is published or closed. */
import type { RoundEvent, RoundEventData } from '../../events/index.ts'

export interface RoundId {
  readonly tournament: string
  readonly round: string
}

export type GameDefaults = NonNullable<RoundEventData<'round-opened'>['defaults']>

export interface RoundState {
  start: string | null
  defaults: GameDefaults
  /** The game at each board. */
  readonly boards: Map<number, string>
  /** Games whose board the service chose. */
  readonly chosen: Set<string>
  /** Games of pairs that were taken out and have no board again. */
  readonly removed: Set<string>
  publishedAt: string | null
  closedAt: string | null
  /** The folded events, so that the round can be folded again up to an earlier one. */
  readonly events: RoundEvent[]
  /** Cache of `boardsOf`: the boards in their order after `after` events of the round; null before it is asked for. */
  order: { readonly after: number; readonly boards: readonly BoardSeat[] } | null
}

export const emptyRound = (): RoundState => ({
  start: null,
  defaults: {},
  boards: new Map(),
  chosen: new Set(),
  removed: new Set(),
  publishedAt: null,
  closedAt: null,
  events: [],
  order: null,
})

/** Folds one event into the round, in place. */
export function applyRoundEvent(round: RoundState, event: RoundEvent): void {
  round.events.push(event)
  switch (event.type) {
    case 'round-opened':
      describe(round, event.data)
      return
    case 'board-assigned':
      assign(round, event.data)
      return
    case 'board-vacated':
      vacate(round, event.data.game)
      round.removed.add(event.data.game)
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
  round: RoundState,
  { start, defaults }: { start?: string | undefined; defaults?: GameDefaults | undefined },
) {
  if (start !== undefined) round.start = start
  if (defaults !== undefined) round.defaults = { ...round.defaults, ...defaults }
}

/** Gives the game its board. A game has one board: the one it had is free, unless another game has been put there. */
function assign(round: RoundState, { board, game, chosen }: RoundEventData<'board-assigned'>) {
  vacate(round, game)
  round.removed.delete(game)
  round.boards.set(board, game)
  if (chosen === true) round.chosen.add(game)
}

function vacate(round: RoundState, game: string) {
  for (const [board, there] of round.boards) if (there === game) round.boards.delete(board)
  round.chosen.delete(game)
}

/** A game at its board. */
export interface BoardSeat {
  readonly board: number
  readonly game: string
}

/** The boards with a game, by their numbers. */
export function boardsOf(round: RoundState): readonly BoardSeat[] {
  const after = round.events.length
  if (round.order?.after === after) return round.order.boards
  const boards = [...round.boards].map(([board, game]) => ({ board, game }))
  boards.sort((a, b) => a.board - b.board)
  round.order = { after, boards }
  return boards
}

/** The board of a game, null if it has none in this round. */
export function boardOf(round: RoundState, game: string): number | null {
  for (const [board, there] of round.boards) if (there === game) return board
  return null
}

/** The `count` lowest boards at which there is no game and which are not in `taken`. */
export function freeBoards(round: RoundState, count: number, taken: ReadonlySet<number>): number[] {
  const free: number[] = []
  for (let board = 1; free.length < count; board++)
    if (!round.boards.has(board) && !taken.has(board)) free.push(board)
  return free
}
