/** The crosstable: for each player and round the opponent, the colour and the points. */
import type { EventData, Points, Side } from '../../events/index.ts'
import { pointsOf } from '../editions/points.ts'
import { type GameState, pathOf } from '../game/index.ts'
import { type Bye, entryList, type RankedPlayer, seatKey, type TournamentEntry } from './entry-list.ts'

/** A tag of a game's `source`: the pairing file does not say who had White, as it may of a forfeit. */
export const COLOURLESS = '%colourless'

/** Likewise: the file says that the game counts and is not rated (`W D L`), which no move in the record shows. */
export const UNRATED = '%unrated'

export interface RoundGame {
  readonly game: string
  readonly board: number
  readonly state: GameState | TableState
}

type Details = NonNullable<GameState['details']>

/** What a table needs of a game's state; a tournament has thousands of games, so nothing else of them stays in memory. */
export interface TableState extends Pick<GameState, 'result'> {
  readonly details: Pick<Details, 'white' | 'black' | 'date' | 'stage' | 'timeControl'> | null
  /** The record shows that not both players made a move, or its file says so: such a game counts and is not rated. */
  readonly short: boolean
  /** Nobody has said who had White. */
  readonly colourless?: true
}

export function tableState(state: GameState | TableState): TableState {
  if ('short' in state) return state
  const { details } = state
  // The state changes in place.
  const result = state.result === null ? null : { ...state.result }
  if (details === null) return { details, result, short: isShort(state) }
  const { white, black, date, stage, timeControl } = details
  const shownDetails = {
    ...{ white, black },
    ...(date && { date }),
    ...(stage && { stage }),
    ...(timeControl && { timeControl }),
  }
  const { [COLOURLESS]: colourless, [UNRATED]: unrated } = details.source?.tags ?? {}
  const short = unrated !== undefined || isShort(state)
  return { details: shownDetails, result, short, ...(colourless !== undefined && { colourless: true }) }
}

export interface TableRound {
  readonly id: string
  /** From 1. */
  readonly number: number
  /** In the order of the boards. */
  readonly games: readonly RoundGame[]
}

type Scoring = NonNullable<EventData<'game-opened'>['regulations']>['scoring']

/** A game as one of its players sees it. */
export interface GameCell {
  readonly kind: 'game'
  readonly game: string
  /** Null for a placeholder such as `?` or `BYE`, which identifies no player. */
  readonly opponent: RankedPlayer | null
  readonly side: Side
  /** Null: not ended, or adjourned. */
  readonly result: Points | null
  readonly points: number
  /** As the table's state has them. */
  readonly short: boolean
  readonly colourless?: true
}

/** A round without a game: `type` as the entry list says, `Z` where it says nothing. */
export interface ByeCell {
  readonly kind: 'bye'
  readonly type: Bye
  readonly points: number
}

export type Cell = GameCell | ByeCell

export interface Row {
  readonly player: RankedPlayer
  readonly points: number
  /** Place by points alone; players with equal points share it. */
  readonly rank: number
  /** By the number of the round; a round without games has no cell. */
  readonly cells: ReadonlyMap<number, Cell>
}

export interface Crosstable {
  /** By points, then by starting rank. */
  readonly rows: readonly Row[]
  /** Games that have no place in the table: a second game of a player in a round, and a game between two placeholders. */
  readonly besides: readonly { readonly round: number; readonly game: string }[]
}

export interface CrosstableOptions {
  readonly scoring?: Scoring
  readonly entries?: readonly TournamentEntry[] | undefined
  /** By round id, how often its points count: once, where it is not named. */
  readonly weights?: ReadonlyMap<string, number>
  /** An erased player has a row for each seat instead of none: nothing says any more which seats were the same player. */
  readonly separateErased?: boolean
}

export function crosstable(
  rounds: readonly TableRound[],
  { scoring, entries = [], weights, separateErased = false }: CrosstableOptions = {},
): Crosstable {
  const seated = rounds.flatMap(({ games }) => games)
  const { players, playerOf, isSeat } = entryList(seated, entries, separateErased)
  const cells = new Map(players.map((player) => [player, new Map<number, Cell>()]))
  const besides: { round: number; game: string }[] = []
  for (const { id, number, games } of rounds) {
    for (const each of games) {
      const { game } = each
      const state = tableState(each.state)
      const { details } = state
      if (details === null) continue
      const white = playerOf(details.white, seatKey(game, 'white'))
      const black = playerOf(details.black, seatKey(game, 'black'))
      const rows = [white, black].flatMap((player) => (player === null ? [] : [cells.get(player)!]))
      if (rows.length === 0 || rows.some((row) => row.has(number))) {
        besides.push({ round: number, game })
        continue
      }
      if (white !== null) cells.get(white)!.set(number, cellOf(game, state, 'white', black, scoring))
      if (black !== null) cells.get(black)!.set(number, cellOf(game, state, 'black', white, scoring))
    }
    if (games.length > 0)
      for (const player of players)
        if (!cells.get(player)!.has(number) && !isSeat(player)) addBye(cells, player, number, scoring)
    const weight = weights?.get(id)
    if (weight !== undefined)
      for (const own of cells.values()) {
        const cell = own.get(number)
        if (cell !== undefined) own.set(number, { ...cell, points: cell.points * weight })
      }
  }
  for (const number of byeRounds(rounds, players))
    for (const player of players)
      if (player.byes?.some(({ round }) => round === number)) addBye(cells, player, number, scoring)
  return {
    rows: ranked([...cells].map(([player, own]) => ({ player, points: sum(own), cells: own }))),
    besides,
  }
}

/** Rounds in which nobody was paired, before one in which somebody was: the entry list alone names them. */
function byeRounds(rounds: readonly TableRound[], players: readonly RankedPlayer[]): number[] {
  const paired = new Set(pairedRounds(rounds))
  const last = lastPairedRound(rounds)
  const all = players.flatMap(({ byes = [] }) => byes.map(({ round }) => round))
  return [...new Set(all)].filter((round) => round < last && !paired.has(round))
}

const pairedRounds = (rounds: readonly TableRound[]): number[] =>
  rounds.filter(({ games }) => games.length > 0).map(({ number }) => number)

/** The number of the last round in which somebody was paired, 0 where there is none. Rounds after it are still to come. */
export const lastPairedRound = (rounds: readonly TableRound[]): number => Math.max(0, ...pairedRounds(rounds))

function cellOf(
  game: string,
  state: TableState,
  side: Side,
  opponent: RankedPlayer | null,
  scoring: Scoring,
): GameCell {
  const result = state.result?.[side] ?? null
  const points = state.result?.points?.[side] ?? (result === null ? 0 : pointsOf(result, scoring))
  const { short, colourless } = state
  return { kind: 'game', game, opponent, side, result, points, short, ...(colourless && { colourless }) }
}

/**
 * Whether the record shows that not both players made a move. Moves that an import has as text alone count as made. A game without
 * any move whose result was entered counts as played (TRF16's `1 = 0`): its moves may not have been recorded. A game without any move
 * that ended by what happened in it does not: no move was made.
 */
function isShort(state: GameState): boolean {
  const movers = new Set(pathOf(state).flatMap(({ move }) => (move === null ? [] : [move.side])))
  for (const side of ['white', 'black'] as const)
    if (state.scoresheets[side].moves.length > 0) movers.add(side)
  if (movers.size === 0 && state.result?.reason !== undefined) return false
  return movers.size < 2
}

function addBye(
  cells: ReadonlyMap<RankedPlayer, Map<number, Cell>>,
  player: RankedPlayer,
  round: number,
  scoring: Scoring,
): void {
  const type = player.byes?.find((bye) => bye.round === round)?.type ?? 'Z'
  const worth = { U: '1', F: '1', H: '½', Z: '0' } as const
  // A bye of no points is not a game lost.
  const points = type === 'Z' ? 0 : pointsOf(worth[type], scoring)
  cells.get(player)!.set(round, { kind: 'bye', type, points })
}

const sum = (cells: ReadonlyMap<number, Cell>): number =>
  [...cells.values()].reduce((total, { points }) => total + points, 0)

function ranked(rows: readonly Omit<Row, 'rank'>[]): Row[] {
  const order = [...rows].sort((a, b) => b.points - a.points || a.player.startingRank - b.player.startingRank)
  return order.map((row) => ({ ...row, rank: order.findIndex(({ points }) => points === row.points) + 1 }))
}
