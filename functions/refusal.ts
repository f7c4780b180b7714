/** Why a use case did not do what was asked: a stable code, one line, and the fields at fault. */
import type { FieldFault } from '../domain/decide/refusal.ts'
import type { Problem, Result } from '../domain/result.ts'

export type { FieldFault }

/** Each is a kind of problem in http/problems.ts, where it has its status and title. */
export type RefusalCode =
  | 'not-authenticated'
  | 'not-allowed'
  | 'delayed'
  | 'unknown-game'
  | 'unknown-person'
  | 'unknown-round'
  | 'unknown-tournament'
  | 'unknown-webhook'
  | 'stale-version'
  | 'diverged'
  | 'too-large'
  | 'bad-query'
  | 'invalid'
  | 'id-reused'
  | 'unavailable'

export interface Refusal extends Problem {
  readonly code: RefusalCode
  readonly errors?: readonly FieldFault[]
  /** Of a stale version, where the head is: the last event's seq; of a sync its commit's number, of a witness how many entries it saw. */
  readonly head?: number
}

/** A use case's answer. */
export type AppResult<T> = Result<T, Refusal>

export const refused = (
  code: RefusalCode,
  message: string,
  more: Omit<Refusal, 'code' | 'message'> = {},
): { readonly ok: false; readonly error: Refusal } => ({ ok: false, error: { code, message, ...more } })
