/**
 * The kinds of refusal: each a stable `type`, its status and its title (RFC 9457). docs/problems.md explains them. The `detail` is
 * written where a refusal arises: `refused('CODE', …)`.
 */
import type { RefusalCode } from '../refusal.ts'

interface ProblemKind {
  readonly status: number
  readonly title: string
}

/** Refusals of the use cases, and of HTTP itself. */
export const PROBLEMS = {
  'bad-request': { status: 400, title: 'The request cannot be read' },
  'bad-query': { status: 400, title: 'A query parameter is unknown or has no such value' },
  'not-authenticated': { status: 401, title: 'A valid token is needed' },
  'not-allowed': { status: 403, title: 'The token does not allow this' },
  delayed: { status: 403, title: 'The tournament is shown with a delay' },
  'not-found': { status: 404, title: 'There is nothing at this path' },
  'unknown-game': { status: 404, title: 'There is no such game' },
  'unknown-person': { status: 404, title: 'Nothing is kept of such a person' },
  'unknown-round': { status: 404, title: 'There is no such round' },
  'unknown-tournament': { status: 404, title: 'There is no such tournament' },
  'unknown-webhook': { status: 404, title: 'The tournament has no such webhook' },
  'method-not-allowed': { status: 405, title: 'The path does not take this method' },
  'answer-too-large': { status: 406, title: 'The answer is larger than can be sent' },
  'too-slow': { status: 408, title: 'The request came too slowly' },
  'stale-version': { status: 409, title: 'The record has moved on' },
  diverged: { status: 409, title: 'The record here has other commits' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The body must be JSON' },
  'expectation-failed': { status: 417, title: 'The expectation cannot be met' },
  invalid: { status: 422, title: 'Some fields are not as they must be' },
  'id-reused': { status: 422, title: 'The id stands for something else' },
  'slow-down': { status: 429, title: 'Too many requests of this kind' },
  'headers-too-large': { status: 431, title: 'The header is too large' },
  damaged: { status: 500, title: 'The record cannot be read' },
  'later-format': { status: 500, title: 'The record was written by a later version' },
  internal: { status: 500, title: 'The service failed' },
  unavailable: { status: 503, title: 'The record cannot be reached just now' },
} as const satisfies Record<string, ProblemKind> & Record<RefusalCode, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

/** The `type` of a problem: a name, not a place to fetch from. */
export const problemType = (code: ProblemCode): string => `urn:touchmove:problem:${code}`
