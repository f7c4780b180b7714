/** The result type of all parsers and decisions: a value, or the problem for which there is none. */
import { type Remark, reasonInEnglish } from './reasons.ts'

/** A value, or why there is none: what users can cause is returned, never thrown. */
export type Result<T, E = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** Why something was refused: a stable code and one line that says what was wrong and what would be right. */
export interface Problem {
  readonly code: string
  readonly message: string
  /** The same as a remark, where it is shown in other languages too. */
  readonly reason?: Remark
}

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export const refuse = (code: string, message: string): { readonly ok: false; readonly error: Problem } => ({
  ok: false,
  error: { code, message },
})

/** A problem that can be shown in every language; its English line is made from the reason. */
export const problemOf = (code: string, reason: Remark): Problem => ({
  code,
  message: reasonInEnglish(reason),
  reason,
})
