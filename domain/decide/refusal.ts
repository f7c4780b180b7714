/** Why a decision refuses what was reported. */
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

/** Refused because of these fields: the message says what is wrong with each. */
export const refusedFor = <F extends FieldFault>(
  code: DecisionRefusal['code'],
  errors: readonly F[],
): { readonly ok: false; readonly error: DecisionRefusal & { readonly errors: readonly F[] } } => ({
  ok: false,
  error: { code, message: errors.map(({ detail }) => detail).join('; '), errors },
})
