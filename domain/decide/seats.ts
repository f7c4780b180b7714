/** Assigns the boards of a round: to new games, and in another order. */
import type { Result } from '../result.ts'
import { type BoardSeat, boardOf, freeBoards, type RoundState } from '../state/round.ts'
import { type DecisionRefusal, type FieldFault, refusedFor } from './refusal.ts'

/** A game that asks for a board, by a number or its digits; anything else leaves the choice to the round. */
export interface SeatRequest {
  readonly id: string
  readonly board?: unknown
}

export interface AssignedSeat extends BoardSeat {
  /** The request named no board, so that the lowest free one was chosen. */
  readonly chosen: boolean
}

/**
 * Each game's board: the one it has, else the one it asks for, else the lowest free one. A game whose board was chosen gives way
 * to one that asks for that board, and is then among the seats too. Refused (`invalid`) is a board that was given to a game that
 * asked for it, or that two games ask for.
 */
export function seatsFor(
  round: RoundState,
  games: readonly SeatRequest[],
): Result<AssignedSeat[], DecisionRefusal> {
  const seats = new Map<string, AssignedSeat>()
  const holders = new Map(round.boards)
  const waiting: string[] = []
  const errors: FieldFault[] = []
  const wanted = new Set(games.map(({ id }) => id))
  for (const [index, { id, board }] of games.entries()) {
    const has = boardOf(round, id)
    const asked = has ?? askedBoard(board)
    if (asked === null) {
      waiting.push(id)
      continue
    }
    const holder = holders.get(asked)
    if (holder !== undefined && holder !== id) {
      if (round.chosen.has(holder) && !wanted.has(holder)) waiting.push(holder)
      else errors.push({ index, pointer: '/board', detail: `board ${asked} is that of game ${holder}` })
    }
    holders.set(asked, id)
    seats.set(id, { game: id, board: asked, chosen: has !== null && round.chosen.has(id) })
  }
  if (errors.length > 0) return refusedFor('invalid', errors)
  const free = freeBoards(round, waiting.length, new Set([...seats.values()].map(({ board }) => board)))
  for (const [k, game] of waiting.entries()) seats.set(game, { game, board: free[k]!, chosen: true })
  return { ok: true, value: [...seats.values()] }
}

function askedBoard(board: unknown): number | null {
  const asked = typeof board === 'number' || typeof board === 'string' ? Number(board) : Number.NaN
  return Number.isInteger(asked) && asked > 0 ? asked : null
}

/** The seats that change when games are put at these boards. Refused (`invalid`): a board or a game given twice, a game that would lose its board. */
export function seatChanges(
  round: RoundState,
  seats: readonly BoardSeat[],
): Result<BoardSeat[], DecisionRefusal> {
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
  if (errors.length > 0) return refusedFor('invalid', errors)
  return { ok: true, value: seats.filter(({ board, game }) => round.boards.get(board) !== game) }
}
