/** Strong validators: the same bytes have the same tag, and who has them already is told so (RFC 9110, 8.8.3 and 13.1.2). */

import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Reply } from './reply.ts'

/** Public feeds may be polled by any number of viewers: caches keep them for a second. */
const PUBLIC = 'public, max-age=1'

/** 200 with the body, or 304 without it where `If-None-Match` holds its tag. */
export function withEtag(
  body: string,
  contentType: string,
  event: Pick<APIGatewayProxyEventV2, 'headers'>,
  cacheControl = PUBLIC,
): Reply {
  const etag = `"${createHash('sha256').update(body, 'utf8').digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': cacheControl, vary: 'authorization, accept' }
  if (holdsTag(event.headers['if-none-match'], etag)) return { statusCode: 304, headers }
  return { statusCode: 200, headers: { ...headers, 'content-type': contentType }, body }
}

/** If-None-Match compares weakly: `W/` is passed over (RFC 9110, 13.1.2). */
function holdsTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
