/** Acts that concern the record as a whole, persons and words included: an administrator's, whose scope is everything. */
import type { Principal } from '../auth/roles.ts'
import { type Refusal, refused } from '../refusal.ts'

/** Null for who may; else `not-authenticated` or `not-allowed`. */
export function refusalUnlessFullAdmin(principal: Principal | null): Refusal | null {
  if (principal === null) return refused('not-authenticated', 'this needs an admin’s token').error
  if (principal.role === 'admin' && principal.scope === '*') return null
  return refused('not-allowed', 'this is for an admin whose scope is *').error
}
