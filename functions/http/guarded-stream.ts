/**
 * Ends a live stream when the token that opened it is revoked, has expired, or its key is removed. A reader who loses the right
 * otherwise, as by a change of the tournament, is found by `mayRead` (functions/feeds/stream-readers.ts).
 */
import type { Reply } from './reply.ts'

type Stream = NonNullable<Reply['stream']>

/** How often the token is checked. With the two seconds for which the list of revoked tokens is cached, a stream ends within four. */
const REVALIDATE_EVERY_MS = 2_000

/**
 * Calls `isAllowed` every two seconds and ends the stream on false. Where the call fails, the failure is reported and the
 * stream goes on.
 */
export const revalidate =
  (stream: Stream, isAllowed: () => Promise<boolean>, onFailure: (error: unknown) => void): Stream =>
  async (out, wire) => {
    let checking = false
    const check = async () => {
      if (checking) return
      checking = true
      try {
        if (!(await isAllowed())) out.end()
      } catch (error) {
        onFailure(error)
      } finally {
        checking = false
      }
    }
    const timer = setInterval(() => {
      if (out.destroyed || out.writableEnded) clearInterval(timer)
      else void check()
    }, REVALIDATE_EVERY_MS).unref()
    await stream(out, wire)
  }
