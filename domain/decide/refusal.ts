/** The refusals of decisions: a code, a message, and the fields at fault. */
import type { Problem } from '../result.ts'

/** One field at fault. `pointer` is RFC 6901 within the event or document that `index` (from 0) counts. */
export interface FieldFault {
  readonly index?: number
  readonly pointer: string
  readonly detail: string
}

/**
 * `not-allowed`: it is not the reporter's to report, or not now. `invalid`: the record has no place for it. `id-reused`:
 * the id is that of something else.
 */
export interface DecisionRefusal extends Problem {
  readonly code: 'not-allowed' | 'invalid' | 'id-reused'
  readonly errors?: readonly FieldFault[]
}

/** A refusal because of these fields; its message joins what is wrong with each. */
export const refusedFor = <F extends FieldFault>(
  code: DecisionRefusal['code'],
  errors: readonly F[],
): { readonly ok: false; readonly error: DecisionRefusal & { readonly errors: readonly F[] } } => ({
  ok: false,
  error: { code, message: errors.map(({ detail }) => detail).join('; '), errors },
})
