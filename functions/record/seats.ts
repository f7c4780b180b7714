/** Who sits at which board of a round: seats for new games, and boards put into another order. */
import { type FieldFault, type Outcome, refused } from '../refusal.ts'
import { boardOf, type FoldedRound, freeBoards } from './round-record.ts'

export interface Seat {
  readonly board: number
  readonly game: string
}

/** A game that wants a board: a number, or digits; anything else leaves the choice to the round. */
export interface Seeker {
  readonly id: string
  readonly board?: unknown
}

/**
 * Each game's board by its id: the one it has, else the one it asks for, else the lowest free one. Refused (`invalid`) is
 * a board that another game has or asks for.
 */
export function seatsFor(round: FoldedRound, games: readonly Seeker[]): Outcome<Map<string, number>> {
  const seats = new Map<string, number>()
  const holders = new Map(round.boards)
  const waiting: string[] = []
  const errors: FieldFault[] = []
  for (const [index, { id, board }] of games.entries()) {
    const asked = boardOf(round, id) ?? askedBoard(board)
    if (asked === null) {
      waiting.push(id)
      continue
    }
    const holder = holders.get(asked)
    if (holder !== undefined && holder !== id)
      errors.push({ index, pointer: '/board', detail: `board ${asked} is that of game ${holder}` })
    holders.set(asked, id)
    seats.set(id, asked)
  }
  if (errors.length > 0) return refused('invalid', errors.map(({ detail }) => detail).join('; '), { errors })
  const free = freeBoards(round, waiting.length, new Set(seats.values()))
  waiting.forEach((id, k) => {
    seats.set(id, free[k]!)
  })
  return { ok: true, value: seats }
}

function askedBoard(board: unknown): number | null {
  const asked = typeof board === 'number' || typeof board === 'string' ? Number(board) : Number.NaN
  return Number.isInteger(asked) && asked > 0 ? asked : null
}

/** The seats that change. Refused (`invalid`): a board or a game given twice, a game that would lose its board. */
export function reordered(round: FoldedRound, seats: readonly Seat[]): Outcome<Seat[]> {
  const [boards, games] = [new Map<number, string>(), new Set<string>()]
  const errors: FieldFault[] = []
  for (const [k, { board, game }] of seats.entries()) {
    if (boards.has(board))
      errors.push({ pointer: `/boards/${k}/board`, detail: `board ${board} is given to two games` })
    if (games.has(game))
      errors.push({ pointer: `/boards/${k}/game`, detail: `the game ${game} is given two boards` })
    const sits = round.boards.get(board)
    if (sits !== undefined && !seats.some((seat) => seat.game === sits))
      errors.push({
        pointer: `/boards/${k}/board`,
        detail: `board ${board} is that of game ${sits}; the order must give it another one`,
      })
    boards.set(board, game)
    games.add(game)
  }
  if (errors.length > 0) return refused('invalid', errors.map(({ detail }) => detail).join('; '), { errors })
  return { ok: true, value: seats.filter(({ board, game }) => round.boards.get(board) !== game) }
}
