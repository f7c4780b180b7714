/**
 * What imports, pairings, sources and simulations read of a host elsewhere. They are shared with the page, whose host is its own,
 * so that here alone it is looked at what answers them.
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

/** By method and path, without files such as `.pgn`; of a path that is not here the command itself reads the answer in its shape. */
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

/** What a refusal tells of single fields and games. */
const problem = z.looseObject({
  errors: z
    .array(z.looseObject({ index: count.optional(), pointer: text.optional(), detail: text.optional() }))
    .optional(),
})

/** Passes an answer on; a failure in one line where it is of another kind than its route's. */
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
