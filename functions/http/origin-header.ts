/** Whether a request came through the edge: the edge adds a header that nobody else knows. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { problem, type Reply } from './reply.ts'

export const ORIGIN_HEADER = 'x-touchmove-origin'

/** Null: it came through the edge, or there is none (`secret` undefined). */
export function refuseDirect(
  secret: string | undefined,
  headers: Readonly<Record<string, string | undefined>>,
): Reply | null {
  if (secret === undefined) return null
  // Digests have one length, whatever was sent.
  const isSame = timingSafeEqual(digest(headers[ORIGIN_HEADER] ?? ''), digest(secret))
  return isSame
    ? null
    : problem({
        code: 'not-allowed',
        message: 'this address is not the service’s: ask at the address of its site',
      })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
