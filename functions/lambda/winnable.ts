/**
 * The deployed function that searches who can still mate. It reaches no data and looks at nobody's token, so that it is small and
 * starts at once; how many may ask is bounded by how many of it may run.
 */
import { problem, type Reply } from '../http/reply.ts'
import type { Router } from '../http/router.ts'
import { SECURITY_HEADERS } from '../http/security-headers.ts'
import { answerTo } from '../winnable/answer-to.ts'
import { traceSources } from './source-traces.ts'

traceSources()

/** As the route has it. */
const LONGEST = 120

export const handler: Router = async ({ rawQueryString }) => {
  const query = new URLSearchParams(rawQueryString)
  const [fen, ...more] = query.getAll('fen')
  const reply: Reply =
    fen === undefined || fen === '' || fen.length > LONGEST || more.length > 0 || query.size > 1
      ? problem({
          code: 'bad-query',
          message: `the query must be fen alone, a FEN of at most ${LONGEST} signs`,
        })
      : await answerTo(fen, { admit: (work) => work() })
  return { ...reply, headers: { ...SECURITY_HEADERS, ...reply.headers } }
}
