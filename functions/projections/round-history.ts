/** A round's settings and the boards of its games, by the instants at which they became known. */
import { type RoundRecord, roundAfter } from '../app/round-streams.ts'
import type { RoundStep, SeatStep } from './view.ts'

export interface RoundHistory {
  readonly steps: readonly RoundStep[]
  /** By game. */
  readonly seats: ReadonlyMap<string, readonly SeatStep[]>
}

/** The history of a round's record up to its head. */
export function roundHistory(record: RoundRecord): RoundHistory {
  const steps: RoundStep[] = []
  const seats = new Map<string, SeatStep[]>()
  const boards = new Map<number, string>()
  const places = new Map<string, number>()
  const sit = (game: string, step: SeatStep) => {
    const known = seats.get(game)
    if (known === undefined) seats.set(game, [step])
    else known.push(step)
  }
  for (const event of record.folded.events) {
    const { seq } = event
    const known = record.known[seq - 1] ?? 0
    if (event.type === 'board-vacated') {
      const { game } = event.data
      boards.delete(places.get(game) ?? 0)
      places.delete(game)
      sit(game, { seq, known, board: null })
      continue
    }
    if (event.type !== 'board-assigned') {
      const { start, publishedAt, closedAt } = roundAfter(record, seq)
      steps.push({ seq, known, start, publishedAt, closedAt })
      continue
    }
    const { board, game } = event.data
    const displaced = boards.get(board)
    const before = places.get(game)
    if (before !== undefined) boards.delete(before)
    if (displaced !== undefined && displaced !== game) {
      places.delete(displaced)
      sit(displaced, { seq, known, board: null })
    }
    boards.set(board, game)
    places.set(game, board)
    sit(game, { seq, known, board })
  }
  return { steps, seats }
}
