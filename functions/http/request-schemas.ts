/** The schemas of requests: they check what comes in and describe it to clients. */
import * as z from 'zod'
import { gameDefaults } from '../../events/opening.ts'
import { fields, freeText, id, instant, name, wholeBetween } from '../../events/primitives.ts'
import { GAME_DATA } from '../../events/schemas.ts'

/** A schema that events/ describes: what a use case validates itself is not validated here. */
const described = (name: string) => z.unknown().meta({ $ref: `#/components/schemas/${name}` })

const DATE_WORDS = 'a date such as 2026-03-14'

const date = z.iso.date({ error: DATE_WORDS })
const flag = z.boolean({ error: 'true or false' })

/** Fields of games that do not say otherwise. */
const defaults = fields({
  ...gameDefaults,
  edition: gameDefaults.edition.optional(),
  play: gameDefaults.play.optional(),
})

/** A week, in minutes: a tournament shown later than that need not be shown live. */
export const MAX_DELAY_MINUTES = 10_080
const delay = wholeBetween(0, MAX_DELAY_MINUTES)

const tournamentFields = {
  name: name(255),
  site: name(255).optional(),
  dates: fields({ from: date, to: date.optional() }).optional(),
  delay: delay.optional(),
  openVerdicts: flag.optional(),
  defaults: defaults.optional(),
}

export const newTournamentSchema = fields({ id: id.optional(), ...tournamentFields })

/** Null takes a value away. */
export const tournamentChangeSchema = fields({
  ...tournamentFields,
  name: tournamentFields.name.optional(),
  site: name(255).nullish(),
  dates: fields({ from: date, to: date.optional() }).nullish(),
})

const seat = fields({ board: wholeBetween(1, 100_000), game: id })

export const roundChangeSchema = fields({
  boards: z
    .array(seat, { error: 'a list of boards and games' })
    .max(5_000, { error: 'at most 5000 boards' })
    .optional(),
  removed: z
    .array(id, { error: 'a list of games' })
    .max(5_000, { error: 'at most 5000 games' })
    .optional()
    .meta({ description: 'Games of pairs that are taken out of the round; none of them may have begun' }),
  published: z.literal(true, { error: 'true: what is published stays so' }).optional(),
  closed: z.literal(true, { error: 'true: what is closed stays so' }).optional(),
  start: instant.optional(),
  defaults: defaults.optional(),
  reason: freeText.optional(),
})

/** Only the fields that the route needs: the use case validates the description of the game, field by field. */
export const newGameSchema = z.looseObject(
  { id: id.optional(), at: instant.optional() },
  { error: 'an object' },
)

const opening = GAME_DATA['game-opened'].extend({ id: id.optional(), at: instant.optional() })

/** The whole of `newGameSchema`, for openapi.json. */
export const newGameDocs = opening.meta({
  description: 'The data of game-opened; id of the game; at: when it was opened',
})

const GAMES = 'a game, a list of games, or {"games": […]}'
const gameList = z
  .array(newGameSchema, { error: GAMES })
  .min(1, { error: GAMES })
  .max(1_000, { error: 'at most 1000 games' })

/** One game or many. */
export const newGamesSchema = z
  .union([gameList, fields({ games: gameList }), newGameSchema], { error: GAMES })
  .transform((given) =>
    Array.isArray(given)
      ? given
      : Array.isArray(given.games)
        ? (given.games as z.output<typeof gameList>)
        : [given],
  )

export const newGamesDocs = fields({
  games: z
    .array(opening.partial({ edition: true, play: true }))
    .min(1)
    .max(1_000),
})

/** Validated only as far as the route needs, as `newGameSchema` and `newEventsSchema` are. */
export const wholeGamesSchema = fields({
  games: z
    .array(
      z.looseObject(
        { id, at: instant, events: z.array(z.unknown(), { error: 'a list of events' }) },
        { error: 'an object' },
      ),
      { error: 'a list of games' },
    )
    .min(1, { error: 'at least one game' })
    .max(50, { error: 'at most 50 games' }),
})

export const wholeGamesDocs = fields({
  games: z
    .array(opening.extend({ id, at: instant, events: z.array(described('Report')).max(999) }))
    .min(1)
    .max(50),
})

/** Does not validate the events: the use case does so, one by one with their index. */
export const newEventsSchema = fields({
  events: z.array(z.unknown(), { error: 'a list of events' }),
  expectedSeq: wholeBetween(0, 1_000_000_000).optional(),
  sentAt: instant.optional(),
})

export const newEventsDocs = fields({
  events: z.array(described('Report')).min(1).max(50),
  expectedSeq: newEventsSchema.shape.expectedSeq,
  sentAt: newEventsSchema.shape.sentAt,
})
