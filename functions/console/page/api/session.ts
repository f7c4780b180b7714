/** Who is at the page: a pasted token, kept for this tab only, and what it says of itself. */
import { computed, signal } from '@preact/signals-core'

const KEY = 'touchmove.token'

export type Role = 'admin' | 'arbiter' | 'operator' | 'reader' | 'player' | 'board'

export interface Claims {
  readonly role: Role
  readonly scope: string
  readonly sub: string
  /** Seconds since 1970. */
  readonly exp: number
}

export const token = signal<string | null>(sessionStorage.getItem(KEY))

/** What the token says; the service alone checks it. Null: no token, or none that can be read. */
export const claims = computed<Claims | null>(() => (token.value === null ? null : claimsOf(token.value)))

/** May this reader see the arbiter's part? The service decides; this only hides what would be refused. */
export const isReader = computed(() => claims.value !== null)
/** Arbiters and administrators rule. */
export const mayRule = computed(() => claims.value?.role === 'arbiter' || claims.value?.role === 'admin')
/** Operators report what happened. */
export const mayReport = computed(() => mayRule.value || claims.value?.role === 'operator')

export function claimsOf(text: string): Claims | null {
  const [, payload] = text.split('.')
  if (payload === undefined) return null
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
    return typeof claims.role === 'string' ? claims : null
  } catch {
    return null
  }
}

export function signIn(text: string): void {
  sessionStorage.setItem(KEY, text)
  token.value = text
}

export function signOut(): void {
  sessionStorage.removeItem(KEY)
  token.value = null
}
