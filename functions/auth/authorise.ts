/** Whether somebody may do an act at a place: role and scope together. */
import { type Refusal, refused } from '../refusal.ts'
import { mayReport } from './rights.ts'
import { PERMISSIONS, type Permission, type Principal, roleMay, TOKEN_ROLES } from './roles.ts'
import { covers, type ResourceRef } from './scope.ts'

/** Null where it is allowed; else `not-authenticated` (no token) or `not-allowed` (another role, or a scope that ends before). */
export function refusalOf(principal: Principal | null, act: Permission, place: ResourceRef): Refusal | null {
  if (principal === null)
    return refused(
      'not-authenticated',
      `this needs a token of one of the roles ${PERMISSIONS[act].join(', ')}`,
    ).error
  if (!roleMay(principal.role, act))
    return refused(
      'not-allowed',
      `the role ${principal.role} may not do this; ${PERMISSIONS[act].join(', ')} may`,
    ).error
  return refusalByScope(principal, place)
}

/** The same where the place is not known yet: by the role alone. */
export const refusalByRole = (principal: Principal | null, act: Permission): Refusal | null =>
  principal !== null && roleMay(principal.role, act) ? null : refusalOf(principal, act, {})

/** Refuses those who may report nothing at all: without a token, or with a reader's. */
export function refusalOfReporter(principal: Principal | null): Refusal | null {
  const who = TOKEN_ROLES.filter(mayReport).join(', ')
  if (principal === null)
    return refused('not-authenticated', `this needs a token of one of the roles ${who}`).error
  if (mayReport(principal.role)) return null
  return refused('not-allowed', `the role ${principal.role} reports nothing; ${who} may`).error
}

/** Null where the token's scope holds the place. */
export function refusalByScope(principal: Principal, place: ResourceRef): Refusal | null {
  if (covers(principal.scope, place)) return null
  return refused(
    'not-allowed',
    `the token reaches ${principal.scope} only; this needs one that reaches ${placeText(place)}`,
  ).error
}

/** The narrowest scope that holds the place. */
function placeText({ tournament, round, game }: ResourceRef): string {
  if (game !== undefined) return `game:${game}`
  if (round !== undefined) return `round:${tournament}/${round}`
  return tournament === undefined ? '*' : `tournament:${tournament}`
}
