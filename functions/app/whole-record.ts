/** The right to act on the record as a whole, personal data included: that of an admin whose scope is everything. */
import type { Principal } from '../auth/roles.ts'
import { type Refusal, refused } from '../refusal.ts'

/** Null for an admin with scope `*`; else `not-authenticated` or `not-allowed`. */
export function refusalUnlessFullAdmin(principal: Principal | null): Refusal | null {
  if (principal === null) return refused('not-authenticated', 'this needs an admin’s token').error
  if (principal.role === 'admin' && principal.scope === '*') return null
  return refused('not-allowed', 'this is for an admin whose scope is *').error
}
