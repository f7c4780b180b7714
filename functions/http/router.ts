/** The router: finds the route of a request by method and path, runs the middlewares and calls the route's handler. */

import middy from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { omit } from '../../events/omit.ts'
import type { GameReader } from '../app/dependencies.ts'
import { refusalToPlayer } from '../app/player-device.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import type { InvalidTokenDelay } from '../auth/invalid-token-delay.ts'
import type { Principal } from '../auth/roles.ts'
import { failureFields, type Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { allowAnyOrigin } from './cors.ts'
import { revalidate } from './guarded-stream.ts'
import { type Matcher, matcher } from './match.ts'
import { authentication } from './middleware/authentication.ts'
import { type FitAnswer, fitting } from './middleware/fitting.ts'
import { parseRequest } from './middleware/parse.ts'
import { playerDevice } from './middleware/player-device.ts'
import { type OnFault, problemDetails } from './middleware/problem-details.ts'
import { requestId } from './middleware/request-id.ts'
import type { RoutedEvent } from './middleware/routed.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { preflight } from './preflight.ts'
import { type Failure, RefusedError, type Reply } from './reply.ts'
import { logRequest, replyProblemType } from './request-log.ts'
import type { DepsOf, Route } from './route.ts'

/** What the router itself needs, whatever its routes do. */
export interface RouterDeps extends GameReader, Pick<Ports, 'alertLog' | 'ids' | 'metrics'> {}

export interface RouterParts<R extends Route> {
  /** What the router and its routes need. */
  readonly deps: DepsOf<R> & RouterDeps
  readonly authenticate: Authenticate
  readonly onFault: OnFault
  /** Gets a line for each request: what it was, from whom, and its outcome. */
  readonly log?: Log | undefined
  /** Fits an answer into what the platform sends: it may encode it, or refuse it where it is too large. */
  readonly fitAnswer?: FitAnswer | undefined
  /** Slows down sources that guess tokens; absent in the cloud, where at most the edge's rate rule does so. */
  readonly invalidTokenDelay?: InvalidTokenDelay | undefined
}

/** Answers an HTTP API event (payload 2.0; header names in lower case). Never throws. */
export type Router = (event: APIGatewayProxyEventV2) => Promise<Reply>

type Endpoint = (event: RoutedEvent, context: Context) => Promise<Reply>

export function createRouter<R extends Route>(
  { deps, authenticate, onFault, log, fitAnswer, invalidTokenDelay }: RouterParts<R>,
  routes: readonly R[],
): Router {
  const find = matcher(routes)
  // The type of `deps` says that they serve each of the routes.
  const all = deps as never
  const wrap = () =>
    middy<RoutedEvent, Reply>().use(requestId(deps.ids)).use(securityHeaders()).use(problemDetails(onFault))
  const endpoints = new Map<Route, Endpoint>(
    routes.map((each) => {
      const endpoint = wrap()
        .use(authentication(authenticate, each.open, invalidTokenDelay))
        .use(playerDevice(deps))
        .use(parseRequest(each))
        .use(fitting(fitAnswer))
        .handler(({ routed, ...event }) => each.handle(all, { event, ...routed }))
      return [each, endpoint]
    }),
  )
  const unmatched: Endpoint = wrap().handler(async (event) => {
    const allowed = preflight(find, pathOf(event), event)
    if (allowed !== null) return allowed
    throw new RefusedError(failureOfUnmatched(find, event))
  })

  /** Ends a stream that a token opened when the token is no more valid. */
  const guarded = (reply: Reply, principal: Principal | null, { headers }: APIGatewayProxyEventV2): Reply => {
    if (reply.stream === undefined || principal === null) return reply
    const isAllowed = async () => {
      const now = await authenticate(headers['authorization'])
      return now.ok && now.value !== null && (await refusalToPlayer(deps, now.value)) === null
    }
    const onFailure = (error: unknown) => deps.alertLog?.write('warn', 'not-shown-live', failureFields(error))
    return { ...reply, stream: revalidate(reply.stream, isAllowed, onFailure) }
  }

  return async (event) => {
    const { method } = event.requestContext.http
    const match = find(method === 'HEAD' ? 'GET' : method, pathOf(event))
    const found = match.kind === 'found'
    const routed: RoutedEvent['routed'] = {
      receivedAt: deps.clock.now(),
      requestId: '',
      params: found ? match.params : {},
      query: {},
      body: undefined,
      principal: null,
    }
    const endpoint = found ? endpoints.get(match.route)! : unmatched
    const answer = await endpoint({ ...event, routed }, CONTEXT)
    const isFeed = found && match.route.feed && match.route.method === 'GET'
    const reply = isFeed ? allowAnyOrigin(answer) : answer
    const { requestId, principal } = routed
    logRequest(deps, log, {
      method,
      route: found ? match.route.path : 'none',
      status: reply.statusCode ?? 200,
      problem: replyProblemType(reply),
      ms: Math.max(0, deps.clock.now() - routed.receivedAt),
      requestId,
      principal,
    })
    if (method !== 'HEAD') return guarded(reply, routed.principal, event)
    return omit(reply, 'body', 'stream')
  }
}

/** The runtime's context is not used: time limits are the platform's. */
const CONTEXT = {} as Context

/** Why no route matches: 404, or 405 with the methods that the path takes. */
function failureOfUnmatched(find: Matcher, event: RoutedEvent): Failure {
  const path = pathOf(event)
  const match = find(event.requestContext.http.method, path)
  if (match.kind !== 'other-methods')
    return { code: 'not-found', message: `there is nothing at ${path.slice(0, 200)}${hintFor(path)}` }
  const allow = match.allowed.join(', ')
  return { code: 'method-not-allowed', message: `this path takes ${allow}`, headers: { allow } }
}

const hintFor = (path: string): string =>
  path.startsWith('/delayed/')
    ? '; after /delayed comes a whole number of minutes, then the path of a feed'
    : ''

/** The path, decoded so that `%67ames` is `games`; one that cannot be decoded is left as it is and matches no route. */
function pathOf(event: APIGatewayProxyEventV2): string {
  try {
    return decodeURIComponent(event.rawPath)
  } catch {
    return event.rawPath
  }
}
