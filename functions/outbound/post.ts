/** POST requests to other servers, with limits of time and size, and without following redirects. */

import { failureReason, type HttpRequest, sendRequest } from '../http-client.ts'

export interface PostAnswer {
  readonly status: number
  /** The body as far as it was read: an answer whose body breaks off or is too large counts all the same. */
  readonly text: string
  /** The header `Retry-After`: seconds or a date; null: absent. */
  readonly retryAfter: string | null
}

/** Sends a body; resolves with the answer, whatever its status. Throws, and says why, where there is none. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<PostAnswer>

/** How long an answer may take. */
export const POST_TIMEOUT_MS = 10_000
/** Bytes of an answer that are read at most. */
export const MAX_ANSWER_BYTES = 100_000

/**
 * A `Post` that waits `timeoutMs` for an answer. A redirect is returned and not followed, so that nothing is sent to an address
 * that was not entered. `dispatcher`: the connections to use.
 */
export const postWithin =
  (timeoutMs: number, dispatcher?: HttpRequest['dispatcher']): Post =>
  async (url, headers, body) => {
    const request = {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    } as const
    // An answer that breaks off is an answer all the same; a caller that needs the whole text sees that it is not whole.
    const answer = await sendRequest(url, { ...request, ...(dispatcher && { dispatcher }) }).catch(
      (error: Error) => {
        throw new Error(failureReason(error, timeoutMs))
      },
    )
    const { status, headers: answerHeaders } = answer
    return { status, text: answer.body.toString('utf8'), retryAfter: answerHeaders.get('retry-after') }
  }

export const postAnywhere: Post = postWithin(POST_TIMEOUT_MS)
