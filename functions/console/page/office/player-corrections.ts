/** What is corrected of a board's players: their details, their colours, the board, or that they play at all. */
import type { EventData } from '../../../../events/index.ts'
import { SIDES } from '../../../../events/vocabulary.ts'
import { sessionClaims } from '../api/session.ts'
import type { GameListItem, PlayerDetails } from '../api/shapes.ts'
import { patchRound, postDetailsCorrection } from './round-requests.ts'

type CorrectedFields = EventData<'details-corrected'>['fields']

/** What the form is submitted for. */
export type PlayersAct = 'save' | 'swap' | 'take-out'

/** Where the game that is corrected is played. */
export interface CorrectedBoard {
  readonly tournament: string
  readonly round: string
  readonly game: GameListItem
  /** All games of the round. */
  readonly games: readonly GameListItem[]
}

/**
 * Records what was written into the form, `text` answering its fields by name. Answers whether all of it is recorded; what is
 * refused is shown.
 */
export async function recordPlayersAct(
  act: PlayersAct,
  seated: CorrectedBoard,
  text: (name: string) => string,
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
  const fields = changedFields(game, text)
  return fields === null || correct(fields)
}

/** To another board of the round; who sits there comes to the board that is left. */
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

/** The fields that were written otherwise; null where there is none. A field that was emptied is taken away. */
function changedFields(game: GameListItem, text: (name: string) => string): CorrectedFields | null {
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
  return sides.length === 0 ? null : (Object.fromEntries(sides) as CorrectedFields)
}

/** Each player's entry in the other's place: the pairing was entered the wrong way round. */
function swappedColours({ white, black }: GameListItem): CorrectedFields {
  const inPlaceOf = (before: PlayerDetails, entry: PlayerDetails) => ({
    ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
    ...(before.visuallyImpaired === true && { visuallyImpaired: false }),
    ...entry,
  })
  return { white: inPlaceOf(white, black), black: inPlaceOf(black, white) } as CorrectedFields
}
