/** A request sent outward, with an end to waiting and reading, and without following anybody elsewhere. */

import { failureReason, type HttpRequest, sendRequest } from '../http-client.ts'

export interface PostAnswer {
  readonly status: number
  /** What came of the body: one that breaks off, never ends or is huge has answered all the same. */
  readonly text: string
  /** Seconds or a date, as the header says; null: not said. */
  readonly retryAfter: string | null
}

/** Sends a body; resolves with the answer, whatever its status. Throws, and says why, where there is none. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<PostAnswer>

/** For an answer, ms. */
export const POST_TIMEOUT_MS = 10_000
/** Of an answer no more is read: it is for a line in a log. */
export const MAX_ANSWER_BYTES = 100_000

/**
 * Waits for an answer so many ms. A redirect is an answer of its own: what is sent goes to the place that was entered, and
 * to no other. `dispatcher`: whose connections are used.
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
