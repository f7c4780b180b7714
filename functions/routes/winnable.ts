/** GET /winnable: which side can still mate by some series of legal moves (5.2.2, 6.9). */

import * as z from 'zod'
import type { SearchAdmission } from '../app/winnable/admission.ts'
import { clientNetwork } from '../http/client-network.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import { winnableReply } from './winnable-answer.ts'

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

interface SearchDeps extends Pick<Ports, 'searchUnwinnability'> {
  readonly searches: SearchAdmission
}

export const winnableRoute = route({
  method: 'GET',
  path: '/winnable',
  summary: 'Ask which side can still mate by some series of legal moves',
  open: true,
  query: z.strictObject(
    { fen },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? 'fen' : 'a query') },
  ),
  replies: { 200: { description: 'Both answers', content: { 'application/json': shown } } },
  handler: (service: SearchDeps, { query, event }) =>
    winnableReply(query.fen, {
      ...(service.searchUnwinnability && { ask: service.searchUnwinnability }),
      admit: (work) => service.searches.run(clientNetwork(event.requestContext.http.sourceIp ?? ''), work),
    }),
})
