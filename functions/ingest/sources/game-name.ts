/** The name under which a PGN source shows a game again. */
import { type PgnGame, tagOf } from '../../../domain/pgn/index.ts'
import { roundAndBoardOf } from '../pgn-opening.ts'

/** What a PGN source calls a game: its `GameId`, else its round and board, else its players and date. */
export function sourceGameName(game: PgnGame): string {
  const id = tagOf(game, 'GameId')
  if (id !== undefined) return `game ${id}`
  const { round, board } = roundAndBoardOf(game)
  const tagText = (tag: string) => tagOf(game, tag) ?? '?'
  if (round !== undefined && board !== undefined) return `${tagText('Event')}, round ${round}, board ${board}`
  return [tagText('Event'), round ?? '?', tagText('Date'), tagText('White'), tagText('Black')].join(', ')
}
