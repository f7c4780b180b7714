/** What another host answered, parsed in the shape that is needed of it, since any server may answer there. */

import * as z from 'zod'
import { parseJson } from '../../domain/json-text.ts'
import { ok, type Result, refuse } from '../../domain/result.ts'
import type { ApiClient, ApiResponse } from './api-client.ts'

/**
 * The document of an answer. Refused (`strange-answer`) where it is no JSON or not of this shape; what else it has depends on
 * the shape.
 */
export function parseAnswer<S extends z.ZodType>(
  shape: S,
  { text }: Pick<ApiResponse, 'text'>,
): Result<z.output<S>> {
  const value = parseJson(text)
  if (value === undefined) return refuse('strange-answer', `the answer is no JSON: ${STRANGE}`)
  const parsed = shape.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const [fault] = parsed.error.issues
  const place = fault === undefined || fault.path.length === 0 ? '' : ` at ${fault.path.join('.')}`
  return refuse('strange-answer', `the answer is of another kind${place}: ${STRANGE}`)
}

/** Makes the error of an answer that is a refusal or, where `misread` says what is wrong, of one that is not of the right shape. */
export type AnswerError = (path: string, answer: ApiResponse, misread?: string) => Error

/** Requests whose answers are parsed in the shape that is needed; what they throw otherwise is made by `toError`. */
export function jsonRequests(toError: AnswerError) {
  function readAnswer<S extends z.ZodType>(path: string, answer: ApiResponse, shape: S): z.output<S> {
    if (answer.status >= 400) throw toError(path, answer)
    const read = parseAnswer(shape, answer)
    if (!read.ok) throw toError(path, answer, read.error.message)
    return read.value
  }
  async function requestJson<S extends z.ZodType>(
    client: ApiClient,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    shape: S,
    body?: unknown,
  ): Promise<z.output<S>> {
    return readAnswer(path, await client.request(method, path, body === undefined ? {} : { body }), shape)
  }
  /** The pages of a list, of which each answer has `next` where there is another behind it. */
  async function* requestPages<S extends z.ZodType<PageShape>>(
    client: ApiClient,
    path: string,
    shape: S,
  ): AsyncGenerator<z.output<S>> {
    const joint = path.includes('?') ? '&' : '?'
    for (let after: string | number | undefined; ; ) {
      const asked = after === undefined ? path : `${path}${joint}after=${encodeURIComponent(after)}`
      const answer = await client.request('GET', asked, {})
      const page = readAnswer(path, answer, shape)
      yield page
      if (page.next === undefined) return
      // Keys ascend; a page that leads back would be asked for without an end.
      if (after !== undefined && page.next <= after) throw toError(path, answer, LEADS_BACK)
      after = page.next
    }
  }
  return { readAnswer, requestJson, requestPages }
}

/** What is read of a page besides its list. */
interface PageShape {
  readonly next?: string | number | undefined
}

const STRANGE = 'no Touchmove host answers there, or one of another version'
const LEADS_BACK = `the next page is not behind this one: ${STRANGE}`

const text = z.string()
const count = z.int().nonnegative()

/** The `next` of a page: where the following one begins; null: it is the last. */
const next = text.min(1).nullable()

/** Shapes of answers that several commands read. */
export const tournamentPageShape = z.looseObject({
  tournaments: z.array(z.looseObject({ id: text })),
  next: text.optional(),
})
export const roundListShape = z.looseObject({ name: text, rounds: z.array(text) })
export const gameListShape = z.looseObject({
  games: z.array(z.looseObject({ game: text, board: count })),
})
export const publicKeyShape = z.looseObject({ key: text.nullable(), id: text.nullable() })
const storedCommitShape = z.object({ n: count, body: text, hash: text })
export const commitPageShape = z.looseObject({ commits: z.array(storedCommitShape), more: z.boolean() })
export const streamPageShape = z.looseObject({
  streams: z.array(z.looseObject({ stream: text, n: count, hash: text, openedAt: text })),
  next,
})
