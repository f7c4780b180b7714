/**
 * The preflight request of a browser, before a page of another site may fetch a feed with a token or a tag (Fetch standard,
 * CORS).
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Matcher } from './match.ts'
import type { Reply } from './reply.ts'

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'authorization, if-none-match, last-event-id',
  'access-control-max-age': '86400',
}

/** Allows pages of other sites to read a feed; null for every other request, which they may not send. */
export function preflight(find: Matcher, path: string, event: APIGatewayProxyEventV2): Reply | null {
  const wanted = event.headers['access-control-request-method']
  if (event.requestContext.http.method !== 'OPTIONS' || (wanted !== 'GET' && wanted !== 'HEAD')) return null
  const match = find('GET', path)
  return match.kind === 'found' && match.route.feed ? { statusCode: 204, headers: HEADERS } : null
}
