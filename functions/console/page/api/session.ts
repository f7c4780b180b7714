/** Who is at the page: a pasted token, kept for this tab only, and what it says of itself. */
import { computed, effect, signal } from '@preact/signals-core'

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

/** How long before its token expires somebody is asked to sign in again, ms. */
const RENEWAL_MS = 10 * 60_000
/** Timers take no longer; a page is not open for as long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The token expires soon: signed in again now, nothing that is being written has to wait. */
export const expiresSoon = signal(false)
effect(() => {
  const expiry = claims.value?.exp
  expiresSoon.value = false
  if (expiry === undefined) return
  const wait = expiry * 1000 - RENEWAL_MS - Date.now()
  if (wait > LONGEST_TIMER_MS) return
  const timer = setTimeout(
    () => {
      expiresSoon.value = true
    },
    Math.max(0, wait),
  )
  return () => clearTimeout(timer)
})

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
