/**
 * A live stream goes on only while the token that opened it still opens it: until it is revoked, has expired, or its key is gone.
 * What else a reader may no longer read, as after a change of a tournament, `mayRead` of functions/routes/streams.ts tells.
 */
import type { Reply } from './reply.ts'

type Stream = NonNullable<Reply['stream']>

/** How often the token is looked at, ms: as late as a revocation by another process takes effect on requests. */
const REVALIDATE_EVERY_MS = 2_000

/** Asks `holds` every two seconds. Where the question fails, the failure is reported and the stream goes on. */
export const revalidate =
  (stream: Stream, holds: () => Promise<boolean>, onFailure: (error: unknown) => void): Stream =>
  async (out, wire) => {
    let looking = false
    const look = async () => {
      if (looking) return
      looking = true
      try {
        if (!(await holds())) out.end()
      } catch (error) {
        onFailure(error)
      } finally {
        looking = false
      }
    }
    const timer = setInterval(() => {
      if (out.destroyed || out.writableEnded) clearInterval(timer)
      else void look()
    }, REVALIDATE_EVERY_MS).unref()
    await stream(out, wire)
  }
