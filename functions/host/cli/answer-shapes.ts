/**
 * Shapes of the answers that imports, pairings, sources and simulations read from a remote host. They do not check answers
 * themselves, so a command that is given the address of some other server fails here, in one line.
 */
import * as z from 'zod'
import { SIDES } from '../../../events/vocabulary.ts'
import type { ApiRequest, ApiResponse } from '../../http/api-client.ts'
import { parseAnswer } from '../../http/parse-answer.ts'
import { CommandFailure } from './failure.ts'

const text = z.string()
const count = z.int().nonnegative()
const player = z.looseObject({ name: text, fideId: z.union([text, z.number()]).optional() })
const clocks = z.looseObject({
  ...{ white: z.number(), black: z.number(), running: z.enum(SIDES).nullable() },
  basis: text.optional(),
})
const state = z.looseObject({
  ...{ fen: text, boardFen: text, status: text },
  moves: z.array(z.looseObject({})),
  clocks: clocks.nullable(),
  result: z.looseObject({}).nullable(),
  question: z.looseObject({ side: z.enum(SIDES) }).optional(),
})
const event = z.looseObject({
  ...{ id: text, type: text, by: text, at: z.iso.datetime(), seq: count },
  data: z.looseObject({}),
})

/** Shapes by method and path, without files such as `.pgn`. The answer of any other path is checked by the command that asks for it. */
const SHAPES: readonly (readonly [method: string, path: RegExp, shape: z.ZodType])[] = [
  ['GET', /^\/tournaments\/[^/.]+$/, z.looseObject({ id: text, defaults: z.looseObject({}).optional() })],
  [
    'GET',
    /^\/tournaments\/[^/]+\/rounds\/[^/]+\/games$/,
    z.looseObject({
      games: z.array(z.looseObject({ board: count, game: text, white: player, black: player })),
    }),
  ],
  ['GET', /^\/games\/[^/]+\/events$/, z.looseObject({ events: z.array(event), next: count.optional() })],
  ['GET', /^\/games\/[^/.]+(?:\/state)?$/, state],
  ['POST', /^\/games\/[^/]+\/events$/, z.looseObject({ head: count })],
  [
    'POST',
    /^\/games\/whole$/,
    z.looseObject({ games: z.array(z.looseObject({ id: text, replayed: z.boolean().optional() })) }),
  ],
]

/** The part of a refusal that names single fields and games. */
const problem = z.looseObject({
  errors: z
    .array(z.looseObject({ index: count.optional(), pointer: text.optional(), detail: text.optional() }))
    .optional(),
})

/** Returns the answer. Throws CommandFailure where a JSON answer is not in the shape of its route. */
export function checkAnswer(
  method: string,
  path: string,
  { headers = {} }: ApiRequest,
  answer: ApiResponse,
): ApiResponse {
  const [route = ''] = path.split('?')
  const shape =
    answer.status === 422
      ? problem
      : answer.status < 300 && headers['accept'] === undefined
        ? SHAPES.find(([by, pattern]) => by === method && pattern.test(route))?.[2]
        : undefined
  const read = shape === undefined ? null : parseAnswer(shape, answer)
  if (read !== null && !read.ok) throw new CommandFailure(`${route}: ${read.error.message}`)
  return answer
}
