/** Standings with the crosstable, as a document. */
import type { Points, Side } from '../../events/index.ts'
import { type Cell, crosstable, type TableOptions, type TableRound } from './crosstable.ts'

export interface StandingsRow {
  readonly rank: number
  readonly startingRank: number
  readonly name: string
  readonly fideId?: string
  readonly title?: string
  readonly rating?: number
  readonly federation?: string
  readonly points: number
  /** Games with a result that were played, not forfeited. */
  readonly played: number
  readonly rounds: readonly StandingsCell[]
}

/** `opponent`: his starting rank; null in a round without a game, and where he is nobody (`?`, `BYE`). */
export interface StandingsCell {
  readonly round: number
  readonly game: string | null
  readonly opponent: number | null
  readonly colour: Side | null
  readonly result: Points | null
  readonly points: number
  readonly bye?: string
}

export interface Standings {
  readonly rounds: readonly { readonly number: number; readonly round: string; readonly games: number }[]
  readonly players: readonly StandingsRow[]
  /** Games beside the table: second and later ones of a player in a round, and those of two who are nobody. */
  readonly besides: readonly { readonly round: number; readonly game: string }[]
}

export function standingsOf(rounds: readonly TableRound[], options: TableOptions = {}): Standings {
  const { rows, besides } = crosstable(rounds, { ...options, erasedApart: true })
  return {
    rounds: rounds.map(({ id, number, games }) => ({ number, round: id, games: games.length })),
    players: rows.map(({ player, points, rank, cells }) => {
      const { startingRank, name, fideId, title, rating, federation } = player
      return {
        rank,
        startingRank,
        name,
        ...(fideId !== undefined && { fideId: String(fideId) }),
        ...(title !== undefined && { title }),
        ...(rating !== undefined && { rating }),
        ...(federation !== undefined && { federation }),
        points,
        played: [...cells.values()].filter(wasPlayed).length,
        rounds: [...cells].sort(([a], [b]) => a - b).map(([round, cell]) => cellOf(round, cell)),
      }
    }),
    besides,
  }
}

const wasPlayed = (cell: Cell): boolean =>
  cell.kind === 'game' && cell.result !== null && cell.result !== '+' && cell.result !== '-'

function cellOf(round: number, cell: Cell): StandingsCell {
  if (cell.kind === 'bye')
    return {
      round,
      game: null,
      opponent: null,
      colour: null,
      result: null,
      points: cell.points,
      bye: cell.type,
    }
  const { game, opponent, side, result, points } = cell
  return { round, game, opponent: opponent?.startingRank ?? null, colour: side, result, points }
}
