/** A request sent outward, with an end to waiting and reading, and without following anybody elsewhere. */

export interface Posted {
  readonly status: number
  /** What came of the body: one that breaks off, never ends or is huge has answered all the same. */
  readonly text: string
  /** Seconds or a date, as the header says; null: not said. */
  readonly retryAfter: string | null
}

/** Sends a body; resolves with the answer, whatever its status. Throws, and says why, where there is none. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Posted>

/** For an answer, ms. */
export const PATIENCE = 10_000
/** Of an answer no more is read: it is for a line in a log. */
export const MOST_CHARACTERS = 100_000

/**
 * Waits for an answer so many ms. A redirect is an answer of its own: what is sent goes to the place that was entered, and
 * to no other.
 */
export const postWithin =
  (patience: number): Post =>
  async (url, headers, body) => {
    const signal = AbortSignal.timeout(patience)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(
      (error: Error) => {
        throw new Error(whyNot(error, patience))
      },
    )
    const text = await readSome(response.body)
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  }

export const postOut: Post = postWithin(PATIENCE)

async function readSome(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length < MOST_CHARACTERS) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
    // Also where the end was read: there is nothing left to hold the connection for.
    await reader.cancel()
  } catch {
    // Broken off or out of time: the status has been said, and who needs the whole text sees that it is not whole.
  }
  return text.slice(0, MOST_CHARACTERS)
}

/** Why there is no answer, in a line: `fetch` itself says no more than that it failed. */
export function whyNot(error: Error, patience: number): string {
  if (error.name === 'TimeoutError') return `no answer within ${patience / 1000} s`
  const cause = (error.cause ?? error) as Error & { code?: string }
  // OpenSSL's own text is an address in memory and a line of its source.
  if (cause.code?.startsWith('ERR_SSL_'))
    return `TLS: ${cause.code.slice(8).toLowerCase().replaceAll('_', ' ')}`
  return (cause.message || cause.code || error.message).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
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
