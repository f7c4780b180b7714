/** The schemas of answers, for openapi.json; tests compare real answers with them. */
import * as z from 'zod'
import { EDITIONS, POINTS, SIDES } from '../../events/vocabulary.ts'
import { nextOfPage } from './pages.ts'
import { roundChangeSchema } from './request-schemas.ts'

const described = (name: string) => z.unknown().meta({ $ref: `#/components/schemas/${name}` })
const whole = z.int()
const maybe = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()])
const sides = <S extends z.ZodType>(schema: S) => z.strictObject({ white: schema, black: schema })
const side = z.enum(SIDES)
const points = z.enum(POINTS)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const instant = z.iso.datetime()

const verdict = z
  .looseObject({
    rule: z.string(),
    edition: z.enum(EDITIONS),
    articles: z.array(z.string()),
    against: maybe(side),
    seq: whole,
    evidence: z.array(whole),
    status: z.enum([
      'final',
      'awaits-arbiter',
      'awaits-claim',
      'applied',
      'overruled',
      'lapsed',
      'undetermined',
    ]),
    remedy: z.looseObject({
      restore: maybe(whole),
      clock: maybe(z.looseObject({ white: whole.optional(), black: whole.optional() })),
      result: maybe(z.looseObject({ white: points, black: points })),
    }),
    options: z.array(z.looseObject({ code: z.string(), params: z.looseObject({}) })),
  })
  .meta({ id: 'Verdict', description: 'What the Laws say of something that happened' })

const move = z.looseObject({
  ply: whole,
  san: z.string(),
  uci: z.string().meta({
    description: 'castling is the king’s move (`e1g1`), in Chess960 the king’s to its own rook (`e1h1`)',
  }),
  seq: whole,
  completedSeq: maybe(whole),
  clock: maybe(whole),
})

const moveAfterEnd = move.omit({ completedSeq: true }).extend({ legal: z.boolean(), at: whole })

const openState = {
  /** The instant of the clocks. */
  at: instant,
  seq: whole,
  status: z.enum(['scheduled', 'running', 'stopped', 'adjourned', 'ended']),
  fen: z.string(),
  boardFen: z.string(),
  turn: side,
  moves: z.array(move),
  movesAfterEnd: z
    .array(moveAfterEnd)
    .optional()
    .meta({ description: 'Moves reported after the game had ended: they are recorded and change nothing' }),
  clocks: maybe(
    z.looseObject({
      white: whole,
      black: whole,
      running: maybe(side),
      period: sides(whole),
      flag: maybe(z.enum([...SIDES, 'both'])),
    }),
  ),
  result: maybe(
    z.looseObject({ white: points, black: points, rule: maybe(z.string()), articles: z.array(z.string()) }),
  ),
}

/**
 * Without a token `mustPlay`, `offer`, `counterOffer`, `verdicts`, `question` and `arrived` are missing, and of the counters
 * the illegal moves.
 */
export const stateSchema = z
  .strictObject({
    ...openState,
    counters: z.strictObject({
      illegalMoves: sides(whole).optional(),
      repetitions: whole,
      quietPlies: whole,
    }),
    mustPlay: maybe(z.array(z.string())).optional(),
    offer: maybe(side).optional(),
    counterOffer: side.optional().meta({
      description:
        'Whose draw offer stands beside `offer`: either player may accept the other’s. Absent where one at most stands',
    }),
    verdicts: z.array(verdict).optional(),
    /** A sensor board shows what nobody can read: a `move-made` of that side answers it. */
    question: z
      .strictObject({
        side,
        seq: whole,
        press: maybe(whole),
        candidates: z.array(z.string()),
        weights: z.array(maybe(whole)).meta({
          description:
            'Of each candidate: by how much the sensor decoder holds more against it than against the likeliest; null: no hypothesis has that move',
        }),
        edges: z.array(whole),
        results: z
          .array(z.enum(['1-0', '0-1', '1/2-1/2']))
          .optional()
          .meta({
            description:
              'Both kings stand in the centre: the results that this may say, the one that their squares say first; no move is asked about',
          }),
      })
      .optional(),
    arrived: sides(maybe(whole)).optional().meta({
      description:
        'When each player came, ms since 1970; null: that is not recorded. Absent where no arrival is',
    }),
  })
  .meta({ id: 'State', description: 'The public state of a game; without a token only its public part' })

/**
 * How far reporters' clocks are off is beside the state that is asked for by seq or instant: it is of the record, not of the
 * game.
 */
export const stateWithClocksSchema = stateSchema
  .extend({
    clockOffsets: z
      .array(z.strictObject({ reporter: z.string(), offset: whole, seq: whole }))
      .optional()
      .meta({
        description:
          'For who may read the whole: by how many ms each reporter’s clock was behind ours when they last said when they sent, with event seq; their instants are known to ± that',
      }),
  })
  .meta({
    id: 'StateWithClocks',
    description: 'The state, and how far off the clocks are of who reported it',
  })

export const appendedSchema = z.strictObject({
  head: whole,
  results: z.array(z.strictObject({ id: z.string(), seq: whole, replayed: z.boolean() })),
  verdicts: z.array(verdict),
})

export const openedGameSchema = z.strictObject({ id: z.string(), head: whole, replayed: z.boolean() })
export const openedGamesSchema = z.strictObject({ games: z.array(openedGameSchema.extend({ board: whole })) })

export const eventPageSchema = z.strictObject({
  head: whole,
  events: z.array(described('Event')),
  next: whole.optional(),
})

export const auditTrailSchema = z.strictObject({
  stream: z.string(),
  commits: z.array(
    z.looseObject({
      n: whole,
      prev: hash,
      hash,
      at: instant,
      principal: z.string().optional(),
      clockOffset: whole.optional(),
      events: z.array(z.looseObject({ id: z.string(), type: z.string(), seq: whole })),
    }),
  ),
  /** Signed heads, each with the proof that the stream's head is under the anchor's root (docs/integrity.md). */
  anchors: z.array(
    z.strictObject({
      anchor: z.looseObject({ n: whole, at: instant, prev: hash, root: hash, hash, signature: z.string() }),
      leaf: z.looseObject({ stream: z.string(), n: whole, hash }),
      index: whole,
      proof: z.array(hash),
    }),
  ),
  next: whole.optional(),
})

export const tournamentSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    delay: whole,
    openVerdicts: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Tournament', description: 'As entered; `rounds` where one tournament is shown' })

export const tournamentsSchema = z.strictObject({ tournaments: z.array(tournamentSchema), next: nextOfPage })

const roundFields = {
  tournament: z.string(),
  round: z.string(),
  start: maybe(instant),
  publishedAt: maybe(instant),
  closedAt: maybe(instant),
}

export const roundSchema = z.strictObject({
  ...roundFields,
  boards: roundChangeSchema.shape.boards.unwrap(),
})

const player = z.looseObject({ name: z.string() })

export const gameListSchema = z.strictObject({
  ...roundFields,
  games: z.array(
    z.strictObject({
      board: whole,
      game: z.string(),
      white: player,
      black: player,
      status: openState.status,
      plies: whole,
      result: openState.result,
    }),
  ),
})

export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: whole,
    detail: z.string(),
    errors: z
      .array(z.strictObject({ index: whole.optional(), pointer: z.string(), detail: z.string() }))
      .optional(),
    head: whole.optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' })

/** Of each game in its order: recorded, or why not. */
export const wholeGamesReplySchema = z.strictObject({
  games: z.array(z.union([openedGameSchema, z.strictObject({ id: z.string(), problem: problemSchema })])),
})
