/** The schemas of live streams' messages, for OpenAPI and JSON Schema; tests compare what is sent with them. */
import * as z from 'zod'
import { SETUP_FAULTS } from '../../events/vocabulary.ts'
import { roundSchema, stateSchema } from '../http/response-schemas.ts'

const heading = { seq: z.int(), at: z.iso.datetime() }
const fields = stateSchema.partial().shape
const { moves } = stateSchema.shape
const ply = z.int().min(1).meta({ description: 'From this ply on; the moves before it stand' })
const gone = z.array(z.string()).optional().meta({
  description:
    'Fields that the state has no more, such as a `question` that was answered: take them out of yours',
})
const why = z.array(
  z.strictObject({
    seq: z.int(),
    type: z.enum(['report-corrected', 'position-restored', 'setup-corrected']),
    by: z.string(),
    what: z.enum(SETUP_FAULTS).optional().meta({ description: 'What had been wrong from the start' }),
    reason: z.string().optional().meta({ description: 'For readers who may see free text' }),
  }),
)

const GAME_MESSAGES = {
  snapshot: stateSchema,
  change: z.strictObject({ ...fields, ...heading, ply: ply.optional(), gone }),
  retract: z.strictObject({ ...heading, ply, moves, why }),
  clock: z.strictObject({ ...heading, clocks: fields.clocks, status: fields.status }),
  end: z.strictObject({ ...heading, result: stateSchema.shape.result }),
} as const

/** The query parameter `moves` of a round's live stream and increments. */
export const movesShown = z
  .enum(['all', 'last'], { error: 'all or last' })
  .default('all')
  .meta({ description: 'last: of each game its last move alone, as `lastMove` beside an empty `moves`' })
const lastMove = moves.element.nullable().optional().meta({ description: 'With moves=last' })

const seat = { game: z.string(), board: z.int() }
const player = z.union([z.looseObject({ name: z.string() }), z.null()])
const game = z.strictObject({
  ...seat,
  white: player,
  black: player,
  state: stateSchema.extend({ lastMove }),
})

const ROUND_MESSAGES = {
  snapshot: z.strictObject({ ...roundSchema.shape, games: z.array(game) }),
  round: roundSchema,
  game,
  change: GAME_MESSAGES.change.extend({ ...seat, lastMove }),
  retract: GAME_MESSAGES.retract.extend(seat),
  clock: GAME_MESSAGES.clock.extend(seat),
  end: GAME_MESSAGES.end.extend(seat),
} as const

/** Data by the message's name, as one document that a generator turns into JSON Schema. */
export const gameMessages = z.strictObject(GAME_MESSAGES).meta({
  id: 'GameMessages',
  description: 'What the data of each event of a game’s stream holds, by the event’s name',
})
export const roundMessages = z.strictObject(ROUND_MESSAGES).meta({
  id: 'RoundMessages',
  description: 'What the data of each event of a round’s stream holds, by the event’s name',
})

const messageOf = (name: string, data: z.ZodType) =>
  z.strictObject({
    event: z.literal(name),
    from: z
      .int()
      .optional()
      .meta({ description: 'Seq of the state that it changes: who holds an older one asks for the whole' }),
    data,
  })

const changesOf = (id: string, about: string, messages: Readonly<Record<string, z.ZodType>>) =>
  z
    .strictObject({
      id: z.string().meta({ description: about }),
      messages: z.array(z.union(Object.entries(messages).map(([name, data]) => messageOf(name, data)))),
      next: z
        .string()
        .optional()
        .meta({ description: 'The query of the rest; then go on from the id of the first document' }),
    })
    .meta({ id, description: 'What is new, as the messages of the stream' })

export const gameChanges = changesOf(
  'GameChanges',
  'With which its reader asks for what comes after it: the seq, and with a dash what was erased',
  GAME_MESSAGES,
)
export const roundChanges = changesOf(
  'RoundChanges',
  'With which its reader asks for what comes after it; no seq',
  ROUND_MESSAGES,
)
