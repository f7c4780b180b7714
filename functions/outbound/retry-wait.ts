/** How long to wait before a failed delivery to a webhook, or push to Lichess, is sent again. */
import { exponentialMs } from '../retries.ts'

/** There is no last try: a receiver that is away for a day is tried every ten minutes. */
const RETRY_WAIT = { firstMs: 1000, longestMs: 600_000 }

/** The wait before another try: what `Retry-After` asks for, else twice as long each time, in ms. */
export function waitBefore(attempt: number, retryAfter: string | null, now: number): number {
  if (retryAfter !== null) {
    const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
    if (asked > 0) return Math.min(asked, RETRY_WAIT.longestMs)
  }
  return exponentialMs(attempt - 1, RETRY_WAIT)
}
