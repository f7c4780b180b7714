/** Standings with the crosstable, as a document. */

import type { Points, Side } from '../../events/index.ts'
import { omit } from '../../events/omit.ts'
import {
  type Cell,
  type CrosstableOptions,
  crosstable,
  type RoundGame,
  type TableRound,
} from './crosstable.ts'
import { ERASED } from './placeholder-names.ts'

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

/** `opponent`: their starting rank; null in a round without a game and against a placeholder (`?`, `BYE`). */
export interface StandingsCell {
  readonly round: number
  readonly game: string | null
  readonly opponent: number | null
  readonly colour: Side | null
  readonly result: Points | null
  readonly points: number
  readonly bye?: string
}

/** A table of the players of one stage. */
interface Table {
  readonly players: readonly StandingsRow[]
  /** Games beside the table: a second game of a player in a round, and a game between two placeholders. */
  readonly besides: readonly { readonly round: number; readonly game: string }[]
}

export interface Standings extends Table {
  readonly rounds: readonly { readonly number: number; readonly round: string; readonly games: number }[]
  /** Tables of games that name a stage, such as a tie-break, by its name; they count in no other. */
  readonly stages?: readonly (Table & { readonly stage: string })[]
}

/** The points of a round count as often as `scoring.roundWeights` says. */
export function standingsOf(rounds: readonly TableRound[], options: CrosstableOptions = {}): Standings {
  const weights = options.scoring?.roundWeights?.map(({ round, weight }) => [round, weight] as const)
  const tableOptions: CrosstableOptions = { ...options, weights: new Map(weights), separateErased: true }
  const counted = rounds.map(({ id, number, games }) => ({ number, round: id, games: games.length }))
  const stages = [...new Set(rounds.flatMap(({ games }) => games.map(stageOf)))].filter(
    (stage) => stage !== undefined,
  )
  if (stages.length === 0) return { rounds: counted, ...tableOf(rounds, tableOptions) }
  // Starting ranks are the tournament's, in each of its tables.
  const entries = crosstable(rounds, tableOptions)
    .rows.map(({ player }) => player)
    .filter(({ name, fideId }) => fideId !== undefined || name !== ERASED)
  const main = tableOf(ofStage(rounds, undefined), { ...tableOptions, entries })
  const bare = entries.map((entry) => omit(entry, 'byes'))
  const tables = stages.map((stage) => {
    const { players, besides } = tableOf(ofStage(rounds, stage), { ...tableOptions, entries: bare })
    const took = players.filter((row) => row.rounds.some(({ game }) => game !== null))
    return { stage, players: took, besides }
  })
  return { rounds: counted, ...main, stages: tables }
}

const stageOf = ({ state }: RoundGame): string | undefined => state.details?.stage

const ofStage = (rounds: readonly TableRound[], stage: string | undefined): TableRound[] =>
  rounds.map((round) => ({ ...round, games: round.games.filter((game) => stageOf(game) === stage) }))

function tableOf(rounds: readonly TableRound[], options: CrosstableOptions): Table {
  const { rows, besides } = crosstable(rounds, options)
  const players = rows.map(({ player, points, rank, cells }): StandingsRow => {
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
  })
  return { players, besides }
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
