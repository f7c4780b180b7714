/** A request sent outward, with an end to waiting and without following anybody elsewhere. */

export interface Posted {
  readonly status: number
  readonly text: string
  /** Seconds or a date, as the header says; null: not said. */
  readonly retryAfter: string | null
}

/** Sends a body; resolves with the answer, whatever its status. Throws where there is none. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Posted>

/** For an answer, ms. */
export const PATIENCE = 10_000
/** Of an answer no more is read: it is for a line in a log. */
export const MOST_CHARACTERS = 100_000

/** A redirect is an answer of its own: what is sent goes to the place that was entered, and to no other. */
export const postOut: Post = async (url, headers, body) => {
  const signal = AbortSignal.timeout(PATIENCE)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  const text = (await response.text()).slice(0, MOST_CHARACTERS)
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
}

/** The wait before another try: what `Retry-After` asks for, else twice as long each time, in ms. */
export function waitBefore(attempt: number, retryAfter: string | null, now: number): number {
  if (retryAfter !== null) {
    const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
    if (asked > 0) return Math.min(asked, MOST_WAIT)
  }
  return Math.min(LEAST_WAIT * 2 ** Math.min(attempt - 1, 20), MOST_WAIT)
}

const LEAST_WAIT = 1000
const MOST_WAIT = 600_000
