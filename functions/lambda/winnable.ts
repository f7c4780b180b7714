/**
 * The Lambda function of the route that searches which side can still mate. It has no access to data and ignores tokens; its
 * reserved concurrency limits how many searches run.
 */

import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { omit } from '../../events/omit.ts'
import { parseRequest } from '../http/middleware/parse.ts'
import { problemDetails } from '../http/middleware/problem-details.ts'
import { requestId } from '../http/middleware/request-id.ts'
import type { Middleware, RoutedEvent } from '../http/middleware/routed.ts'
import { securityHeaders } from '../http/middleware/security-headers.ts'
import { refuseDirect } from '../http/origin-header.ts'
import { RefusedError, type Reply } from '../http/reply.ts'
import type { Router } from '../http/router.ts'
import { faultLogger } from '../observability/faults.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { winnableRoute } from '../routes/winnable.ts'
import { winnableReply } from '../routes/winnable-answer.ts'
import { realRuntime } from '../runtime.ts'

const { clock, ids } = realRuntime()

/** The function may be called without the API, which lets no other method through to it. */
const takesReads: Middleware = {
  before({ event }) {
    const { method } = event.requestContext.http
    if (method === 'GET' || method === 'HEAD') return
    const allow = 'GET, HEAD'
    throw new RefusedError({
      code: 'method-not-allowed',
      message: `this path takes ${allow}`,
      headers: { allow },
    })
  },
}

const answering = middy<RoutedEvent, Reply>()
  .use(requestId(ids))
  .use(securityHeaders())
  .use(problemDetails(faultLogger(consoleLog(clock.now))))
  .use(takesReads)
  .use(parseRequest(winnableRoute))
  .handler(({ routed }) => winnableReply((routed.query as { fen: string }).fen, { admit: (work) => work() }))

export const handler: Router = async (event) => {
  const refused = refuseDirect(process.env['ORIGIN_SECRET'], event.headers ?? {})
  if (refused !== null) return refused
  const routed: RoutedEvent['routed'] = {
    receivedAt: clock.now(),
    requestId: '',
    params: {},
    query: {},
    body: undefined,
    principal: null,
  }
  // A caller who invokes the function by hand may leave out what API Gateway always sends.
  const reply = await answering({ ...event, headers: event.headers ?? {}, routed }, {} as Context)
  return event.requestContext.http.method === 'HEAD' ? omit(reply, 'body') : reply
}
