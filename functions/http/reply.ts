/** Answers: JSON, and problems made of refusals. */
import type { Writable } from 'node:stream'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { AppResult, FieldFault } from '../refusal.ts'
import { textsOfPage } from '../store/pages.ts'
import { PROBLEMS, type ProblemCode, problemType } from './problems.ts'

export interface Reply extends APIGatewayProxyStructuredResultV2 {
  /**
   * In place of a body: writes one piece by piece to `out` until either side ends it. Resolves once writing has begun. `wire`: the
   * connection below `out`, to which prepared bytes may be written directly; only `out` is ended.
   */
  stream?: (out: Writable, wire?: Writable) => Promise<void>
}

type Headers = Readonly<Record<string, string>>

export const JSON_TYPE = 'application/json; charset=utf-8'
export const PROBLEM_TYPE = 'application/problem+json'

export const json = (statusCode: number, body: unknown, headers: Headers = {}): Reply => ({
  statusCode,
  headers: { 'content-type': JSON_TYPE, ...headers },
  body: JSON.stringify(body),
})

/** A refusal of a kind of problems.ts; `headers` are added to the answer. */
export interface Failure {
  readonly code: ProblemCode
  readonly message: string
  readonly errors?: readonly FieldFault[]
  readonly head?: number
  readonly headers?: Headers
}

/** Thrown by a middleware to refuse a request; `problemDetails` answers it. */
export class RefusedError extends Error {
  override readonly name = 'Refused'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Headers that a status calls for (RFC 9110, RFC 6750). */
const HEADERS: Readonly<Record<number, Headers>> = {
  401: { 'www-authenticate': 'Bearer realm="touchmove"' },
  429: { 'retry-after': '5' },
  503: { 'retry-after': '1' },
}

/**
 * The answer to a failure (RFC 9457): `errors` names the fields at fault, `head` the version that a stale request should have
 * named.
 */
export function problem(failure: Failure): Reply {
  const body = problemBody(failure)
  return {
    statusCode: body.status,
    headers: { 'content-type': PROBLEM_TYPE, ...HEADERS[body.status], ...failure.headers },
    body: JSON.stringify(body),
  }
}

/** What a problem says at most: a request of fifty games may have as many problems, of a thousand reports each. */
const MAX_DETAIL_LENGTH = 10_000
const MAX_ERRORS_BYTES = 50_000

/** The problem's document, for an answer that has it as a part. Of too many fields at fault it names the first. */
export function problemBody({ code, message, errors, head }: Failure) {
  const { status, title } = PROBLEMS[code]
  const detail = message.length > MAX_DETAIL_LENGTH ? `${message.slice(0, MAX_DETAIL_LENGTH)}…` : message
  const named = errors?.slice(0, textsOfPage(errors, MAX_ERRORS_BYTES).length)
  return { type: problemType(code), title, status, detail, errors: named, head }
}

/** The answer to a use case: what `show` makes of its value, or its refusal as a problem. */
export const replyTo = <T, R extends Reply | Promise<Reply>>(
  outcome: AppResult<T>,
  show: (value: T) => R,
): R | Reply => (outcome.ok ? show(outcome.value) : problem(outcome.error))
