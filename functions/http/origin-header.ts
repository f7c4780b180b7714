/** Whether a request came through the edge: the edge adds a header that nobody else knows. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { problem, type Reply } from './reply.ts'

export const ORIGIN_HEADER = 'x-touchmove-origin'

type Headers = Readonly<Record<string, string | undefined>>

/** Also where there is no edge (`secret` undefined). */
export function cameThroughEdge(secret: string | undefined, headers: Headers): boolean {
  if (secret === undefined) return true
  // Digests have one length, whatever was sent.
  return timingSafeEqual(digest(headers[ORIGIN_HEADER] ?? ''), digest(secret))
}

/** Null: it came through the edge, or there is none. */
export function refuseDirect(secret: string | undefined, headers: Headers): Reply | null {
  return cameThroughEdge(secret, headers)
    ? null
    : problem({
        code: 'not-allowed',
        message: 'this address is not the service’s: ask at the address of its site',
      })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
