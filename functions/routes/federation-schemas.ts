/** The schemas of standings and of a round's report (federation.ts), for openapi.json; tests compare real answers with them. */
import * as z from 'zod'
import { POINTS, SIDES } from '../../events/vocabulary.ts'

const whole = z.int()
const maybe = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()])

const table = {
  players: z.array(
    z.strictObject({
      rank: whole,
      startingRank: whole,
      name: z.string(),
      fideId: z.string().optional(),
      title: z.string().optional(),
      rating: whole.optional(),
      federation: z.string().optional(),
      points: z.number(),
      played: whole,
      rounds: z.array(
        z.strictObject({
          round: whole,
          game: maybe(z.string()),
          opponent: maybe(whole),
          colour: maybe(z.enum(SIDES)),
          result: maybe(z.enum(POINTS)),
          points: z.number(),
          bye: z.string().optional(),
        }),
      ),
    }),
  ),
  besides: z.array(z.strictObject({ round: whole, game: z.string() })),
}

export const standingsSchema = z.strictObject({
  tournament: z.string(),
  name: z.string(),
  rounds: z.array(z.strictObject({ number: whole, round: z.string(), games: whole })),
  ...table,
  stages: z
    .array(z.strictObject({ stage: z.string(), ...table }))
    .optional()
    .meta({ description: 'Tables of games that name a stage, such as a tie-break; they count in no other' }),
})

const seat = { board: whole, game: z.string() }
const named = { ...seat, white: z.string(), black: z.string() }

export const roundReportSchema = z.strictObject({
  tournament: z.string(),
  round: z.string(),
  games: whole,
  ended: whole,
  notOpened: z.array(z.strictObject(seat)),
  withoutResult: z.array(z.strictObject({ ...named, status: z.string(), plies: whole })),
  notAsSigned: z.array(
    z.strictObject({
      ...named,
      result: z.string(),
      signed: z.strictObject({ white: maybe(z.string()), black: maybe(z.string()) }),
    }),
  ),
  unsigned: z.array(z.strictObject({ ...named, result: z.string(), missing: z.array(z.enum(SIDES)) })),
  undecided: z.array(
    z.strictObject({ ...named, verdicts: z.array(z.strictObject({ seq: whole, rule: z.string() })) }),
  ),
})
