/** Which game each board of a table is: named by its id, or by the number of its board in a round. */
import type { PairingFault } from '../../../domain/formats/pairings/index.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'
import type { MappedBoard } from './board-map.ts'

/** A board, the game that is played on it, and how LiveChess has its clock. */
export type SeatedBoard = Pick<MappedBoard, 'serial' | 'clock'> & { readonly game: string }

/** The round whose boards a table names by number. */
export interface BoardsRound {
  readonly tournament?: string | undefined
  readonly round?: string | undefined
}

/** Line 0: the table as a whole. */
export async function seatBoards(
  client: ApiClient,
  boards: readonly MappedBoard[],
  { tournament, round }: BoardsRound,
): Promise<{ readonly seats: SeatedBoard[]; readonly faults: readonly PairingFault[] }> {
  const refuse = (reason: string, line = 0) => ({ seats: [], faults: [{ line, reason }] })
  const listed = new Map<number, string>()
  if (boards.some(({ board }) => board !== undefined)) {
    if (tournament === undefined || round === undefined)
      return refuse('boards are named by number; the tournament and the round are due')
    const path = `/tournaments/${encodeURIComponent(tournament)}/rounds/${encodeURIComponent(round)}/games`
    const answer = await client.request('GET', path)
    if (answer.status !== 200) return refuse(problemText(answer))
    const { games } = JSON.parse(answer.text) as { games: { board: number; game: string }[] }
    for (const { board, game } of games) listed.set(board, game)
  }
  const taken = new Map<string, number>()
  const seats: SeatedBoard[] = []
  for (const { line, serial, game, board, clock } of boards) {
    const id = game ?? listed.get(board ?? 0)
    if (id === undefined) return refuse(`round ${round} of ${tournament} has no game at board ${board}`, line)
    const before = taken.get(id)
    if (before !== undefined) return refuse(`game ${id} has the board on line ${before} already`, line)
    taken.set(id, line)
    seats.push({ serial, game: id, clock })
  }
  return { seats, faults: [] }
}
