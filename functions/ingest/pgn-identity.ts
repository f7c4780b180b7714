/** Which game a PGN text tells: the same text, imported twice, is one game. */
import { createHash } from 'node:crypto'
import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'
import { isId } from '../../events/index.ts'

/** Tags that say which game it is. Those that change while it is played (clocks, result, opening) are not among them. */
const IDENTIFYING = [
  'Event',
  'Site',
  'Date',
  'Round',
  'Board',
  'White',
  'Black',
  'WhiteFideId',
  'BlackFideId',
  'EventDate',
  'UTCDate',
  'UTCTime',
  'Time',
  'FEN',
  'Variant',
] as const

export interface Identity {
  readonly id: string
  /** The text names the game itself (`GameId`); else the id is a digest of the tags that tell games apart. */
  readonly named: boolean
}

export function identityOf(game: PgnGame): Identity {
  const given = tagOf(game, 'GameId')
  if (given !== undefined && isId(given)) return { id: given, named: true }
  const telling = given === undefined ? IDENTIFYING.map((name) => tagOf(game, name) ?? null) : [given]
  return { id: `pgn-${digest(telling)}`, named: given !== undefined }
}

/** The id of a game whose tags are those of another one in the record: its moves tell it apart. */
export function identityByMoves(game: PgnGame): string {
  return `pgn-${digest([identityOf(game).id, game.moves.map(({ text }) => text)])}`
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)
