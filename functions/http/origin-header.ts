/** Refuses requests that did not come through the edge (CloudFront), which adds a header with a secret value. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { problem, type Reply } from './reply.ts'

export const ORIGIN_HEADER = 'x-touchmove-origin'

type Headers = Readonly<Record<string, string | undefined>>

/** Whether a request has the edge's header; true where there is no edge (`secret` undefined). */
export function cameThroughEdge(secret: string | undefined, headers: Headers): boolean {
  if (secret === undefined) return true
  // `timingSafeEqual` takes buffers of equal length, which digests have whatever was sent.
  return timingSafeEqual(digest(headers[ORIGIN_HEADER] ?? ''), digest(secret))
}

/** The refusal of a request that did not come through the edge; null where it did, or where there is no edge. */
export function refuseDirect(secret: string | undefined, headers: Headers): Reply | null {
  return cameThroughEdge(secret, headers)
    ? null
    : problem({
        code: 'not-allowed',
        message: 'this address is not the service’s: ask at the address of its site',
      })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
