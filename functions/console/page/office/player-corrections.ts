/** Corrects a board: the details of its players, their colours, its number, its time control, or whether the game is played at all. */
import type { EventData } from '../../../../events/index.ts'
import { SIDES, type TimeControl } from '../../../../events/vocabulary.ts'
import { sessionClaims } from '../api/session.ts'
import type { GameListItem, PlayerDetails } from '../api/shapes.ts'
import { patchRound, postDetailsCorrection } from './round-requests.ts'

type CorrectedFields = EventData<'details-corrected'>['fields']

/** The button with which the form is submitted. */
export type PlayersAct = 'save' | 'swap' | 'take-out'

/** The game to be corrected, and its round. */
export interface CorrectedBoard {
  readonly tournament: string
  readonly round: string
  readonly game: GameListItem
  /** All games of the round. */
  readonly games: readonly GameListItem[]
}

/** What is entered in the form. */
export interface BoardCorrection {
  /** A field by its name. */
  text(name: string): string
  /** Another time control; null: it stays as it is. */
  readonly timeControl: TimeControl | null
}

/** Records the values of the form. Returns whether everything was recorded; a refusal is shown. */
export async function recordPlayersAct(
  act: PlayersAct,
  seated: CorrectedBoard,
  { text, timeControl }: BoardCorrection,
): Promise<boolean> {
  const { tournament, round, game } = seated
  const reason = text('reason')
  const correct = (fields: CorrectedFields) =>
    postDetailsCorrection(game.game, sessionClaims.peek()?.role === 'operator' ? 'operator' : 'arbiter', {
      fields,
      reason,
    })
  if (act === 'take-out') return patchRound(tournament, round, { removed: [game.game], reason })
  if (act === 'swap') return correct(swappedColours(game))
  const board = Number(text('board'))
  if (board !== game.board && !(await moveToBoard(seated, board, reason))) return false
  const fields = {
    ...changedPlayers(game, text),
    ...(timeControl !== null && { timeControl }),
  } as CorrectedFields
  return Object.keys(fields).length === 0 || correct(fields)
}

/** Moves the game to another board; a game on that board moves to this one. */
function moveToBoard(
  { tournament, round, game, games }: CorrectedBoard,
  board: number,
  reason: string,
): Promise<boolean> {
  const there = games.find((each) => each.board === board)
  const boards = [
    { board, game: game.game },
    ...(there === undefined ? [] : [{ board: game.board, game: there.game }]),
  ]
  return patchRound(tournament, round, { boards, reason })
}

const PLAYER_FIELDS = ['name', 'title', 'rating', 'fideId', 'federation'] as const

/** The changed fields of the players. A field that was emptied is removed. */
function changedPlayers(game: GameListItem, text: BoardCorrection['text']): CorrectedFields {
  const sides = SIDES.flatMap((side) => {
    const before: PlayerDetails = game[side]
    const fields = PLAYER_FIELDS.flatMap((name): (readonly [string, string | number | null])[] => {
      const value = text(`${side}-${name}`)
      if (value === String(before[name] ?? '')) return []
      if (value === '') return [[name, null]]
      return [[name, name === 'rating' ? Number(value) : value]]
    })
    return fields.length === 0 ? [] : [[side, Object.fromEntries(fields)] as const]
  })
  return Object.fromEntries(sides) as CorrectedFields
}

/** The fields with which the players change colours, where the pairing was entered the wrong way round. */
function swappedColours({ white, black }: GameListItem): CorrectedFields {
  const inPlaceOf = (before: PlayerDetails, entry: PlayerDetails) => ({
    ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
    ...(before.visuallyImpaired === true && { visuallyImpaired: false }),
    ...entry,
  })
  return { white: inPlaceOf(white, black), black: inPlaceOf(black, white) } as CorrectedFields
}
