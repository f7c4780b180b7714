/** The identity of a PGN game: the same text, imported twice, is one game. */
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

export interface PgnIdentity {
  /** The id of the first game that has this identity. */
  readonly id: string
  /** The text names the game itself (`GameId`); else the id is a digest of the tags that tell games apart. */
  readonly named: boolean
}

export function pgnIdentityOf(game: PgnGame): PgnIdentity {
  const given = tagOf(game, 'GameId')
  if (given !== undefined && isId(given)) return { id: given, named: true }
  if (given !== undefined) return { id: `pgn-${digest(given)}`, named: true }
  const telling = identifyingTags(game)
  if (telling.every((value) => value === null)) return { id: identityByMoves(game), named: false }
  return { id: `pgn-${digest(telling)}`, named: false }
}

/** The id of the nth game of an identity, from 1: texts whose tags are the same can tell several games. */
export function nthId({ id, named }: PgnIdentity, n: number): string {
  if (n === 1) return id
  // A name of the text's own choice may be followed by what is another game's name.
  return `${named ? `pgn-${digest(['GameId', id])}` : id}-${n}`
}

/** Tags that programs and annotators add to a game, or that change while it is played. */
const ADDED =
  /^(?:Result|PlyCount|ECO|NIC|Opening|Variation|SubVariation|Annotator|Annotation|Termination|TimeControl|Mode|Source.*|(?:White|Black)(?:Elo|RatingDiff|Title|Clock)|Clock|ReferenceTime|EventType|EventRounds|EventCountry|SetUp)$/i

/** Where none of those tags tells games apart, their moves do, and what other tags they have: `Table`, `Chapter`. */
export function identityByMoves(game: PgnGame): string {
  const others = game.tags.filter(([name, value]) => !ADDED.test(name) && !SAYS_NOTHING.test(value))
  const own = others.length === 0 ? [] : [[...others].sort()]
  return `pgn-${digest([identifyingTags(game), game.moves.map(({ text }) => text), ...own])}`
}

const SAYS_NOTHING = /^[?.]*$/

/** An unknown value (`?`, `????.??.??`) identifies as little as a missing one. */
const identifyingTags = (game: PgnGame): (string | null)[] =>
  IDENTIFYING.map((name) => {
    const value = tagOf(game, name)
    return value === undefined || SAYS_NOTHING.test(value) ? null : value
  })

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)
