/** Who a token makes its bearer, and what each role may do besides reporting events (rights.ts). */

/** `board`: one board's device; `player`: one colour's. The others are people, or programs that act for them. */
export const TOKEN_ROLES = ['admin', 'arbiter', 'operator', 'board', 'player', 'reader'] as const
export type TokenRole = (typeof TOKEN_ROLES)[number]

/** The authenticated bearer of a token. */
export interface Principal {
  /** Who reports: what events carry as `principal`. It outlives a token, so that a renewed one speaks for the same reporter. */
  readonly id: string
  /** The token, as it is listed and revoked. */
  readonly token: string
  readonly role: TokenRole
  /** See scope.ts. */
  readonly scope: string
}

/** Acts that are no events of a game. */
export const PERMISSIONS = {
  /** The undelayed record with touches, offers, claims, verdicts, the audit and the figures. */
  read: ['admin', 'arbiter', 'operator', 'reader'],
  'open-games': ['admin', 'arbiter', 'operator'],
  'manage-round': ['admin', 'arbiter', 'operator'],
  'manage-tournament': ['admin', 'arbiter'],
} as const satisfies Record<string, readonly TokenRole[]>

export type Permission = keyof typeof PERMISSIONS

/** Whether a role may do it, wherever its scope reaches. */
export const roleMay = (role: TokenRole, act: Permission): boolean =>
  (PERMISSIONS[act] as readonly TokenRole[]).includes(role)
