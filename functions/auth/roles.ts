/** The roles of tokens, and what each may do besides reporting events (rights.ts). */

/** `board`: one board's device; `player`: one colour's. The others are people, or programs that act for them. */
export const TOKEN_ROLES = ['admin', 'arbiter', 'operator', 'board', 'player', 'reader'] as const
export type TokenRole = (typeof TOKEN_ROLES)[number]

/** The authenticated bearer of a token. */
export interface Principal {
  /** The reporter: what events carry as `principal`. A renewed token may have the same one. */
  readonly id: string
  /** The token's id, by which it is listed and revoked. */
  readonly token: string
  readonly role: TokenRole
  /** See scope.ts. */
  readonly scope: string
}

/** What needs a role without being a report about a game, and the roles that may do it. */
export const PERMISSIONS = {
  /** Reading without delay all of a record: touches, offers, claims, verdicts and the audit; with scope `*` the metrics too. */
  read: ['admin', 'arbiter', 'operator', 'reader'],
  'open-games': ['admin', 'arbiter', 'operator'],
  'manage-round': ['admin', 'arbiter', 'operator'],
  'manage-tournament': ['admin', 'arbiter'],
} as const satisfies Record<string, readonly TokenRole[]>

export type Permission = keyof typeof PERMISSIONS

/** Whether a role may do it, wherever its scope reaches. */
export const roleMay = (role: TokenRole, act: Permission): boolean =>
  (PERMISSIONS[act] as readonly TokenRole[]).includes(role)
