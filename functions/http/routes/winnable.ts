/** GET /winnable: which side can still mate by some series of legal moves (5.2.2, 6.9). */
import * as z from 'zod'
import { parseFen, writeFen } from '../../../domain/chess/index.ts'
import type { Service } from '../../record/service.ts'
import { type AskMates, answerBoth, REQUEST_NODES } from '../../winnable/answers.ts'
import { type Denied, openQueue, type Queue } from '../../winnable/queue.ts'
import { json, problem } from '../reply.ts'
import { route } from '../route.ts'

/** No FEN is longer: 71 signs of placement, and fields that are short unless their counters are absurd. */
const LONGEST = 120

const fen = z
  .string({ error: 'a FEN' })
  .min(1, { error: 'a FEN' })
  .max(LONGEST, { error: `a FEN of at most ${LONGEST} signs` })
  .meta({ description: 'the position, castling rights as KQkq or as the rooks’ files (Chess960)' })

const nodes = z.int().meta({ description: 'positions the search made' })

const answered = z
  .discriminatedUnion('answer', [
    z.strictObject({ answer: z.literal('yes'), line: z.array(z.string()), nodes }),
    z.strictObject({ answer: z.literal('no'), proof: z.string(), nodes }),
    z.strictObject({ answer: z.literal('undetermined'), nodes }),
  ])
  .meta({
    description: 'yes with a line (UCI) that mates, no with the kind of proof, or neither within the budget',
  })

const shown = z.strictObject({ fen: z.string(), budget: nodes, white: answered, black: answered })

/** The answer to a position is the same tomorrow. */
const CACHED = { 'cache-control': 'public, max-age=86400' }

export const winnable = route({
  method: 'GET',
  path: '/winnable',
  summary: 'Ask which side can still mate by some series of legal moves',
  open: true,
  query: z.strictObject(
    { fen },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? 'fen' : 'a query') },
  ),
  replies: { 200: { description: 'Both answers', content: { 'application/json': shown } } },
  async handler(service, { query, event }) {
    const given = query.fen.trim()
    const position = parseFen(given)
    if (!position.ok) {
      const detail = `fen: ${position.error.message}`
      return problem({ code: 'bad-query', message: detail, errors: [{ pointer: '/fen', detail }] })
    }
    const ask: AskMates = service.mates ?? (async () => answerBoth(position.value))
    const found = await queueOf(service).admit(event.requestContext.http.sourceIp ?? '', () => ask(given))
    if (typeof found === 'string') return problem({ code: 'slow-down', message: WHY[found] })
    return json(200, { fen: writeFen(position.value), budget: REQUEST_NODES, ...found }, CACHED)
  },
})

const WHY: Readonly<Record<Denied, string>> = {
  'too-often': 'too many questions from here; each costs a search, and there is another each second',
  'too-many-waiting': 'too many questions wait for their search; ask again once some are answered',
}

/** Each service has one queue, which is gone with it. */
const queues = new WeakMap<Service, Queue>()

function queueOf(service: Service): Queue {
  const queue = queues.get(service) ?? openQueue(service.clock)
  queues.set(service, queue)
  return queue
}
